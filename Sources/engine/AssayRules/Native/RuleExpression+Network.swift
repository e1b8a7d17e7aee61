// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// The names and addresses of networks that rules in C check.
extension RuleExpression {
    /// The definition that a host name follows.
    public enum HostnameProfile: String, RuleChoice {
        /// Labels that begin with a letter; 2 to 24 characters in all (RFC 952).
        case rfc952
        /// Labels that may begin with a digit too (RFC 1123).
        case rfc1123
        /// At least two labels, of which the last one begins with a letter.
        case fqdn
        /// One label (RFC 1035).
        case rfc1035Label
    }

    /// The addresses that a rule accepts.
    public enum AddressScope: String, RuleChoice {
        /// Every address.
        case any
        /// Addresses that are routed on the internet.
        case `public`
        /// Addresses of private networks.
        case `private`
    }

    /// The places of separators between digits.
    public enum Separators: String, RuleChoice {
        /// All groups of digits have separators between them.
        case required
        /// Nowhere.
        case forbidden
        /// All groups have separators between them, or none has.
        case any
    }

    /// A host name (RFC 1123).
    public static var hostname: RuleExpression { RuleExpression("hostname") }

    /// A host name.
    public static func hostname(
        profile: HostnameProfile? = nil, requireTLD: Bool? = nil, underscores: Bool? = nil,
        trailingDot: Bool? = nil, wildcard: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "hostname",
            options: [
                "profile": .choice(profile), "requireTLD": .flag(requireTLD),
                "underscores": .flag(underscores), "trailingDot": .flag(trailingDot),
                "wildcard": .flag(wildcard), "knownTLD": .flag(knownTLD),
            ])
    }

    /// An internationalized host name (IDNA 2008).
    public static var idnHostname: RuleExpression { RuleExpression("idnHostname") }

    /// An internationalized host name (IDNA 2008), perhaps with a dot at its end.
    public static func idnHostname(
        trailingDot: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "idnHostname",
            options: ["trailingDot": .flag(trailingDot), "knownTLD": .flag(knownTLD)])
    }

    /// A host with its port.
    public static var hostAndPort: RuleExpression { RuleExpression("hostAndPort") }

    /// A host with its port, or with `requirePort` false perhaps without.
    public static func hostAndPort(
        requirePort: Bool? = nil, knownTLD: Bool? = nil
    ) -> RuleExpression {
        RuleExpression(
            "hostAndPort",
            options: ["requirePort": .flag(requirePort), "knownTLD": .flag(knownTLD)])
    }

    /// A top-level domain of the internet.
    public static var topLevelDomain: RuleExpression { RuleExpression("topLevelDomain") }

    /// A top-level domain, or with `withdrawn` one that was withdrawn.
    public static func topLevelDomain(withdrawn: Bool) -> RuleExpression {
        RuleExpression("topLevelDomain", options: ["withdrawn": .flag(withdrawn)])
    }

    /// A range of IP addresses such as 192.0.2.1-192.0.2.9.
    public static var ipRange: RuleExpression { RuleExpression("ipRange") }

    /// A range of IP addresses, of version 4 or 6.
    public static func ipRange(version: Int) -> RuleExpression {
        RuleExpression("ipRange", options: ["version": .integer(version)])
    }

    /// An IP address of either version.
    public static var ip: RuleExpression { RuleExpression("ip") }

    /// An IP address, version 4 or 6.
    public static func ip(
        version: Int? = nil, zone: Bool? = nil, scope: AddressScope? = nil
    ) -> RuleExpression {
        RuleExpression(
            "ip",
            options: [
                "version": .integer(version), "zone": .flag(zone), "scope": .choice(scope),
            ])
    }

    /// An address block such as 192.0.2.0/24 (RFC 4632).
    public static var cidr: RuleExpression { RuleExpression("cidr") }

    /// An address block; `strict`: the bits after the prefix are zero.
    public static func cidr(version: Int? = nil, strict: Bool? = nil) -> RuleExpression {
        RuleExpression("cidr", options: ["version": .integer(version), "strict": .flag(strict)])
    }

    /// A port number, 0 to 65535.
    public static var port: RuleExpression { RuleExpression("port") }

    /// A MAC address.
    public static var macAddress: RuleExpression { RuleExpression("macAddress") }

    /// A MAC address of 48 or 64 bits.
    public static func macAddress(
        bits: Int? = nil, separators: Separators? = nil
    ) -> RuleExpression {
        RuleExpression(
            "macAddress", options: ["bits": .integer(bits), "separators": .choice(separators)])
    }
}
