// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `url`: a URI with an authority, as links have it.
struct URLRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a URL"
        case tooLong = "must have at most {maxLength} {maxLength:byte|bytes}"
        case scheme = "must begin with one of the schemes {schemes}"
        case host = "must have a valid host"
        case port = "must have a valid port"
        case credentials = "must not have a user name or password"
        case forbiddenHost = "must not lead to this host"
    }

    static let definition = RuleDefinition(
        URLRule.self, "url", "A URL with a host", standard: "RFC 3986",
        parameters: [
            RuleParameter(
                "schemes", .list, default: ["http", "https"], "The schemes that are accepted"),
            RuleParameter("requireTLD", .boolean, default: false, "A host name has a dot"),
            RuleParameter("requireScheme", .boolean, default: true, "example.com/a is not enough"),
            RuleParameter("requirePort", .boolean, default: false, "There is a port"),
            RuleParameter("credentials", .boolean, default: true, "user:password@ is accepted"),
            RuleParameter("underscores", .boolean, default: false, "Host names may have _"),
            RuleParameter(
                "privateHosts", .boolean, default: true,
                "localhost and private addresses are accepted"),
            RuleParameter("allowHosts", .list, "Only these hosts and their subdomains"),
            RuleParameter("denyHosts", .list, "Neither these hosts nor their subdomains"),
            RuleParameter(
                "maxLength", .integer, default: 2083, limits: 1...1_000_000, "The most bytes"),
        ],
        kinds: .string, codes: Code.self,
        examples: [
            .valid("https://example.com/a?b=c#d", "url"),
            .valid("http://[2001:db8::1]:8080/", "url"),
            .valid("example.com/a", "url(requireScheme=false)"),
            .invalid("example.com", "url", code: "url.scheme"),
            .invalid("https://exa mple.com", "url", code: "url.syntax"),
            .invalid("ftp://example.com", "url", code: "url.scheme"),
            .invalid("https://-a.com", "url", code: "url.host"),
            .invalid("https://a.com:70000", "url", code: "url.port"),
            .invalid("https://u:p@a.com", "url(credentials=false)", code: "url.credentials"),
            .invalid("http://10.0.0.1", "url(privateHosts=false)", code: "url.forbiddenHost"),
            .invalid("http://a.com", "url(maxLength=5)", code: "url.tooLong"),
        ])

    private let schemes: TextSet
    private let host: URLHostPolicy
    private let requireScheme: Bool
    private let requirePort: Bool
    private let credentials: Bool
    private let maxLength: Int

    init(_ arguments: Arguments) throws(RuleError) {
        schemes = TextSet(try arguments.strings("schemes").map { $0.lowercased() })
        host = try URLHostPolicy(arguments)
        requireScheme = arguments.bool("requireScheme")
        requirePort = arguments.bool("requirePort")
        credentials = arguments.bool("credentials")
        maxLength = try arguments.int(required: "maxLength")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        if text.count > maxLength { return .fail(Code.tooLong) }
        guard let url = URIReference(text), url.scheme != nil, url.hasAuthority else {
            return checkWithoutScheme(text)
        }
        return check(url, in: text)
    }

    private func checkWithoutScheme(_ text: Span<UInt8>) -> Verdict {
        guard !text.isEmpty, let url = URIReference(text, startsWithAuthority: true) else {
            return .fail(Code.syntax)
        }
        return requireScheme ? .fail(Code.scheme) : check(url, in: text)
    }

    private func check(_ url: URIReference, in text: Span<UInt8>) -> Verdict {
        if let scheme = url.scheme {
            let name = text.extracting(scheme)
            guard CaseFolding.withLowercase(name, { schemes.contains($0) }) else {
                return .fail(Code.scheme)
            }
        }
        if url.userinfo != nil, !credentials { return .fail(Code.credentials) }
        if !hasAcceptedPort(url, in: text) { return .fail(Code.port) }
        switch host.decide(about: text.extracting(url.host), isLiteral: url.hostIsLiteral) {
        case .accepted: return .pass
        case .malformed: return .fail(Code.host)
        case .forbidden: return .fail(Code.forbiddenHost)
        }
    }

    private func hasAcceptedPort(_ url: URIReference, in text: Span<UInt8>) -> Bool {
        guard let port = url.port, !port.isEmpty else { return !requirePort }
        var number = 0
        for index in port {
            number = number * 10 + Int(text[index] &- 0x30)
            if number > 65535 { return false }
        }
        return true
    }
}

extension RuleExpression {
    /// A URL of the scheme http or https.
    public static var url: RuleExpression { RuleExpression("url") }

    /// A URL with a host.
    public static func url(
        schemes: [String]? = nil, requireTLD: Bool? = nil, requireScheme: Bool? = nil,
        requirePort: Bool? = nil, credentials: Bool? = nil, underscores: Bool? = nil,
        privateHosts: Bool? = nil, allowHosts: [String]? = nil, denyHosts: [String]? = nil,
        maxLength: Int? = nil
    ) -> RuleExpression {
        RuleExpression(
            "url",
            options: [
                "schemes": .texts(schemes), "requireTLD": .flag(requireTLD),
                "requireScheme": .flag(requireScheme), "requirePort": .flag(requirePort),
                "credentials": .flag(credentials), "underscores": .flag(underscores),
                "privateHosts": .flag(privateHosts), "allowHosts": .texts(allowHosts),
                "denyHosts": .texts(denyHosts), "maxLength": .integer(maxLength),
            ])
    }
}
