// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CRules

/// A host taken from a text: a name, or an IP address in any of the forms that are read as one.
///
/// Two texts that lead to the same host are equal once read: names are in lower case, with A-labels and
/// without the dot of the root; addresses are their bytes.
struct Host {
    struct Options: OptionSet {
        let rawValue: UInt32

        /// Underscores count as letters.
        static let underscores = Options(rawValue: UInt32(ASSAY_HOST_UNDERSCORES))
        /// U-labels are allowed (RFC 5890).
        static let international = Options(rawValue: UInt32(ASSAY_HOST_INTERNATIONAL))
        /// Hosts are read as in browsers (WHATWG URL): mapped, decoded, IPv4 in any form.
        static let browser = Options(rawValue: UInt32(ASSAY_HOST_BROWSER))
        /// Characters are composed first (NFC).
        static let composes = Options(rawValue: UInt32(ASSAY_HOST_COMPOSES))
        /// `xn--` begins an A-label.
        static let aLabels = Options(rawValue: UInt32(ASSAY_HOST_A_LABELS))
        /// Labels with hyphens as third and fourth character are A-labels or none (RFC 5890).
        static let noReserved = Options(rawValue: UInt32(ASSAY_HOST_NO_RESERVED))
    }

    private var read = assay_read_host()

    /// Reads a whole text as a name or, where browsers do, as an IPv4 address; nil for other texts.
    @inline(__always)
    init?(_ text: Span<UInt8>, _ options: Options) {
        let isHost = text.withUnsafeBufferPointer {
            assay_read_name($0.baseAddress, $0.count, options.rawValue, &read)
        }
        guard isHost else { return nil }
    }

    /// Reads a whole text as an IPv6 address without brackets (RFC 4291 section 2.2).
    init?(v6 text: Span<UInt8>) {
        let isAddress = text.withUnsafeBufferPointer {
            assay_read_v6_host($0.baseAddress, $0.count, &read)
        }
        guard isAddress else { return nil }
    }

    /// Reads a whole text as four decimal numbers without leading zeros (RFC 3986 section 3.2.2).
    init?(v4 text: Span<UInt8>) {
        let isAddress = text.withUnsafeBufferPointer {
            assay_read_v4_host($0.baseAddress, $0.count, &read)
        }
        guard isAddress else { return nil }
    }

    var isAddress: Bool { read.version != 0 }
    /// The number of labels of a name.
    var labels: Int { Int(read.labels) }
    /// A name has a top-level domain: of several labels the last one is not a number.
    var hasTopLevelDomain: Bool { labels > 1 && read.ends_with_name }

    /// A name has several labels, and the last one is a top-level domain of IANA's root zone.
    var hasKnownDomain: Bool { withUnsafePointer(to: read) { assay_has_known_domain($0) } }

    /// An address that every network routes; false for names.
    var isPublicAddress: Bool {
        isAddress && withUnsafePointer(to: read) { assay_host_is_public($0) }
    }

    /// The addresses that a connection may go to: the host's own, and an IPv4 address in an IPv6 one.
    var addresses: [IPAddress] {
        guard isAddress else { return [] }
        let bytes = withUnsafeBytes(of: read.address) { Array($0) }
        if read.version == 4 { return [IPAddress(v4: bytes)] }
        var embedded: [UInt8] = [0, 0, 0, 0]
        return assay_embedded_v4(bytes, &embedded)
            ? [IPAddress(v6: bytes), IPAddress(v4: embedded)] : [IPAddress(v6: bytes)]
    }

    /// The host's own address; of a mapped IPv6 address also the IPv4 address, which is the same host.
    var ownAddresses: [IPAddress] {
        isMapped ? addresses : Array(addresses.prefix(1))
    }

    /// An IPv6 address of ::ffff:0:0/96.
    var isMapped: Bool {
        guard read.version == 6, let own = addresses.first else { return false }
        return own.high == 0 && own.low >> 32 == 0xFFFF
    }

    /// Calls `body` with the bytes of a name; they are valid during the call.
    func withName<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        withUnsafeBytes(of: read.name) { bytes in
            let name = bytes.bindMemory(to: UInt8.self).prefix(Int(read.length))
            return body(Span(_unsafeElements: UnsafeBufferPointer(rebasing: name)))
        }
    }

    /// True if the name is in the set, or below one that is.
    func isWithin(_ names: TextSet) -> Bool {
        withName { name in
            var start = 0
            while !names.contains(name.extracting(start...)) {
                guard let dot = name.firstIndex(of: UInt8(ascii: "."), from: start) else {
                    return false
                }
                start = dot + 1
            }
            return true
        }
    }
}

/// An IP address as a number of 128 bits, and its version.
struct IPAddress: Sendable, Equatable {
    let high: UInt64
    let low: UInt64
    let isV4: Bool

    /// Four bytes in network order, which become the highest ones.
    init(v4 bytes: [UInt8]) {
        self.init(bytes.prefix(4) + [0, 0, 0, 0], [], isV4: true)
    }

    /// Sixteen bytes in network order.
    init(v6 bytes: [UInt8]) {
        self.init(bytes.prefix(8), bytes.dropFirst(8), isV4: false)
    }

    private init(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>, isV4: Bool) {
        high = first.reduce(0) { $0 << 8 | UInt64($1) }
        low = second.reduce(0) { $0 << 8 | UInt64($1) }
        self.isV4 = isV4
    }
}

/// The addresses that begin with the same bits.
struct AddressBlock: Sendable {
    private let address: IPAddress
    private let mask: (high: UInt64, low: UInt64)

    /// The first `bits` of the address count: at most 32 of IPv4, 128 of IPv6.
    init(_ address: IPAddress, bits: Int) {
        self.address = address
        mask = (
            high: bits >= 64 ? .max : ~(UInt64.max >> UInt64(max(0, bits))),
            low: bits <= 64 ? 0 : ~(UInt64.max >> UInt64(bits - 64))
        )
    }

    func contains(_ other: IPAddress) -> Bool {
        other.isV4 == address.isV4 && (other.high ^ address.high) & mask.high == 0
            && (other.low ^ address.low) & mask.low == 0
    }
}
