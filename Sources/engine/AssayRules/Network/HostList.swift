// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Hosts that a rule set lists: names, with the names below them, addresses and blocks of addresses.
struct HostList: Sendable {
    private let names: TextSet
    private let blocks: [AddressBlock]

    /// Reads the entries of a list that was given as an argument.
    ///
    /// - Throws: `RuleError` that names the first entry that is not a host.
    init(_ arguments: Arguments, _ parameter: String) throws(RuleError) {
        var names: [String] = []
        var blocks: [AddressBlock] = []
        for (index, entry) in try arguments.strings(parameter).enumerated() {
            switch HostList.read(entry) {
            case .name(let name): names.append(name)
            case .block(let block): blocks.append(block)
            case nil:
                throw arguments.invalid(
                    parameter,
                    "must have names, IP addresses and CIDR blocks; element \(index + 1) is '\(abbreviated(entry))'",
                    help:
                        "write a host without scheme, port and wildcard: \"example.com\" also covers the names below it"
                )
            }
        }
        self.names = TextSet(names)
        self.blocks = blocks
    }

    /// True if the host is listed, in whatever form it was written.
    func contains(_ host: Host) -> Bool {
        guard host.isAddress else { return host.isWithin(names) }
        return !blocks.isEmpty && contains(host.addresses)
    }

    /// True if the first address, the one of the host itself, is listed.
    ///
    /// An IPv6 address that leads to an IPv4 one by NAT64 or 6to4 is not that address: what is allowed
    /// is allowed by its own name; a mapped one is.
    func containsItself(_ host: Host) -> Bool {
        guard host.isAddress else { return host.isWithin(names) }
        return !blocks.isEmpty && contains(host.ownAddresses)
    }

    private func contains(_ addresses: [IPAddress]) -> Bool {
        addresses.contains { address in blocks.contains { $0.contains(address) } }
    }

    private enum Entry {
        case name(String)
        case block(AddressBlock)
    }

    /// Reads an entry with the parser of hosts in URLs; the result is `nil` if it is not a host.
    private static func read(_ entry: String) -> Entry? {
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first.flatMap({ Host(listed: $0) }) else { return nil }
        guard host.isAddress else {
            return parts.count == 1 ? .name(host.withName { String(copying: $0) }) : nil
        }
        guard let own = host.addresses.first else { return nil }
        let longest = own.isV4 ? 32 : 128
        guard let bits = parts.count == 1 ? longest : prefixLength(parts[1], atMost: longest)
        else { return nil }
        // A block of mapped addresses is the block of IPv4 addresses.
        if !own.isV4, bits >= 96, host.isMapped, let v4 = host.addresses.last {
            return .block(AddressBlock(v4, bits: bits - 96))
        }
        return .block(AddressBlock(own, bits: bits))
    }

    private static func prefixLength(_ text: Substring, atMost limit: Int) -> Int? {
        guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit),
            text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0"), let bits = Int(text)
        else { return nil }
        return bits <= limit ? bits : nil
    }
}

extension Host {
    /// Reads an entry of a list: as the host of a URL, an IPv6 address with or without brackets.
    fileprivate init?(listed text: Substring) {
        var bytes = ContiguousArray(text.utf8)
        if bytes.contains(UInt8(ascii: ":")) {
            if bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
                bytes = ContiguousArray(bytes.dropFirst().dropLast())
            }
            self.init(v6: bytes.span)
        } else {
            self.init(bytes.span, [.browser, .international, .underscores])
        }
    }
}
