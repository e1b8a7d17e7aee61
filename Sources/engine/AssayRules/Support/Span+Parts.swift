// SPDX-License-Identifier: Apache-2.0

/// Operations of rules on texts that have parts.
extension Span<UInt8> {
    /// True if the text begins with ASCII characters, `ignoringCase` of letters if asked.
    func hasPrefix(_ prefix: StaticString, ignoringCase: Bool = false) -> Bool {
        prefix.withUTF8Buffer { prefix in
            guard prefix.count <= count else { return false }
            for index in 0..<prefix.count {
                let byte = ignoringCase ? ASCII.lowercase(self[index]) : self[index]
                let other = ignoringCase ? ASCII.lowercase(prefix[index]) : prefix[index]
                guard byte == other else { return false }
            }
            return true
        }
    }

    /// True if each part of a range satisfies the condition; parts may be empty, and there is at least
    /// one.
    func allParts(
        of range: Range<Int>, at separator: Unicode.Scalar, _ condition: (Span<UInt8>) -> Bool
    ) -> Bool {
        let byte = UInt8(ascii: separator)
        var start = range.lowerBound
        for index in range where self[index] == byte {
            guard condition(extracting(start..<index)) else { return false }
            start = index + 1
        }
        return condition(extracting(start..<range.upperBound))
    }

    /// The bytes with percent-encoded ones decoded; a `%` without two digits stays as it is.
    func percentDecoded() -> [UInt8] {
        var decoded: [UInt8] = []
        var index = 0
        while index < count {
            if self[index] == UInt8(ascii: "%"), index + 2 < count,
                let byte = ASCII.twoHexDigits(self, at: index + 1)
            {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(self[index])
                index += 1
            }
        }
        return decoded
    }
}

extension ASCII {
    /// The byte that two hexadecimal digits spell, or nil; both places are in the text.
    fileprivate static func twoHexDigits(_ text: Span<UInt8>, at index: Int) -> UInt8? {
        guard isHexDigit(text[index]), isHexDigit(text[index + 1]) else { return nil }
        return hexValue(text[index]) << 4 | hexValue(text[index + 1])
    }

    private static func hexValue(_ digit: UInt8) -> UInt8 {
        isDigit(digit) ? digit &- 0x30 : (digit | 0x20) &- 0x57
    }
}
