// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Validated`: writes the rule set of a type from the rules at its properties.
public struct ValidatedMacro {}

extension ValidatedMacro: MemberMacro {
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let type: ValidatedDeclaration
        do throws(ValidatedDeclarationError) {
            type = try ValidatedDeclaration(declaration, node)
        } catch {
            context.diagnose(Diagnostic(node: error.node, message: error.message))
            return []
        }
        let options = node.labeledArguments.map { ", " + $0.trimmedDescription } ?? ""
        let statements = type.statements.joined(separator: "\n        ")
        return [
            """
            \(raw: type.access)static var ruleSet: RuleSet {
                RuleSet(of: Self.self\(raw: options)) { properties in
                    \(raw: statements)
                }
            }
            """
        ]
    }
}

extension ValidatedMacro: ExtensionMacro {
    /// Returns the conformance, unless the type has it or the other expansion says that it cannot.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard !protocols.isEmpty, (try? ValidatedDeclaration(declaration, node)) != nil else {
            return []
        }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): Validated {}")]
    }
}

/// `@Rules` and `@ItemRules`: check that the rules can check the property; `@Validated` reads them.
public struct RulesMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        do throws(ValidatedDeclarationError) {
            let property = try property(declaration, node, in: context)
            let type = try type(of: property, node)
            let rules = node.unlabeledArguments.compactMap(WrittenRule.init).flatMap(\.all)
            return try check(rules, of: property.name, type, in: context)
        } catch {
            context.diagnose(Diagnostic(node: error.node, message: error.message))
            return []
        }
    }

    private static func property(
        _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
        in context: some MacroExpansionContext
    ) throws(ValidatedDeclarationError) -> ValidatedProperty {
        let name = node.baseName
        guard let variable = declaration.as(VariableDeclSyntax.self),
            let property = ValidatedProperty(variable)
        else { throw ValidatedDeclarationError(node, .noProperty(name)) }
        if property.isStatic { throw ValidatedDeclarationError(node, .staticProperty(name)) }
        if property.isComputed { throw ValidatedDeclarationError(node, .computedProperty(name)) }
        guard context.lexicalContext.first?.isValidated == true else {
            throw ValidatedDeclarationError(node, .notValidated(name))
        }
        if node.unlabeledArguments.isEmpty { throw ValidatedDeclarationError(node, .noRule(name)) }
        return property
    }

    /// The type that the rules check: that of the property, or of its elements.
    private static func type(
        of property: ValidatedProperty, _ node: AttributeSyntax
    ) throws(ValidatedDeclarationError) -> PropertyType? {
        guard let type = property.type else {
            throw ValidatedDeclarationError(node, .noType(node.baseName, property.name))
        }
        guard node.baseName == "ItemRules" else { return type }
        if let elements = type.elements { return PropertyType(elements) }
        guard type.kind != nil else { return nil }
        throw ValidatedDeclarationError(node, .noArray(property.name, type.written))
    }

    /// Checks that the rules fit a type that is known by its name.
    ///
    /// - Returns: Declarations by which the compiler checks a type that is not known by its name.
    private static func check(
        _ rules: [WrittenRule], of property: String, _ type: PropertyType?,
        in context: some MacroExpansionContext
    ) throws(ValidatedDeclarationError) -> [DeclSyntax] {
        guard let type else { return [] }
        var calls: [String] = []
        for rule in rules {
            guard let kinds = RuleKinds.kinds(of: rule.name) else { continue }
            guard let kind = type.kind else {
                let call = "_PropertyKind.\(kinds)(property)"
                if !calls.contains(call) { calls.append(call) }
                continue
            }
            guard !kinds.include(kind) else { continue }
            throw ValidatedDeclarationError(
                rule.node,
                .wrongKind(
                    rule: rule.name, kinds: kinds.description, property: property,
                    type: type.written))
        }
        guard !calls.isEmpty else { return [] }
        // Two steps: in one the compiler would take the type for an unknown one, which any rule may check.
        return [
            """
            private static func \(context.makeUniqueName(property))() {
                let property = _PropertyKind.of((\(raw: type.name)).self)
                \(raw: calls.joined(separator: "\n    "))
            }
            """
        ]
    }
}

extension Syntax {
    fileprivate var isValidated: Bool {
        let attributes =
            self.as(StructDeclSyntax.self)?.attributes ?? self.as(ClassDeclSyntax.self)?.attributes
        return attributes?.contains { attribute in
            guard case .attribute(let attribute) = attribute else { return false }
            return attribute.baseName == "Validated"
        } ?? false
    }
}
#endif
