// SPDX-License-Identifier: Apache-2.0

/// The cells of text that consists of plain code points, which tell where characters end.
///
/// Most texts do, and need no search in the tables of Unicode.
struct PlainCells {
    private let bytes: UnsafeBufferPointer<UInt8>

    /// - Parameter bytes: Valid UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the end of a text that fits with one more cell for what is left out.
    ///
    /// - Parameters:
    ///   - cells: The cells that it has to fit into.
    ///   - isWhole: `true` if the bytes are all of the text.
    /// - Returns: The number of bytes before the end. It is `.some(nil)` if all bytes fit, or if
    ///   all but the last character do and the text is not whole, and `nil` if a character is not
    ///   plain.
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

    /// Returns the number of bytes of a text's first characters, if at least two more follow.
    ///
    /// - Returns: The number of bytes. It is `.some(nil)` if there are fewer characters, and `nil`
    ///   if a character may be more than a code point.
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

    /// Returns the bytes and cells of a character, or `nil` if it is not known where it ends.
    @inline(__always)
    private func character(at index: Int) -> (length: Int, width: Int)? {
        // What may follow as a part of a character begins beyond ASCII.
        let isShort = index + 1 == bytes.count || bytes[index + 1] < 0x80
        if isShort, (0x20..<0x7F).contains(bytes[index]) { return (1, 1) }
        return longCharacter(at: index)
    }

    private func longCharacter(at index: Int) -> (length: Int, width: Int)? {
        guard let first = PlainScalar(in: bytes, at: index) else { return nil }
        var (end, width, isPictograph) = (index + first.length, first.width, false)
        switch first.kind {
        case .base: break
        case .pictograph: isPictograph = true
        case .mark, .joiner: return nil
        }
        while end < bytes.count, bytes[end] >= 0x80 {
            guard let next = PlainScalar(in: bytes, at: end) else { break }
            switch next.kind {
            case .base, .pictograph: return (end - index, width)
            case .mark:
                isPictograph = false
                end += next.length
            case .joiner:
                guard isPictograph, end + next.length < bytes.count,
                    let joined = PlainScalar(in: bytes, at: end + next.length),
                    joined.kind == .pictograph
                else { return nil }
                end += next.length + joined.length
                width += joined.width
            }
        }
        return (end - index, width)
    }
}
