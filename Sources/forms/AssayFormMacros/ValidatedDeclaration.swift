// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftDiagnostics
import SwiftSyntax

/// A type with rules at its properties, as it is written.
struct ValidatedDeclaration {
    let name: String
    /// `public ` and the like, for the rule set.
    let access: String
    /// The statements that add the rules.
    let statements: [String]

    /// Reads a declaration.
    ///
    /// - Throws: An error that says what is wrong with it, and where.
    init(
        _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax
    ) throws(ValidatedDeclarationError) {
        if let type = declaration.as(StructDeclSyntax.self) {
            name = type.name.text
        } else if let type = declaration.as(ClassDeclSyntax.self) {
            guard type.modifiers.contains(where: { $0.name.text == "final" }) else {
                throw ValidatedDeclarationError(type.name, .openClass(type.name.text))
            }
            name = type.name.text
        } else {
            throw ValidatedDeclarationError(node, .noStructOrClass)
        }
        access =
            declaration.modifiers.first { ["public", "package"].contains($0.name.text) }
            .map { "\($0.name.text) " } ?? ""
        let properties = try Self.properties(of: declaration)
        let keys = CodingKeyList(declaration)
        try Self.checkNames(in: properties, keys, of: name)
        var statements: [String] = []
        for property in properties {
            guard let key = keys.key(of: property.name) else {
                if let rules = property.rules.first {
                    throw ValidatedDeclarationError(rules, .noCodingKey(property.name))
                }
                continue
            }
            statements += try Self.statements(for: property, key)
            if let type = property.type, type.mayNest, type.innermost == name {
                throw ValidatedDeclarationError(
                    property.pattern, .nestedInItself(property.name, name))
            }
        }
        guard !statements.isEmpty else {
            throw ValidatedDeclarationError(node, .noRules(name))
        }
        self.statements = statements
    }

    private static func properties(
        of declaration: some DeclGroupSyntax
    ) throws(ValidatedDeclarationError) -> [ValidatedProperty] {
        var properties: [ValidatedProperty] = []
        for member in declaration.memberBlock.members {
            if let clause = member.decl.as(IfConfigDeclSyntax.self),
                clause.description.contains("@Rules") || clause.description.contains("@ItemRules")
            {
                throw ValidatedDeclarationError(clause, .conditional)
            }
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                let property = ValidatedProperty(variable)
            else { continue }
            if property.name == "ruleSet", property.isStatic {
                throw ValidatedDeclarationError(property.pattern, .ruleSetIsWritten)
            }
            // '@Rules' says itself what is wrong with such a one.
            if !property.isStatic, !property.isComputed { properties.append(property) }
        }
        return properties
    }

    /// Names of other properties in rules must be coding keys.
    private static func checkNames(
        in properties: [ValidatedProperty], _ keys: CodingKeyList, of type: String
    ) throws(ValidatedDeclarationError) {
        let known = Set(properties.compactMap { keys.key(of: $0.name) })
        for property in properties {
            let rules = property.rules.flatMap(\.unlabeledArguments).compactMap(WrittenRule.init)
            for field in rules.flatMap(\.all).flatMap(\.fields) where !known.contains(field.name) {
                throw ValidatedDeclarationError(field.node, .unknownField(field.name, type))
            }
        }
    }

    private static func statements(
        for property: ValidatedProperty, _ key: String
    ) throws(ValidatedDeclarationError) -> [String] {
        var names: Set<String> = []
        var statements: [String] = []
        for attribute in property.rules {
            guard names.insert(attribute.baseName).inserted else {
                throw ValidatedDeclarationError(
                    attribute, .rulesTwice(attribute.baseName, property.name))
            }
            let isOfElements = attribute.baseName == "ItemRules"
            let path = isOfElements ? key.asPath + "[*]" : key.asPath
            let arguments = attribute.labeledArguments?.trimmedDescription ?? ""
            let type =
                isOfElements ? property.type?.elements.map { PropertyType($0) } : property.type
            let reading = type.flatMap { $0.mayBeRead ? ", of: (\($0.written)).self" : nil } ?? ""
            statements.append("properties.add(Field(\(path.asLiteral), \(arguments))\(reading))")
        }
        if let type = property.type, type.mayNest {
            statements.append(
                "properties.nested(\(key.asPath.asLiteral), (\(type.written)).self)")
        }
        return statements
    }
}

