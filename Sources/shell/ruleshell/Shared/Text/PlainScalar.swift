// SPDX-License-Identifier: Apache-2.0

/// A code point whose cells, and where a character begins and ends, are known without the tables of
/// Unicode: ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic letters, the writing of East Asia, common emoji,
/// and combining marks.
///
/// Shown text has them as they are: `SafeText` and JSON change none of them but quotes, backslashes and
/// signs of commands.
struct PlainScalar {
    enum Kind {
        /// A character of its own, or with the marks after it.
        case base
        /// A base that joiners connect with another one.
        case pictograph
        /// Belongs to the character before it.
        case mark
        /// U+200D.
        case joiner
    }

    let kind: Kind
    /// The number of bytes in UTF-8.
    let length: Int
    /// The number of cells in a terminal.
    let width: Int

    private init(_ kind: Kind, length: Int, width: Int) {
        self.kind = kind
        self.length = length
        self.width = width
    }

    /// Reads the code point that begins at a byte of a text, which need not be UTF-8, or returns
    /// `nil` if it is not a plain one.
    @inline(__always)
    init?(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let first = bytes[index]
        if first < 0x80 {
            guard first >= 0x20, first < 0x7F else { return nil }
            self.init(.base, length: 1, width: 1)
        } else {
            self.init(first: first, in: bytes, at: index)
        }
    }

    private init?(first: UInt8, in bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first < 0xF5, index + length <= bytes.count else { return nil }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for place in index + 1..<index + length {
            guard bytes[place] & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(bytes[place] & 0x3F)
        }
        switch value {
        case 0xAD: return nil
        case 0xA0..<0x300, 0x370..<0x483, 0x48A..<0x530, 0x5D0...0x5EA, 0x621...0x63A,
            0x641...0x64A, 0x1E00...0x1EFF, 0x2010...0x2027, 0x20A0...0x20BF:
            self.init(.base, length: length, width: 1)
        case 0x300..<0x370: self.init(.mark, length: length, width: 0)
        case 0x200D: self.init(.joiner, length: length, width: 0)
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xFF01...0xFF60:
            self.init(.base, length: length, width: 2)
        case 0x1F300...0x1F320, 0x1F324...0x1F393, 0x1F3A0...0x1F3F0, 0x1F400...0x1F4FD,
            0x1F500...0x1F53D, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F90D...0x1F93A,
            0x1F947...0x1F9FF:
            self.init(.pictograph, length: length, width: 2)
        default: return nil
        }
    }
}
