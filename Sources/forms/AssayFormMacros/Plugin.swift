// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler starts to expand the macros of Assay and AssayForms.
@main
struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ValidatableFormMacro.self, ValidatedMacro.self, RulesMacro.self,
    ]
}
#else
/// A program that is never run: without the trait `FormMacros` it needs no library.
@main
enum Plugin {
    static func main() {}
}
#endif