/// The coding keys of a type.
private struct CodingKeyList {
    /// The coding keys by property name, or `nil` if each property is coded under its own name.
    private var keys: [String: String]?

    /// Reads the enumeration `CodingKeys` in the type, if it is there.
    init(_ declaration: some DeclGroupSyntax) {
        for member in declaration.memberBlock.members {
            guard let list = member.decl.as(EnumDeclSyntax.self), list.name.text == "CodingKeys"
            else { continue }
            var keys: [String: String] = [:]
            let cases = list.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
            for element in cases.flatMap({ Array($0.elements) }) {
                let name = element.name.text.withoutBackquotes
                let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)
                keys[name] = text?.representedLiteralValue ?? name
            }
            self.keys = keys
        }
    }

    /// Returns the coding key of a property, or `nil` if the property is not coded.
    func key(of property: String) -> String? {
        guard let keys else { return property }
        return keys[property]
    }
}

extension String {
    /// A key as the only one of a path.
    fileprivate var asPath: String {
        guard isEmpty || contains(where: { ".[]\"".contains($0) }) else { return self }
        return "\"" + map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// A literal of Swift.
    fileprivate var asLiteral: String {
        let text = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..<"\u{20}", "\u{7F}": "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"" + text.joined() + "\""
    }
}

/// An issue with a declaration, and its place.
struct ValidatedDeclarationError: Error {
    let node: Syntax
    let message: ValidatedMessage

    init(_ node: some SyntaxProtocol, _ message: ValidatedMessage) {
        self.node = Syntax(node)
        self.message = message
    }
}

enum ValidatedMessage: DiagnosticMessage {
    case noStructOrClass
    case openClass(String)
    case noRules(String)
    case ruleSetIsWritten
    case noCodingKey(String)
    case rulesTwice(String, String)
    case nestedInItself(String, String)
    case unknownField(String, String)
    case conditional
    case noProperty(String)
    case staticProperty(String)
    case computedProperty(String)
    case notValidated(String)
    case noRule(String)
    case noType(String, String)
    case noArray(String, String)
    case wrongKind(rule: String, kinds: String, property: String, type: String)

    var message: String {
        switch self {
        case .noStructOrClass: "'@Validated' can only be applied to a struct or a final class"
        case .openClass(let type):
            "'@Validated' can only be applied to a struct or a final class; make '\(type)' final"
        case .noRules(let type):
            "'\(type)' has no property with '@Rules' or '@ItemRules', and none of a type of its own"
        case .ruleSetIsWritten: "'ruleSet' is written by hand; remove it or '@Validated'"
        case .noCodingKey(let property):
            "'\(property)' is not in 'CodingKeys', so it is never decoded; add it there"
        case .rulesTwice(let name, let property):
            "'\(property)' has '@\(name)' twice; write all of its rules in one"
        case .nestedInItself(let property, let type):
            "'\(property)' nests '\(type)' in itself, but field paths must end; "
                + "write 'ruleSet' by hand"
        case .unknownField(let field, let type):
            "'\(type)' has no property with the coding key '\(field)'"
        case .conditional: "properties with rules cannot be inside '#if'"
        case .noProperty(let name): "'@\(name)' can only be applied to a stored property"
        case .staticProperty(let name): "'@\(name)' on a static property: it is not decoded"
        case .computedProperty(let name): "'@\(name)' on a computed property: it is not decoded"
        case .notValidated(let name):
            "'@\(name)' can only be applied to a property of a '@Validated' type"
        case .noRule(let name): "'@\(name)' needs a rule: '@\(name)(.required)'"
        case .noType(let name, let property):
            "'@\(name)' needs the type of '\(property)' to be written"
        case .noArray(let property, let type):
            "'@ItemRules' can only be applied to an array, but '\(property)' is of type '\(type)'"
        case .wrongKind(let rule, let kinds, let property, let type):
            "'\(rule)' checks \(kinds), but '\(property)' is of type '\(type)'"
        }
    }

    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID {
        // The name of the case.
        let name = "\(self)".prefix { $0 != "(" }
        return MessageID(domain: "AssayFormMacros", id: String(name))
    }
}
#endif
