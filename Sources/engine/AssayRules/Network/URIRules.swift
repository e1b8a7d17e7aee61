// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// A form of URIs or IRIs.
protocol URIForm: Sendable {
    associatedtype Code: URICodes

    static var id: String { get }
    static var summary: String { get }
    static var standard: String { get }
    /// Characters beyond ASCII are allowed, as RFC 3987 has them.
    static var isInternational: Bool { get }
    /// A relative reference is not enough.
    static var needsScheme: Bool { get }
    static var examples: (valid: Value, invalid: Value) { get }
}

/// The codes of a form; all but the first one are those of its policy about hosts.
protocol URICodes: RuleCodes {
    static var syntax: Self { get }
    static var host: Self { get }
    static var forbiddenHost: Self { get }
    static var unknownTopLevelDomain: Self { get }
}

/// `uri`, `uriReference`, `iri` and `iriReference`.
struct URIRule<Form: URIForm>: Rule {
    static var definition: RuleDefinition {
        let (id, code) = (Form.id, "\(Form.id).\(Form.Code.syntax.name)")
        return RuleDefinition(
            URIRule.self, id, Form.summary, standard: Form.standard,
            parameters: RuleParameter.hostPolicy, kinds: .string, codes: Form.Code.self,
            examples: [
                .valid(Form.examples.valid, id),
                .valid("http://example.com/a", "\(id)(privateHosts=false)"),
                .invalid(Form.examples.invalid, id, code: code),
                .invalid("a\\b", id, code: code),
                .invalid(
                    "http://10.0.0.1/", "\(id)(privateHosts=false)", code: "\(id).forbiddenHost"),
                .invalid(
                    "mailto:a@example.com", "\(id)(privateHosts=false)", code: "\(id).host"),
                .invalid(
                    "http://a.cmo", "\(id)(knownTLD=true)", code: "\(id).unknownTopLevelDomain"),
            ])
    }

    /// The policy about hosts, or `nil` if every one is accepted, also none.
    private let host: URLHostPolicy?

    init(_ arguments: Arguments) throws(RuleError) {
        // A host beyond ASCII is percent-encoded in a URI.
        let policy = try URLHostPolicy(arguments, isInternational: true)
        host = policy.isLimit ? policy : nil
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        let unicode: URIScanner.Unicode = Form.isInternational ? .everywhere : .nowhere
        guard let reference = URIReference(text, unicode: unicode),
            !Form.needsScheme || reference.scheme != nil
        else { return .fail(Form.Code.syntax) }
        return host.map { verdict(on: reference, in: text, by: $0) } ?? .pass
    }

    /// Returns the verdict on the host of a reference.
    ///
    /// A scheme without a host may still lead to one: browsers open `http:a.b`, and `file:` is this machine.
    /// A relative reference stays at the host that it is relative to.
    private func verdict(
        on reference: URIReference, in text: Span<UInt8>, by policy: URLHostPolicy
    ) -> Verdict {
        guard reference.hasAuthority else {
            return .pass(if: reference.scheme == nil, else: Form.Code.host)
        }
        let host = text.extracting(reference.host)
        switch policy.decide(about: host, isLiteral: reference.hostIsLiteral) {
        case .accepted: return .pass
        case .malformed: return .fail(Form.Code.host)
        case .forbidden: return .fail(Form.Code.forbiddenHost)
        case .unknownTopLevelDomain: return .fail(Form.Code.unknownTopLevelDomain)
        }
    }
}

enum URIWithScheme: URIForm {
    enum Code: String, URICodes {
        case syntax = "must be a URI"
        case host = "must have a valid host"
        case forbiddenHost = "must have a host that is allowed"
        case unknownTopLevelDomain = "must have a host with an existing top-level domain"
    }

    static let id = "uri"
    static let summary = "A URI with a scheme"
    static let standard = "RFC 3986"
    static let isInternational = false
    static let needsScheme = true
    static let examples: (valid: Value, invalid: Value) = ("mailto:a@example.com", "/abc")
}

enum AnyURIReference: URIForm {
    enum Code: String, URICodes {
        case syntax = "must be a URI or a relative reference"
        case host = "must have a valid host"
        case forbiddenHost = "must have a host that is allowed"
        case unknownTopLevelDomain = "must have a host with an existing top-level domain"
    }

