// SPDX-License-Identifier: Apache-2.0

// What writers of reports append.
extension [UInt8] {
    @inlinable
    package mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    @inlinable
    package mutating func append(repeating byte: UInt8, count: Int) {
        append(atMost: count) { $0.append(repeating: byte, count: count) }
    }

    package mutating func append(decimal number: Int) {
        append(atMost: ShortText.longestNumber) { $0.append(decimal: number) }
    }

    /// Appends short parts at once.
    ///
    /// - Parameters:
    ///   - capacity: Bytes that are enough for all of them.
    ///   - write: Writes the parts.
    @inlinable @inline(__always)
    package mutating func append(atMost capacity: Int, _ write: (inout ShortText) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
            guard let start = room.baseAddress else { return }
            var text = ShortText(start, capacity: capacity)
            write(&text)
            append(contentsOf: UnsafeBufferPointer(start: start, count: text.count))
        }
    }
}
