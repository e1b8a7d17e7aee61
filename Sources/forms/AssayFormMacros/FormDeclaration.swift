// SPDX-License-Identifier: Apache-2.0
#if FormMacros
import SwiftDiagnostics
import SwiftSyntax

/// A struct with validated properties, as it is written.
struct FormDeclaration {
    /// A property in the list.
    struct Field {
        /// The name of the property, without the backquotes of a keyword.
        let property: String
        /// The name with a comma, or an empty text if the name is known only at run time.
        let argument: String
    }

    let name: String
    /// `public ` and the like, for the list.
    let access: String
    let isGeneric: Bool
    let fields: [Field]

    /// Reads a declaration.
    ///
    /// - Throws: An error that says what is wrong with it, and where.
    init(
        _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax
    ) throws(FormDeclarationError) {
        guard let form = declaration.as(StructDeclSyntax.self) else {
            throw FormDeclarationError(node, .notAStruct)
        }
        name = form.name.text
        isGeneric = form.genericParameterClause != nil
        access =
            form.modifiers.first { FormDeclaration.accessLevels.contains($0.name.text) }
            .map { "\($0.name.text) " } ?? ""
        fields = try FormDeclaration.fields(of: form)
        guard !fields.isEmpty else { throw FormDeclarationError(form.name, .noFields(name)) }
    }

    /// The access levels that the list repeats; without one, the list of a private form is as
    /// private as the form.
    private static let accessLevels: Set<String> = ["public", "package"]
    private static let wrappers: Set<String> = ["Validate", "Required", "RegularExpression"]

    private static func fields(of form: StructDeclSyntax) throws(FormDeclarationError) -> [Field] {
        var fields: [Field] = []
        var names: Set<String> = []
        for member in form.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                let pattern = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
            else { continue }
            if pattern.identifier.text == "validatedFields" {
                throw FormDeclarationError(pattern, .listIsWritten)
            }
            guard let (wrapper, attribute) = wrapper(of: variable) else { continue }
            if variable.modifiers.contains(where: { $0.name.text == "static" }) {
                throw FormDeclarationError(attribute, .staticProperty(wrapper))
            }
            let property = pattern.identifier.text.trimmingBackquotes
            let name = FormDeclaration.name(in: attribute, or: property)
            if let name, !names.insert(name).inserted {
                throw FormDeclarationError(attribute, .nameAppearsTwice(name))
            }
            fields.append(
                Field(property: property, argument: name.map { "\"\($0)\", " } ?? ""))
        }
        return fields
    }

    /// The wrapper that validates the property, also with the name of its module.
    private static func wrapper(
        of variable: VariableDeclSyntax
    ) -> (name: String, attribute: AttributeSyntax)? {
        for case .attribute(let attribute) in variable.attributes {
            let type = attribute.attributeName
            let name =
                type.as(IdentifierTypeSyntax.self)?.name.text
                ?? type.as(MemberTypeSyntax.self)?.name.text ?? ""
            if wrappers.contains(name) { return (name, attribute) }
        }
        return nil
    }

    /// Returns the name that the attribute gives, or else the property's own.
    ///
    /// - Returns: `nil` if the attribute gives a name that is not a literal: the property knows it.
    private static func name(in attribute: AttributeSyntax, or property: String) -> String? {
        guard let arguments = attribute.arguments?.as(LabeledExprListSyntax.self),
            let argument = arguments.first(where: { $0.label?.text == "name" })
        else { return property }
        return argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}

extension String {
    fileprivate var trimmingBackquotes: String {
        hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
}

/// An issue with a declaration, and its place.
struct FormDeclarationError: Error {
    let node: Syntax
    let message: FormDeclarationMessage

    init(_ node: some SyntaxProtocol, _ message: FormDeclarationMessage) {
        self.node = Syntax(node)
        self.message = message
    }
}

enum FormDeclarationMessage: DiagnosticMessage {
    case notAStruct
    case noFields(String)
    case staticProperty(String)
    case nameAppearsTwice(String)
    case listIsWritten

    var message: String {
        switch self {
        case .notAStruct:
            "'@ValidatableForm' can only be applied to a struct, because a form is a value"
        case .noFields(let form):
            "'\(form)' has no property with '@Validate', '@Required' or '@RegularExpression'"
        case .staticProperty(let wrapper):
            "'@\(wrapper)' on a static property: a field belongs to a form's value"
        case .nameAppearsTwice(let name):
            "the form has two fields with the name '\(name)'; give one of them another name"
        case .listIsWritten:
            "'validatedFields' is written by hand; remove it or '@ValidatableForm'"
        }
    }

    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID {
        let id =
            switch self {
            case .notAStruct: "notAStruct"
            case .noFields: "noFields"
            case .staticProperty: "staticProperty"
            case .nameAppearsTwice: "nameAppearsTwice"
            case .listIsWritten: "listIsWritten"
            }
        return MessageID(domain: "AssayFormMacros", id: id)
    }
}
#endif
