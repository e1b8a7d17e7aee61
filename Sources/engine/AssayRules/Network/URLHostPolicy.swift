// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A decision about the hosts that a URL may have.
struct URLHostPolicy: Sendable {
    enum Decision {
        case accepted, malformed, forbidden
    }

    private let options: Host.Options
    private let requireTLD: Bool
    private let privateHosts: Bool
    private let allowed: HostList?
    private let denied: HostList?

    init(_ arguments: Arguments) throws(RuleError) {
        var options: Host.Options = .browser
        if arguments.bool("underscores") { options.insert(.underscores) }
        if arguments.bool("idn") { options.insert(.international) }
        self.options = options
        requireTLD = arguments.bool("requireTLD")
        privateHosts = arguments.bool("privateHosts")
        allowed = try URLHostPolicy.list("allowHosts", of: arguments)
        denied = try URLHostPolicy.list("denyHosts", of: arguments)
    }

    private static func list(
        _ name: String, of arguments: Arguments
    ) throws(RuleError) -> HostList? {
        arguments.list(name) == nil ? nil : try HostList(arguments, name)
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

    /// Top-level domains of private networks: RFC 6761, 6762 (and its appendix G) and 8375, ICANN's
    /// resolution 2024.07.29.06, and what systems call themselves.
    ///
    /// A name of one label is looked up in the local network too.
    private static let privateNames = TextSet([
        "localhost", "local", "internal", "intranet", "private", "corp", "home", "lan",
        "home.arpa", "localdomain", "localdomain6",
    ])
}
