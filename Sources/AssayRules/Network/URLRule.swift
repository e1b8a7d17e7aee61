// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// `url`: a URI with an authority, as links have it.
struct URLRule: Rule {
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
            RuleParameter("allowHosts", .list, "Only these hosts and what is below them"),
            RuleParameter("denyHosts", .list, "Not these hosts and what is below them"),
            RuleParameter(
                "maxLength", .integer, default: 2083, limits: 1...1_000_000, "The most bytes"),
        ],
        kinds: .string,
        codes: [
            RuleCode("url.syntax", "must be a URL"),
            RuleCode("url.tooLong", "must have at most {maxLength} bytes"),
            RuleCode("url.scheme", "must begin with one of the schemes {schemes}"),
            RuleCode("url.host", "must have a valid host"),
            RuleCode("url.port", "must have a valid port"),
            RuleCode("url.credentials", "must not have a user name or password"),
            RuleCode("url.forbiddenHost", "must not lead to this host"),
        ],
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
        schemes = TextSet(try arguments.keys("schemes").map { $0.lowercased() })
        host = try URLHostPolicy(arguments)
        requireScheme = arguments.bool("requireScheme")
        requirePort = arguments.bool("requirePort")
        credentials = arguments.bool("credentials")
        maxLength = arguments.int("maxLength") ?? 2083
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.unsafeBytes
        if text.count > maxLength { return .fail(1) }
        guard let url = URIReference(text), url.scheme != nil, url.hasAuthority else {
            return checkWithoutScheme(text)
        }
        return check(url, text)
    }

    private func checkWithoutScheme(_ text: UnsafeBufferPointer<UInt8>) -> Verdict {
        guard !text.isEmpty, let url = URIReference(text, startsWithAuthority: true) else {
            return .fail(0)
        }
        return requireScheme ? .fail(2) : check(url, text)
    }

    private func check(_ url: URIReference, _ text: UnsafeBufferPointer<UInt8>) -> Verdict {
        if let scheme = url.scheme {
            let name = UnsafeBufferPointer(rebasing: text[scheme])
            guard CaseFolding.withLowercase(name, { schemes.contains($0) }) else { return .fail(2) }
        }
        if url.userinfo != nil, !credentials { return .fail(5) }
        if !hasFittingPort(url, text) { return .fail(4) }
        let name = UnsafeBufferPointer(rebasing: text[url.host])
        switch host.judge(name, isLiteral: url.hostIsLiteral) {
        case .accepted: return .pass
        case .malformed: return .fail(3)
        case .forbidden: return .fail(6)
        }
    }

    private func hasFittingPort(
        _ url: URIReference, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let port = url.port, !port.isEmpty else { return !requirePort }
        var number = 0
        for byte in text[port] {
            number = number * 10 + Int(byte &- 0x30)
            if number > 65535 { return false }
        }
        return true
    }
}
