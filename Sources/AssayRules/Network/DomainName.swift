// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Domain names in addresses: labels of letters, digits and inner hyphens, joined by dots.
struct DomainName {
    let labels: Int
    /// True if the last label has a character that is no digit.
    let endsWithName: Bool

    /// Reads a whole domain name; nil for other texts.
    ///
    /// - Parameters:
    ///   - text: The name, without a dot at its end.
    ///   - underscores: Underscores count as letters.
    ///   - unicode: Characters beyond ASCII count as letters.
    @inline(__always)
    init?(
        _ text: Span<UInt8>, underscores: Bool = false, unicode: Bool = false
    ) {
        var length = 0
        var labels = 1
        var lastIsHyphen = false
        var hasName = false
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                guard length > 0, !lastIsHyphen else { return nil }
                (length, labels, hasName) = (0, labels + 1, false)
                continue
            }
            let isHyphen = byte == UInt8(ascii: "-")
            guard
                ASCII.isLetterOrDigit(byte) || isHyphen && length > 0
                    || underscores && byte == UInt8(ascii: "_") || unicode && byte >= 0x80
            else { return nil }
            length += byte & 0xC0 == 0x80 ? 0 : 1
            guard length <= 63 else { return nil }
            lastIsHyphen = isHyphen
            hasName = hasName || !ASCII.isDigit(byte)
        }
        guard length > 0, !lastIsHyphen, text.count <= 253 else { return nil }
        self.labels = labels
        endsWithName = hasName
    }
}
