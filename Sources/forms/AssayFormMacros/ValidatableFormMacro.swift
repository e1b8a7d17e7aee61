// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ValidatableForm`: writes the list of a form's validated fields, in the order of its properties.
public struct ValidatableFormMacro {}

extension ValidatableFormMacro: MemberMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let form = form(declaration, node, in: context) else { return [] }
        // A generic type has no stored static properties.
        let isGeneric = form.isGeneric || context.lexicalContext.contains(where: \.isGeneric)
        let indentation = isGeneric ? "        " : "    "
        let list = form.fields
            .map { "ValidatedField(\($0.argument)\\._\($0.property).validated)," }
            .joined(separator: "\n" + indentation)
        let type = "[ValidatedField<\(form.name)>]"
        let member: DeclSyntax =
            isGeneric
            ? """
            \(raw: form.access)static var validatedFields: \(raw: type) {
                [
                    \(raw: list)
                ]
            }
            """
            : """
            \(raw: form.access)static let validatedFields: \(raw: type) = [
                \(raw: list)
            ]
            """
        return [member]
    }

    private static func form(
        _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
        in context: some MacroExpansionContext
    ) -> FormDeclaration? {
        do throws(FormDeclarationError) {
            return try FormDeclaration(declaration, node)
        } catch {
            context.diagnose(Diagnostic(node: error.node, message: error.message))
            return nil
        }
    }
}

extension ValidatableFormMacro: ExtensionMacro {
    /// Returns the conformance, unless the form has it or the other expansion says that it cannot.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard !protocols.isEmpty, (try? FormDeclaration(declaration, node)) != nil else {
            return []
        }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): ValidatableForm {}")]
    }
}

extension Syntax {
    fileprivate var isGeneric: Bool {
        if let type = self.as(StructDeclSyntax.self) { return type.genericParameterClause != nil }
        if let type = self.as(ClassDeclSyntax.self) { return type.genericParameterClause != nil }
        if let type = self.as(EnumDeclSyntax.self) { return type.genericParameterClause != nil }
        if let type = self.as(ActorDeclSyntax.self) { return type.genericParameterClause != nil }
        return self.is(ExtensionDeclSyntax.self) || self.is(FunctionDeclSyntax.self)
    }
}
#endif