    static let id = "uriReference"
    static let summary = "A URI or a relative reference"
    static let standard = "RFC 3986"
    static let isInternational = false
    static let needsScheme = false
    static let examples: (valid: Value, invalid: Value) = ("/a?b#c", "http://ex ample/")
}

enum IRIWithScheme: URIForm {
    enum Code: String, URICodes {
        case syntax = "must be an IRI"
        case host = "must have a valid host"
        case forbiddenHost = "must have a host that is allowed"
        case unknownTopLevelDomain = "must have a host with an existing top-level domain"
    }

    static let id = "iri"
    static let summary = "An IRI with a scheme"
    static let standard = "RFC 3987"
    static let isInternational = true
    static let needsScheme = true
    static let examples: (valid: Value, invalid: Value) = ("http://ä.example/", "/abc")
}

enum AnyIRIReference: URIForm {
    enum Code: String, URICodes {
        case syntax = "must be an IRI or a relative reference"
        case host = "must have a valid host"
        case forbiddenHost = "must have a host that is allowed"
        case unknownTopLevelDomain = "must have a host with an existing top-level domain"
    }

    static let id = "iriReference"
    static let summary = "An IRI or a relative reference"
    static let standard = "RFC 3987"
    static let isInternational = true
    static let needsScheme = false
    static let examples: (valid: Value, invalid: Value) = ("/ä?b#c", "http://ex ample/")
}

extension RuleExpression {
    /// A URI with a scheme (RFC 3986).
    public static var uri: RuleExpression { RuleExpression("uri") }

    /// A URI with a scheme (RFC 3986), at a host that is accepted as in `url`.
    public static func uri(
        privateHosts: Bool? = nil, allowHosts: [String]? = nil, denyHosts: [String]? = nil,
        requireTLD: Bool? = nil, underscores: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "uri",
            options: hostPolicy(
                privateHosts: privateHosts, allowHosts: allowHosts, denyHosts: denyHosts,
                requireTLD: requireTLD, underscores: underscores, knownTLD: knownTLD))
    }

    /// A URI or a relative reference (RFC 3986).
    public static var uriReference: RuleExpression { RuleExpression("uriReference") }

    /// A URI or a relative reference (RFC 3986), at a host that is accepted as in `url`.
    public static func uriReference(
        privateHosts: Bool? = nil, allowHosts: [String]? = nil, denyHosts: [String]? = nil,
        requireTLD: Bool? = nil, underscores: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "uriReference",
            options: hostPolicy(
                privateHosts: privateHosts, allowHosts: allowHosts, denyHosts: denyHosts,
                requireTLD: requireTLD, underscores: underscores, knownTLD: knownTLD))
    }

    /// An IRI with a scheme (RFC 3987).
    public static var iri: RuleExpression { RuleExpression("iri") }

    /// An IRI with a scheme (RFC 3987), at a host that is accepted as in `url`.
    public static func iri(
        privateHosts: Bool? = nil, allowHosts: [String]? = nil, denyHosts: [String]? = nil,
        requireTLD: Bool? = nil, underscores: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "iri",
            options: hostPolicy(
                privateHosts: privateHosts, allowHosts: allowHosts, denyHosts: denyHosts,
                requireTLD: requireTLD, underscores: underscores, knownTLD: knownTLD))
    }

    /// An IRI or a relative reference (RFC 3987).
    public static var iriReference: RuleExpression { RuleExpression("iriReference") }

    /// An IRI or a relative reference (RFC 3987), at a host that is accepted as in `url`.
    public static func iriReference(
        privateHosts: Bool? = nil, allowHosts: [String]? = nil, denyHosts: [String]? = nil,
        requireTLD: Bool? = nil, underscores: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "iriReference",
            options: hostPolicy(
                privateHosts: privateHosts, allowHosts: allowHosts, denyHosts: denyHosts,
                requireTLD: requireTLD, underscores: underscores, knownTLD: knownTLD))
    }

    private static func hostPolicy(
        privateHosts: Bool?, allowHosts: [String]?, denyHosts: [String]?, requireTLD: Bool?,
        underscores: Bool?, knownTLD: Bool?
    ) -> KeyValuePairs<String, ArgumentValue?> {
        [
            "privateHosts": .flag(privateHosts), "allowHosts": .texts(allowHosts),
            "denyHosts": .texts(denyHosts), "requireTLD": .flag(requireTLD),
            "underscores": .flag(underscores), "knownTLD": .flag(knownTLD),
        ]
    }
}
