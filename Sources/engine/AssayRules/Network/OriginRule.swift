// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// `origin`: a scheme, a host and a port, as a browser sends them in `Origin`.
struct OriginRule: Rule {
    enum Code: String, RuleCodes {
        case syntax = "must be an origin, like https://example.com"
        case host = "must have a valid host"
        case port = "must have a valid port"
    }

    static let definition = RuleDefinition(
        OriginRule.self, "origin", "A web origin, such as https://example.com",
        standard: "RFC 6454 section 7.1",
        kinds: .string, codes: Code.self,
        examples: [
            .valid("https://example.com", "origin"),
            .valid("http://[2001:db8::1]:8080", "origin"),
            .valid("null", "origin"),
            .invalid("https://example.com/", "origin", code: "origin.syntax"),
            .invalid("example.com", "origin", code: "origin.syntax"),
            .invalid("https://-a.com", "origin", code: "origin.host"),
            .invalid("https://a.com:65536", "origin", code: "origin.port"),
        ])

    init(_ arguments: Arguments) {}

    /// Nothing follows the host and its port, and no user information precedes it.
    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let text = value.utf8
        if text.count == 4, text.hasPrefix("null") { return .pass }
        guard let url = URIReference(text), url.scheme != nil, url.hasAuthority,
            url.userinfo == nil, url.authorityEnd == text.count
        else { return .fail(Code.syntax) }
        guard url.port?.isEmpty != true, !url.hasMalformedPort(in: text) else {
            return .fail(Code.port)
        }
        let host = text.extracting(url.host)
        let isHost = url.hostIsLiteral ? Host(v6: host) != nil : Host(host, .browser) != nil
        return .pass(if: isHost, else: Code.host)
    }
}

extension RuleExpression {
    /// The origin of a page (RFC 6454).
    public static var origin: RuleExpression { RuleExpression("origin") }
}
