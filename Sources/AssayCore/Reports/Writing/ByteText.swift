// SPDX-License-Identifier: Apache-2.0

// What writers of reports append.
extension [UInt8] {
    package mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }

    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    package mutating func append(repeating byte: UInt8, count: Int) {
        append(contentsOf: repeatElement(byte, count: count))
    }

    package mutating func append(decimal number: Int) {
        guard number >= 0 else { return append(contentsOf: String(number).utf8) }
        // From the last digit to the first, into as much room as any number takes.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            var left = number
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(left % 10)
                left /= 10
            } while left > 0
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}
