// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Which hosts a URL may have.
struct URLHostPolicy: Sendable {
    enum Decision {
        case accepted, malformed, forbidden
    }

    private let requireTLD: Bool
    private let underscores: Bool
    private let privateHosts: Bool
    private let allowed: [String]?
    private let denied: [String]

    init(_ arguments: Arguments) throws(RuleError) {
        requireTLD = arguments.bool("requireTLD")
        underscores = arguments.bool("underscores")
        privateHosts = arguments.bool("privateHosts")
        let hosts = try arguments.strings("allowHosts")
        allowed = arguments.list("allowHosts") == nil ? nil : hosts.map { $0.lowercased() }
        denied = try arguments.strings("denyHosts").map { $0.lowercased() }
    }

    @inline(__always)
    func decide(about host: Span<UInt8>, isLiteral: Bool) -> Decision {
        var isPrivate = false
        if isLiteral {
            guard !requireTLD else { return .malformed }
            if !privateHosts, let groups = IPAddressText.v6(host) {
                isPrivate = IPAddressText.isPrivate(v6: groups)
            }
        } else if let address = IPAddressText.v4(host) {
            guard !requireTLD else { return .malformed }
            isPrivate = IPAddressText.isPrivate(v4: address)
        } else {
            // One dot at the end is the root of the name space.
            let isRooted = host.count > 1 && host.last == UInt8(ascii: ".")
            let name = isRooted ? host.extracting(droppingLast: 1) : host
            guard let domain = DomainName(name, underscores: underscores), domain.endsWithName,
                !requireTLD || domain.labels > 1
            else { return .malformed }
            isPrivate = !privateHosts && isLocalName(name)
        }
        if isPrivate, !privateHosts { return .forbidden }
        return allowed == nil && denied.isEmpty || isAllowed(host) ? .accepted : .forbidden
    }

    private func isLocalName(_ name: Span<UInt8>) -> Bool {
        let text = String(copying: name).lowercased()
        return ["localhost", "local", "internal"].contains {
            URLHostPolicy.host(text, isWithin: $0)
        }
    }

    private func isAllowed(_ host: Span<UInt8>) -> Bool {
        let text = String(copying: host).lowercased()
        if denied.contains(where: { URLHostPolicy.host(text, isWithin: $0) }) { return false }
        return allowed?.contains { URLHostPolicy.host(text, isWithin: $0) } ?? true
    }

    private static func host(_ host: String, isWithin domain: String) -> Bool {
        host == domain || host.hasSuffix("." + domain)
    }
}
