// SPDX-License-Identifier: Apache-2.0

/// Hashes of borrowed values, under the key of the process, by their canonical form.
package struct ValueHash: CanonicalForm {
    private let keyed = KeyedHash.process
    private var hash: UInt64 = 0
    /// `true` if the value has parts, whose hashes are combined.
    private var isCombined = false

    package static func hash(_ value: FieldValue) -> UInt64 {
        var hash = ValueHash()
        hash.addParts(of: value)
        return hash.hash
    }

    @inline(__always)
    private mutating func combine(_ part: UInt64) {
        hash = isCombined ? keyed.appending(part, to: hash) : part
    }

    mutating func add(_ constant: CanonicalConstant) {
        combine(keyed.word(constant.rawValue, salt: 1 << 40))
    }

    mutating func add(string: UnsafeBufferPointer<UInt8>) {
        combine(keyed.bytes(string))
    }

    mutating func add(key: UnsafeBufferPointer<UInt8>) {
        combine(keyed.bytes(key))
    }

    mutating func beginArray(count: Int) {
        combine(keyed.word(UInt64(count), salt: 1 << 41))
        isCombined = true
    }

    mutating func beginObject(count: Int) {
        combine(keyed.word(UInt64(count), salt: 1 << 42))
        isCombined = true
    }

    /// Hashes an integer as the digits of the same number are hashed.
    mutating func add(integer: Int64) {
        guard integer != 0 else { return finish(0, 0, false, DecimalExponent(0), 0) }
        var digits = integer.magnitude
        var zeros = 0
        while digits % 10 == 0 {
            digits /= 10
            zeros += 1
        }
        var (count, power) = (1, UInt64(10))
        while count < 19, digits >= power {
            count += 1
            power = power &* 10
        }
        finish(0, digits, integer < 0, DecimalExponent(count + zeros), count)
    }

    /// Digits are taken in words of 19.
    mutating func add(number: NumberText?) {
        guard let number else { return combine(0) }
        var (hash, word, count) = (UInt64(0), UInt64(0), 0)
        number.forEachDigit { digit in
            if count > 0, count % 19 == 0 {
                hash = keyed.appending(word, to: hash)
                word = 0
            }
            word = word &* 10 &+ UInt64(digit)
            count += 1
        }
        finish(hash, word, number.isNegative, number.exponent, count)
    }

    private mutating func finish(
        _ hash: UInt64, _ word: UInt64, _ isNegative: Bool, _ exponent: DecimalExponent,
        _ count: Int
    ) {
        let sign: UInt64 = isNegative ? 1 : 0
        let digits = keyed.appending(word, to: hash)
        combine(
            exponent.appended(
                to: keyed.appending(UInt64(count) << 1 | sign, to: digits), keyed))
    }
}
