// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A decision about the hosts that a URL may have.
struct URLHostPolicy: Sendable {
    enum Decision {
        case accepted, malformed, forbidden, unknownTopLevelDomain
    }

    private let options: Host.Options
    private let requireTLD: Bool
    private let knownTLD: Bool
    private let privateHosts: Bool
    private let allowed: HostList?
    private let denied: HostList?

    /// Reads the policy.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of a rule with the policy's parameters.
    ///   - isInternational: `true` if host names may have characters beyond ASCII.
    /// - Throws: `RuleError` that names an entry of a list that is not a host.
    init(_ arguments: Arguments, isInternational: Bool) throws(RuleError) {
        var options: Host.Options = .browser
        if arguments.bool("underscores") { options.insert(.underscores) }
        if isInternational { options.insert(.international) }
        self.options = options
        requireTLD = arguments.bool("requireTLD")
        knownTLD = arguments.bool("knownTLD")
        privateHosts = arguments.bool("privateHosts")
        allowed = try URLHostPolicy.list("allowHosts", of: arguments)
        denied = try URLHostPolicy.list("denyHosts", of: arguments)
    }

    private static func list(
        _ name: String, of arguments: Arguments
    ) throws(RuleError) -> HostList? {
        arguments.list(name) == nil ? nil : try HostList(arguments, name)
    }

    /// `true` if there are readable hosts that the policy does not accept.
    var isLimit: Bool {
        requireTLD || knownTLD || !privateHosts || allowed != nil || denied != nil
    }

    /// Decides about the text of a host, without the brackets of an IPv6 address.
    ///
    /// Costs a pass over the text, a look-up for each label of a name, and a comparison with each
    /// listed block of an address.
    @inline(__always)
    func decide(about text: Span<UInt8>, isLiteral: Bool) -> Decision {
        guard let host = isLiteral ? Host(v6: text) : Host(text, options) else {
            return .malformed
        }
        if requireTLD, !host.isAddress, host.labels < 2 { return .malformed }
        if knownTLD, !host.isAddress, !host.hasKnownDomain { return .unknownTopLevelDomain }
        if !privateHosts, !isPublic(host) { return .forbidden }
        if let denied, denied.contains(host) { return .forbidden }
        if let allowed, !allowed.containsItself(host) { return .forbidden }
        return .accepted
    }

    /// An address that is routed on the internet, or a name that may be found there.
    private func isPublic(_ host: Host) -> Bool {
        host.isAddress
            ? host.isPublicAddress
            : host.labels > 1 && !host.isWithin(URLHostPolicy.privateNames)
    }

    /// Top-level domains that are not on the public internet: RFC 6761, 6762 (and its appendix G), 7686,
    /// 8375 and 9476, ICANN's resolution 2024.07.29.06, and what systems call themselves.
    ///
    /// A name of one label is looked up in the local network too.
    private static let privateNames = TextSet([
        "localhost", "local", "internal", "intranet", "private", "corp", "home", "lan",
        "home.arpa", "localdomain", "localdomain6", "test", "invalid", "onion", "alt",
    ])
}

extension RuleParameter {
    /// The parameters of a `URLHostPolicy`.
    static let hostPolicy: [RuleParameter] = [
        .privateHosts, .allowHosts, .denyHosts, .requireTLD, .underscores, .knownTLD("host name"),
    ]

    static let privateHosts = RuleParameter(
        "privateHosts", .boolean, default: true,
        "Hosts that are not on the public internet are accepted")
    static let allowHosts = RuleParameter(
        "allowHosts", .list,
        "The only hosts that are accepted: names with their subdomains, IP addresses, CIDR blocks")
    static let denyHosts = RuleParameter(
        "denyHosts", .list, "The hosts that are rejected, written as in allowHosts")
    static let requireTLD = RuleParameter(
        "requireTLD", .boolean, default: false,
        "A host name must have a dot; an IP address need not")
    static let underscores = RuleParameter(
        "underscores", .boolean, default: false, "Host names may have _")

    /// `knownTLD`, as the rules about hosts have it, in C too.
    static func knownTLD(_ subject: String) -> RuleParameter {
        RuleParameter(
            "knownTLD", .boolean, default: false,
            "The \(subject) must have a dot and end with a top-level domain of IANA's root zone")
    }
}
