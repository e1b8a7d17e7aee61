// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A form of URIs or IRIs.
protocol URIForm: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var standard: String { get }
    /// Characters beyond ASCII are allowed, as RFC 3987 has them.
    static var isInternational: Bool { get }
    /// A relative reference is not enough.
    static var needsScheme: Bool { get }
    static var failure: Code { get }
    static var examples: (valid: Value, invalid: Value) { get }
}

/// `uri`, `uriReference`, `iri` and `iriReference`.
struct URIRule<Form: URIForm>: Rule {
    static var definition: RuleDefinition {
        let code = "\(Form.id).\(Form.failure.name)"
        return RuleDefinition(
            URIRule.self, Form.id, Form.summary, standard: Form.standard, kinds: .string,
            codes: Form.Code.self,
            examples: [
                .valid(Form.examples.valid, Form.id),
                .invalid(Form.examples.invalid, Form.id, code: code),
                .invalid("a\\b", Form.id, code: code),
            ])
    }

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard
            let reference = URIReference(
                value.utf8, unicode: Form.isInternational ? .everywhere : .nowhere)
        else {
            return .fail(Form.failure)
        }
        return .pass(if: !Form.needsScheme || reference.scheme != nil, else: Form.failure)
    }
}

enum URIWithScheme: URIForm {
    enum Code: String, RuleCodes {
        case syntax = "must be a URI"
    }

    static let id = "uri"
    static let summary = "A URI with a scheme"
    static let standard = "RFC 3986"
    static let isInternational = false
    static let needsScheme = true
    static let failure = Code.syntax
    static let examples: (valid: Value, invalid: Value) = ("mailto:a@example.com", "/abc")
}

enum AnyURIReference: URIForm {
    enum Code: String, RuleCodes {
        case syntax = "must be a URI or a relative reference"
    }

    static let id = "uriReference"
    static let summary = "A URI or a relative reference"
    static let standard = "RFC 3986"
    static let isInternational = false
    static let needsScheme = false
    static let failure = Code.syntax
    static let examples: (valid: Value, invalid: Value) = ("/a?b#c", "http://ex ample/")
}

enum IRIWithScheme: URIForm {
    enum Code: String, RuleCodes {
        case syntax = "must be an IRI"
    }

    static let id = "iri"
    static let summary = "An IRI with a scheme"
    static let standard = "RFC 3987"
    static let isInternational = true
    static let needsScheme = true
    static let failure = Code.syntax
    static let examples: (valid: Value, invalid: Value) = ("http://ä.example/", "/abc")
}

enum AnyIRIReference: URIForm {
    enum Code: String, RuleCodes {
        case syntax = "must be an IRI or a relative reference"
    }

    static let id = "iriReference"
    static let summary = "An IRI or a relative reference"
    static let standard = "RFC 3987"
    static let isInternational = true
    static let needsScheme = false
    static let failure = Code.syntax
    static let examples: (valid: Value, invalid: Value) = ("/ä?b#c", "http://ex ample/")
}

extension RuleExpression {
    /// A URI with a scheme (RFC 3986).
    public static var uri: RuleExpression { RuleExpression("uri") }

    /// A URI or a relative reference (RFC 3986).
    public static var uriReference: RuleExpression { RuleExpression("uriReference") }

    /// An IRI with a scheme (RFC 3987).
    public static var iri: RuleExpression { RuleExpression("iri") }

    /// An IRI or a relative reference (RFC 3987).
    public static var iriReference: RuleExpression { RuleExpression("iriReference") }
}
