// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftSyntax

/// A stored property of a type, as it is written.
struct ValidatedProperty {
    /// The name without the backquotes of a keyword.
    let name: String
    /// The type, or `nil` if neither it nor an initial value that is a literal is written.
    let type: PropertyType?
    /// `@Rules` and `@ItemRules`.
    let rules: [AttributeSyntax]
    let pattern: IdentifierPatternSyntax
    let isStatic: Bool
    let isComputed: Bool

    /// Reads a variable; the result is `nil` for a pattern that is not a name, such as a tuple.
    init?(_ variable: VariableDeclSyntax) {
        guard let binding = variable.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else { return nil }
        self.pattern = pattern
        name = pattern.identifier.text.withoutBackquotes
        rules = variable.attributes.compactMap { attribute in
            guard case .attribute(let attribute) = attribute else { return nil }
            return ["Rules", "ItemRules"].contains(attribute.baseName) ? attribute : nil
        }
        isStatic = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
        isComputed = binding.accessorBlock.map(Self.isComputed) ?? false
        // `let a, b: Int`: the type is at the last one.
        let annotation = variable.bindings.compactMap(\.typeAnnotation).first
        type =
            annotation.map { PropertyType($0.type.trimmedDescription) }
            ?? binding.initializer.flatMap { Self.type(of: $0.value) }
    }

    private static func isComputed(_ block: AccessorBlockSyntax) -> Bool {
        guard case .accessors(let accessors) = block.accessors else { return true }
        return accessors.contains { accessor in
            !["willSet", "didSet"].contains(accessor.accessorSpecifier.text)
        }
    }

    private static func type(of value: ExprSyntax) -> PropertyType? {
        switch value.kind {
        case .stringLiteralExpr: PropertyType("String")
        case .integerLiteralExpr: PropertyType("Int")
        case .floatLiteralExpr: PropertyType("Double")
        case .booleanLiteralExpr: PropertyType("Bool")
        default: nil
        }
    }
}

extension AttributeSyntax {
    /// The name without that of its module.
    var baseName: String {
        attributeName.as(IdentifierTypeSyntax.self)?.name.text
            ?? attributeName.as(MemberTypeSyntax.self)?.name.text ?? ""
    }

    /// The arguments as they are written, with and without labels.
    var labeledArguments: LabeledExprListSyntax? {
        arguments?.as(LabeledExprListSyntax.self)
    }

    var unlabeledArguments: [ExprSyntax] {
        (labeledArguments.map(Array.init) ?? []).filter { $0.label == nil }.map(\.expression)
    }
}

extension String {
    var withoutBackquotes: String {
        hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
}

/// A rule as it is written at a property: `.length(3...20)`, `.email.message("…")`.
struct WrittenRule {
    let name: String
    let arguments: LabeledExprListSyntax?
    let node: ExprSyntax

    /// Reads a rule; the result is `nil` for an expression that is not a member of
    /// `RuleExpression`, such as a constant.
    init?(_ expression: ExprSyntax) {
        let call = expression.as(FunctionCallExprSyntax.self)
        guard
            let member = (call?.calledExpression ?? expression).as(MemberAccessExprSyntax.self)
        else { return nil }
        let name = member.declName.baseName.text.withoutBackquotes
        if let base = member.base {
            guard base.trimmedDescription != "RuleExpression" else {
                self.init(name: name, call?.arguments, expression)
                return
            }
            guard name == "message", let inner = WrittenRule(base) else { return nil }
            self = inner
            return
        }
        self.init(name: name, call?.arguments, expression)
    }

    private init(name: String, _ arguments: LabeledExprListSyntax?, _ node: ExprSyntax) {
        // `.rule("length")` names a rule by its id.
        if name == "rule",
            let id = arguments?.first?.expression.as(StringLiteralExprSyntax.self)?
                .representedLiteralValue
        {
            self.name = id
        } else {
            self.name = name
        }
        self.arguments = arguments
        self.node = node
    }

    /// The rule and the rules that it combines.
    var all: [WrittenRule] {
        guard ["not", "anyOf", "allOf", "exactlyOne"].contains(name) else { return [self] }
        let inner = (arguments.map(Array.init) ?? []).compactMap { WrittenRule($0.expression) }
        return [self] + inner.flatMap(\.all)
    }

    private static let namesField: Set<String> = [
        "differentFrom", "greaterOrEqual", "greaterThan", "inField", "lessOrEqual", "lessThan",
        "prohibitedIf", "prohibitedUnless", "requiredIf", "requiredUnless", "sameAs",
    ]
    private static let namesFields: Set<String> = [
        "requiredWith", "requiredWithAll", "requiredWithout", "requiredWithoutAll",
    ]

    /// The names of other properties in the arguments; paths into them are left out.
    var fields: [(name: String, node: ExprSyntax)] {
        let unlabeled = (arguments.map(Array.init) ?? []).filter { $0.label == nil }
        let given = Self.namesFields.contains(name) ? unlabeled : Array(unlabeled.prefix(1))
        guard Self.namesFields.contains(name) || Self.namesField.contains(name) else { return [] }
        return given.compactMap { argument in
            let literal = argument.expression.as(StringLiteralExprSyntax.self)
            guard let text = literal?.representedLiteralValue,
                !text.contains(where: { ".[\"".contains($0) })
            else { return nil }
            return (text, argument.expression)
        }
    }
}
#endif
