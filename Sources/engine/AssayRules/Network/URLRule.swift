// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `url`: a URI with an authority, as links have it.
struct URLRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be a URL"
        case tooLong = "must have at most {maxLength} {maxLength:byte|bytes}"
        case scheme = "must begin with {schemes:the scheme|one of the schemes} {schemes}"
        case host = "must have a valid host"
        case port = "must have a valid port"
        case credentials = "must not have a user name or password"
        case forbiddenHost = "must have a host that is allowed"
        case unknownTopLevelDomain = "must have a host with an existing top-level domain"
    }

    static let definition = RuleDefinition(
        URLRule.self, "url", "A URL with a host", standard: "RFC 3986; WHATWG URL",
        parameters: [
            RuleParameter(
                "schemes", .list, default: ["http", "https"], "The schemes that are accepted"),
            .requireTLD,
            RuleParameter(
                "requireScheme", .boolean, default: true,
                "A scheme is required: example.com/a fails"),
            RuleParameter("requirePort", .boolean, default: false, "A port is required"),
            RuleParameter("credentials", .boolean, default: true, "user:password@ is accepted"),
            .underscores, .privateHosts,
            .allowHosts, .denyHosts,
            RuleParameter(
                "maxLength", .integer, default: 2083, limits: 1...1_000_000,
                "The maximum number of bytes"),
            RuleParameter(
                "idn", .boolean, default: false,
                "Host names, paths, queries and fragments may have letters beyond ASCII"),
            .knownTLD("host name"),
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
            .invalid("http://0x7f.1", "url(privateHosts=false)", code: "url.forbiddenHost"),
            .invalid(
                "https://www.evil.com./", "url(denyHosts=[\"evil.com\"])",
                code: "url.forbiddenHost"),
            .valid("https://bücher.example/übersicht?q=größe", "url(idn=true)"),
            .valid("https://example.com", "url(knownTLD=true)"),
            .invalid(
                "https://example.cmo", "url(knownTLD=true)", code: "url.unknownTopLevelDomain"),
            .invalid("https://bücher.example/", "url", code: "url.syntax"),
            .invalid("javascript:alert(1)", "url(requireScheme=false)", code: "url.scheme"),
            .invalid("http://a.com", "url(maxLength=5)", code: "url.tooLong"),
        ])

    private let schemes: TextSet
    private let host: URLHostPolicy
    private let requireScheme: Bool
    private let requirePort: Bool
    private let credentials: Bool
    private let maxLength: Int
    private let unicode: URIScanner.Unicode

    init(_ arguments: Arguments) throws(RuleError) {
        schemes = TextSet(try arguments.strings("schemes").map { $0.lowercased() })
        host = try URLHostPolicy(arguments, isInternational: arguments.bool("idn"))
        requireScheme = arguments.bool("requireScheme")
        requirePort = arguments.bool("requirePort")
        credentials = arguments.bool("credentials")
        maxLength = try arguments.int(required: "maxLength")
        unicode = arguments.bool("idn") ? .inLinks : .nowhere
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        if text.count > maxLength { return .fail(Code.tooLong) }
        guard let url = URIReference(text, unicode: unicode), url.scheme != nil, url.hasAuthority
        else {
            return checkWithoutScheme(text)
        }
        return check(url, in: text)
    }

    private func checkWithoutScheme(_ text: Span<UInt8>) -> Verdict {
        if URLRule.hasSchemeAndSlashes(text) { return .fail(Code.syntax) }
        if !requireScheme, let scheme = URLRule.scheme(of: text) {
            return .fail(isAccepted(text.extracting(scheme)) ? Code.syntax : Code.scheme)
        }
        guard !text.isEmpty,
            let url = URIReference(text, unicode: unicode, startsWithAuthority: true)
        else { return .fail(Code.syntax) }
        if requireScheme { return .fail(Code.scheme) }
        return check(url, in: text)
    }

    /// Returns `true` if a text begins as a URL with a scheme does, so that it is one or none at all.
    private static func hasSchemeAndSlashes(_ text: Span<UInt8>) -> Bool {
        guard let scheme = URIScanner(text: text, unicode: .nowhere).scheme() else { return false }
        return text.extracting((scheme.upperBound + 1)...).hasPrefix("//")
    }

    /// Returns the part that a browser takes for the scheme of a text without `//`.
    ///
    /// That is all before the first colon, unless it is a host with a dot, or localhost, and its
    /// port. `javascript:1/alert(1)` looks like a host and a port too; no scheme that browsers run
    /// has a dot.
    private static func scheme(of text: Span<UInt8>) -> Range<Int>? {
        guard let scheme = URIScanner(text: text, unicode: .nowhere).scheme() else { return nil }
        let name = text.extracting(scheme)
        let isHost =
            name.firstIndex(of: UInt8(ascii: ".")) != nil
            || CaseFolding.withLowercase(name) { localhost.contains($0) }
        var end = scheme.upperBound + 1
        while end < text.count, ASCII.isDigit(text[end]) { end += 1 }
        let isPort = end == text.count || [0x2F, 0x3F, 0x23].contains(text[end])
        return isHost && isPort ? nil : scheme
    }

    private static let localhost = TextSet(["localhost"])

    private func isAccepted(_ scheme: Span<UInt8>) -> Bool {
        CaseFolding.withLowercase(scheme) { schemes.contains($0) }
    }

    private func check(_ url: URIReference, in text: Span<UInt8>) -> Verdict {
        if let scheme = url.scheme, !isAccepted(text.extracting(scheme)) {
            return .fail(Code.scheme)
        }
        if url.userinfo != nil, !credentials { return .fail(Code.credentials) }
        if !hasAcceptedPort(url, in: text) { return .fail(Code.port) }
        switch host.decide(about: text.extracting(url.host), isLiteral: url.hostIsLiteral) {
        case .accepted: return .pass
        case .malformed: return .fail(Code.host)
        case .forbidden: return .fail(Code.forbiddenHost)
        case .unknownTopLevelDomain: return .fail(Code.unknownTopLevelDomain)
        }
    }

    private func hasAcceptedPort(_ url: URIReference, in text: Span<UInt8>) -> Bool {
        guard let port = url.port, !port.isEmpty else { return !requirePort }
        return !url.hasMalformedPort(in: text)
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
        maxLength: Int? = nil, idn: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "url",
            options: [
                "schemes": .texts(schemes), "requireTLD": .flag(requireTLD),
                "requireScheme": .flag(requireScheme), "requirePort": .flag(requirePort),
                "credentials": .flag(credentials), "underscores": .flag(underscores),
                "privateHosts": .flag(privateHosts), "allowHosts": .texts(allowHosts),
                "denyHosts": .texts(denyHosts), "maxLength": .integer(maxLength),
                "idn": .flag(idn), "knownTLD": .flag(knownTLD),
            ])
    }
}
