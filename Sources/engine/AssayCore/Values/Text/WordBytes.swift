// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
    /// `true` if a bare word of a rule expression can begin with this byte.
    ///
    /// Bytes of other scripts count as letters.
    package var startsWord: Bool {
        isASCIILetter || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
            || self == UInt8(ascii: "@")
    }

    /// `true` if a bare word of a rule expression can go on with this byte.
    package var continuesWord: Bool { startsWord || isASCIIDigit || self == UInt8(ascii: "-") }
}

extension String {
    /// `true` if an expression can give an argument by this name: `name=value`.
    package var isArgumentName: Bool {
        utf8.first?.startsWord == true && utf8.allSatisfy(\.continuesWord)
    }
}
