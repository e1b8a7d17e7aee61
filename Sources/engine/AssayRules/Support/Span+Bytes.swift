// SPDX-License-Identifier: Apache-2.0

/// Operations of rules on the bytes of a text, because a span is not a sequence.
extension Span<UInt8> {
    @inline(__always)
    var first: UInt8? { isEmpty ? nil : self[0] }

    @inline(__always)
    var last: UInt8? { isEmpty ? nil : self[count - 1] }

    @inline(__always)
    func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in indices {
            guard condition(self[index]) else { return false }
        }
        return true
    }

    /// The place of the first such byte at or after `start`, or nil.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The place of the last such byte, or nil.
    func lastIndex(of byte: UInt8) -> Int? {
        var index = count
        while index > 0 {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }
}
