// SPDX-License-Identifier: Apache-2.0

// The bytes of the canonical form, of which the fingerprints in baselines are made: changing them
// makes every baseline stale.
extension SipHash: CanonicalForm {
    /// The first byte of a part, which says what it is.
    private enum Tag {
        static let absent: UInt8 = 0
        static let null: UInt8 = 1
        static let bool: UInt8 = 2
        static let number: UInt8 = 3
        static let string: UInt8 = 4
        static let array: UInt8 = 5
        static let object: UInt8 = 6
    }

    /// Adds a value; values that are equal as JSON add the same.
    package mutating func add(_ value: FieldValue) {
        addParts(of: value)
    }

    /// Adds an owned value; values that are equal as JSON add the same.
    package mutating func add(_ value: Value) {
        let native = NativeValue(value)
        withExtendedLifetime(native) { add(native.value) }
    }

    /// Adds a number; the same number as a value adds the same.
    package mutating func add(_ number: ExactNumber) {
        var text = number.text
        text.withUTF8 { add(number: NumberText($0)) }
    }

    package mutating func add(_ constant: CanonicalConstant) {
        switch constant {
        case .absent: add(byte: Tag.absent)
        case .null: add(byte: Tag.null)
        case .false, .true:
            add(byte: Tag.bool)
            add(byte: constant == .true ? 1 : 0)
        }
    }

    mutating func add(string: UnsafeBufferPointer<UInt8>) {
        add(byte: Tag.string)
        add(key: string)
    }

    mutating func add(key: UnsafeBufferPointer<UInt8>) {
        add(UInt64(key.count))
        add(key)
    }

    mutating func beginArray(count: Int) {
        add(byte: Tag.array)
        add(UInt64(count))
    }

    mutating func beginObject(count: Int) {
        add(byte: Tag.object)
        add(UInt64(count))
    }

    /// Adds the text that `add(number:)` adds for the same number.
    mutating func add(integer: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var start = buffer.count
            var rest = integer.magnitude
            repeat {
                start &-= 1
                buffer[start] = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
                rest /= 10
            } while rest > 0
            if integer < 0 {
                start &-= 1
                buffer[start] = UInt8(ascii: "-")
            }
            add(byte: Tag.number)
            add(key: UnsafeBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// Adds the number as a text with its length: plain, or digits and an exponent if the point is far
    /// from them.
    mutating func add(number: NumberText?) {
        add(byte: Tag.number)
        guard let number else { return add("nan") }
        let (digits, exponent) = (number.digitCount, number.exponent.clamped)
        let sign = number.isNegative ? 1 : 0
        guard digits > 0 else { return add("0") }
        guard (-3...20).contains(exponent) else {
            let text = number.exponent.description
            add(UInt64(sign + digits + 1 + text.utf8.count))
            if number.isNegative { add(byte: UInt8(ascii: "-")) }
            number.forEachDigit { add(byte: $0 &+ 0x30) }
            add(byte: UInt8(ascii: "e"))
            return add(text.utf8)
        }
        let length =
            exponent <= 0 ? 2 - exponent + digits : exponent >= digits ? exponent : digits + 1
        add(UInt64(sign + length))
        if number.isNegative { add(byte: UInt8(ascii: "-")) }
        if exponent <= 0 {
            add(byte: UInt8(ascii: "0"))
            add(byte: UInt8(ascii: "."))
            for _ in 0..<(-exponent) { add(byte: UInt8(ascii: "0")) }
        }
        var place = 0
        number.forEachDigit { digit in
            if place == exponent, place > 0 { add(byte: UInt8(ascii: ".")) }
            add(byte: digit &+ 0x30)
            place += 1
        }
        while place < exponent {
            add(byte: UInt8(ascii: "0"))
            place += 1
        }
    }
}
