// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleExpression {
    /// An e-mail address as browsers accept it (WHATWG HTML).
    public static var email: RuleExpression { built("email") }

    /// An e-mail address; `addressLiteral` defaults to true in the modes of the RFCs.
    public static func email(
        mode: EmailMode = .html, requireTLD: Bool = false,
        displayName: DisplayName = .forbidden, addressLiteral: Bool? = nil, maxLength: Int? = nil
    ) -> RuleExpression {
        built(
            "email", [],
            [
                "mode": .choice(mode, default: .html), "requireTLD": .flag(requireTLD),
                "displayName": .choice(displayName, default: .forbidden),
                "addressLiteral": addressLiteral.map { .value(.bool($0)) },
                "maxLength": .integer(maxLength),
            ])
    }

    /// A URL of the scheme http or https.
    public static var url: RuleExpression { built("url") }

    /// A URL with a host.
    public static func url(
        schemes: [String]? = nil, requireTLD: Bool = false, requireScheme: Bool = true,
        requirePort: Bool = false, credentials: Bool = true, underscores: Bool = false,
        privateHosts: Bool = true, allowHosts: [String]? = nil, denyHosts: [String]? = nil,
        maxLength: Int? = nil
    ) -> RuleExpression {
        built(
            "url", [],
            [
                "schemes": .texts(schemes), "requireTLD": .flag(requireTLD),
                "requireScheme": .flag(requireScheme, default: true),
                "requirePort": .flag(requirePort),
                "credentials": .flag(credentials, default: true),
                "underscores": .flag(underscores),
                "privateHosts": .flag(privateHosts, default: true),
                "allowHosts": .texts(allowHosts), "denyHosts": .texts(denyHosts),
                "maxLength": .integer(maxLength),
            ])
    }

    /// A URI with a scheme (RFC 3986).
    public static var uri: RuleExpression { built("uri") }

    /// A URI or a relative reference (RFC 3986).
    public static var uriReference: RuleExpression { built("uriReference") }

    /// An IRI with a scheme (RFC 3987).
    public static var iri: RuleExpression { built("iri") }

    /// An IRI or a relative reference (RFC 3987).
    public static var iriReference: RuleExpression { built("iriReference") }

    /// A host name (RFC 1123).
    public static var hostname: RuleExpression { built("hostname") }

    /// An IP address of either version.
    public static var ip: RuleExpression { built("ip") }

    /// An address block such as 192.0.2.0/24 (RFC 4632).
    public static var cidr: RuleExpression { built("cidr") }

    /// A port number, 0 to 65535.
    public static var port: RuleExpression { built("port") }

    /// A MAC address.
    public static var macAddress: RuleExpression { built("macAddress") }

    /// A host name.
    public static func hostname(
        profile: HostnameProfile = .rfc1123, requireTLD: Bool = false, underscores: Bool = false,
        trailingDot: Bool = false, wildcard: Bool = false
    ) -> RuleExpression {
        built(
            "hostname", [],
            [
                "profile": .choice(profile, default: .rfc1123), "requireTLD": .flag(requireTLD),
                "underscores": .flag(underscores), "trailingDot": .flag(trailingDot),
                "wildcard": .flag(wildcard),
            ])
    }

    /// An IP address, version 4 or 6.
    public static func ip(
        version: Int? = nil, zone: Bool = false, scope: AddressScope = .any
    ) -> RuleExpression {
        built(
            "ip", [],
            [
                "version": .integer(version), "zone": .flag(zone),
                "scope": .choice(scope, default: .any),
            ])
    }

    /// An address block; `strict`: the bits behind the prefix are zero.
    public static func cidr(version: Int? = nil, strict: Bool = false) -> RuleExpression {
        built("cidr", [], ["version": .integer(version), "strict": .flag(strict)])
    }

    /// A MAC address of 48 or 64 bits.
    public static func macAddress(
        bits: Int? = nil, separators: Separators = .any
    ) -> RuleExpression {
        built(
            "macAddress", [],
            ["bits": .integer(bits), "separators": .choice(separators, default: .any)])
    }
}
