// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Addresses as hosts and address literals have them.
enum IPAddressText {
    /// Four decimal numbers without leading zeros (RFC 3986 section 3.2.2); nil for other texts.
    static func v4(_ text: Span<UInt8>) -> UInt32? {
        guard text.count >= 7, text.count <= 15 else { return nil }
        var address: UInt32 = 0
        var octet: UInt32 = 0
        var (digits, octets) = (0, 0)
        for index in text.indices {
            let byte = text[index]
            if ASCII.isDigit(byte) {
                guard digits < 3, digits == 0 || octet > 0 else { return nil }
                octet = octet * 10 + UInt32(byte &- 0x30)
                digits += 1
            } else {
                guard byte == UInt8(ascii: "."), digits > 0, octet < 256, octets < 3 else {
                    return nil
                }
                address = address << 8 | octet
                (octet, digits, octets) = (0, 0, octets + 1)
            }
        }
        guard octets == 3, digits > 0, octet < 256 else { return nil }
        return address << 8 | octet
    }

    /// The text forms of RFC 4291 section 2.2, as the address's eight groups; nil for other texts.
    static func v6(_ text: Span<UInt8>) -> [UInt16]? {
        var head: [UInt16] = []
        var tail: [UInt16]?
        var index = 0
        if text.count >= 2, text[0] == colon, text[1] == colon {
            tail = []
            index = 2
        }
        while index < text.count {
            guard let groups = groups(of: text, at: &index) else { return nil }
            if tail == nil { head += groups } else { tail? += groups }
            guard head.count + (tail?.count ?? 0) <= 8 else { return nil }
            guard index < text.count else { break }
            guard text[index] == colon, groups.count == 1, index + 1 < text.count else {
                return nil
            }
            index += 1
            if text[index] == colon {
                guard tail == nil else { return nil }
                tail = []
                index += 1
            }
        }
        guard let tail else { return head.count == 8 ? head : nil }
        let missing = 8 - head.count - tail.count
        guard missing >= 1 else { return nil }
        return head + Array(repeating: 0, count: missing) + tail
    }

    private static let colon = UInt8(ascii: ":")

    /// The group at `index`, or the two groups of an IPv4 address that ends the text.
    private static func groups(
        of text: Span<UInt8>, at index: inout Int
    ) -> [UInt16]? {
        let start = index
        var group: UInt16 = 0
        while index < text.count, index - start < 5, ASCII.isHexDigit(text[index]) {
            let digit = text[index]
            group =
                group << 4 | UInt16(ASCII.isDigit(digit) ? digit &- 0x30 : (digit | 0x20) &- 0x57)
            index += 1
        }
        if index < text.count, text[index] == UInt8(ascii: ".") {
            guard let address = v4(text.extracting(start...)) else {
                return nil
            }
            index = text.count
            return [UInt16(address >> 16), UInt16(truncatingIfNeeded: address)]
        }
        return (1...4).contains(index - start) ? [group] : nil
    }

    /// True for addresses that no public network routes: private, loopback, link-local and
    /// unspecified ones (RFC 1918, 6890, 4193, 4291).
    static func isPrivate(v4 address: UInt32) -> Bool {
        switch (address >> 24, address >> 16 & 0xFF) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168): true
        case (100, 64...127): true
        default: false
        }
    }

    static func isPrivate(v6 groups: [UInt16]) -> Bool {
        guard groups.count == 8 else { return false }
        if groups[0] & 0xFE00 == 0xFC00 || groups[0] & 0xFFC0 == 0xFE80 { return true }
        guard groups[..<5].allSatisfy({ $0 == 0 }) else { return false }
        if groups[5] == 0, groups[6] == 0 { return groups[7] <= 1 }
        return groups[5] == 0xFFFF && isPrivate(v4: UInt32(groups[6]) << 16 | UInt32(groups[7]))
    }
}
