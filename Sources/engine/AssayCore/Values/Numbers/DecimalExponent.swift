// SPDX-License-Identifier: Apache-2.0

/// The power of ten of a decimal number, exact whatever its size.
struct DecimalExponent: Sendable, Hashable {
    /// The exponent, or the nearer end of -2^62...2^62 where it is beyond.
    let clamped: Int
    /// Digits of the magnitude, 0 to 9, where it is beyond; else empty.
    private let beyond: [UInt8]

    static let limit = 1 << 62

    init(_ exponent: Int) {
        guard exponent.magnitude >= UInt(Self.limit) else {
            (clamped, beyond) = (exponent, [])
            return
        }
        clamped = exponent < 0 ? -Self.limit : Self.limit
        beyond = String(exponent.magnitude).utf8.map { $0 &- 0x30 }
    }

    /// An exponent as it is written, and the places by which the point is moved.
    ///
    /// - Parameters:
    ///   - digits: ASCII digits, without leading zeros.
    ///   - isNegative: The written exponent has a minus.
    ///   - shift: Less than `limit` in magnitude.
    init(_ digits: UnsafeBufferPointer<UInt8>.SubSequence, isNegative: Bool, shift: Int) {
        var magnitude = 0
        for digit in digits {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(Int(digit &- 0x30))
            guard !overflows, !carries else {
                self.init(beyond: digits, isNegative: isNegative, shift: shift)
                return
            }
            magnitude = sum
        }
        let (exponent, overflows) = shift.addingReportingOverflow(
            isNegative ? -magnitude : magnitude)
        if overflows {
            self.init(beyond: digits, isNegative: isNegative, shift: shift)
        } else {
            self.init(exponent)
        }
    }

    /// The digits are those of a magnitude that the shift does not take below `limit`.
    private init(
        beyond digits: UnsafeBufferPointer<UInt8>.SubSequence, isNegative: Bool, shift: Int
    ) {
        var sum = digits.map { $0 &- 0x30 }
        var carry = isNegative ? -shift : shift
        for place in sum.indices.reversed() where carry != 0 {
            let (quotient, digit) = (Int(sum[place]) &+ carry % 10).quotientAndRemainder(
                dividingBy: 10)
            sum[place] = UInt8(digit < 0 ? digit &+ 10 : digit)
            carry = carry / 10 &+ quotient &- (digit < 0 ? 1 : 0)
        }
        if carry > 0 { sum.insert(contentsOf: String(carry).utf8.map { $0 &- 0x30 }, at: 0) }
        beyond = Array(sum.drop { $0 == 0 })
        clamped = isNegative ? -Self.limit : Self.limit
    }

    /// Feeds the exponent into a hash.
    func appended(to hash: UInt64, _ keyed: KeyedHash) -> UInt64 {
        let hash = keyed.appending(UInt64(bitPattern: Int64(clamped)), to: hash)
        guard !beyond.isEmpty else { return hash }
        return beyond.withUnsafeBufferPointer { keyed.appending(keyed.bytes($0), to: hash) }
    }
}

extension DecimalExponent: CustomStringConvertible {
    /// The exponent in decimal digits, whatever its size.
    var description: String {
        guard !beyond.isEmpty else { return String(clamped) }
        return (clamped < 0 ? "-" : "")
            + String(decoding: beyond.map { $0 &+ 0x30 }, as: UTF8.self)
    }
}

extension DecimalExponent: Comparable {
    static func < (left: DecimalExponent, right: DecimalExponent) -> Bool {
        guard left.clamped == right.clamped else { return left.clamped < right.clamped }
        let (small, large) = left.clamped < 0 ? (right, left) : (left, right)
        guard small.beyond.count == large.beyond.count else {
            return small.beyond.count < large.beyond.count
        }
        return small.beyond.lexicographicallyPrecedes(large.beyond)
    }
}
