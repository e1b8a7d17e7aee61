// SPDX-License-Identifier: Apache-2.0

/// The cells of text in which each code point is a character: ASCII, Latin, Greek, Cyrillic and the
/// unified ideographs of East Asia.
///
/// Most texts are, and need no search for the ends of their characters.
struct PlainCells {
    private let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: Valid UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Where a text ends so that it fits with one more cell for what is left out.
    ///
    /// - Parameters:
    ///   - cells: What it has to fit into.
    ///   - isWhole: The bytes are all of it.
    /// - Returns: The bytes before the end; nil in it if all of the text fits, or if it fits and is not
    ///   whole; nil where a character may be more than a code point.
    func end(of cells: Int, isWhole: Bool) -> Int?? {
        var (taken, index) = (0, 0)
        while index < bytes.count {
            guard let (length, width) = character(at: index) else { return nil }
            let isLast = index + length == bytes.count
            if isLast, !isWhole { return .some(nil) }
            if taken + width >= cells {
                if isLast, taken + width == cells { return .some(nil) }
                // A mark that follows would belong to the character.
                return isLast || character(at: index + length) != nil ? index : nil
            }
            taken += width
            index += length
        }
        return .some(nil)
    }

    /// The bytes of a text's first characters, if they are followed by at least two more.
    ///
    /// - Returns: The bytes; nil in it if there are fewer characters; nil where a character may be more than a
    ///   code point.
    func end(ofCharacters count: Int) -> Int?? {
        var (index, end) = (0, 0)
        for number in 0..<count + 2 {
            if number == count { end = index }
            guard index < bytes.count else { return .some(nil) }
            guard let (length, _) = character(at: index) else { return nil }
            index += length
        }
        return end
    }

    /// The bytes and cells of a character; nil if it may be more than a code point.
    private func character(at index: Int) -> (length: Int, width: Int)? {
        let first = bytes[index]
        if first < 0x80 { return first < 0x20 ? nil : (1, 1) }
        guard index + 1 < bytes.count else { return nil }
        let second = UInt32(bytes[index + 1] & 0x3F)
        if first < 0xE0 {
            switch UInt32(first & 0x1F) << 6 | second {
            case 0xAD: return nil
            case ..<0x300, 0x370..<0x483, 0x48A..<0x530: return (2, 1)
            default: return nil
            }
        }
        guard first < 0xF0, index + 2 < bytes.count else { return nil }
        let value = UInt32(first & 0x0F) << 12 | second << 6 | UInt32(bytes[index + 2] & 0x3F)
        return (0x4E00...0x9FFF).contains(value) ? (3, 2) : nil
    }
}
