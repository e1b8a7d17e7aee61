// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// What the compiler starts to expand the macros of Assay and AssayForms.
@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ValidatableFormMacro.self, ValidatedMacro.self, RulesMacro.self,
    ]
}
#else
/// Without the trait `FormMacros` this program is never run, and needs no library.
@main
enum Plugin {
    static func main() {}
}
#endif
