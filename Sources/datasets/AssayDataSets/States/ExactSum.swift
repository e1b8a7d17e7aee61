// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// An exact sum of decimal numbers.
///
/// It does not depend on the order of the numbers, or on the groups in which they are added: each
/// number is below 10³⁸ with at most 38 digits after the point, and the digits are added place by
/// place, without carrying, until the sum is read. A sum with more than 38 digits is beyond the
/// range, as 128-bit decimals have it.
struct ExactSum: Sendable, Equatable {
    /// The number of decimal places of a lane.
    private static let laneDigits = 18
    /// The lanes of places after the point.
    private static let fractionLanes = 3
    private static let laneCount = 6
    private static let laneBase: Int128 = 1_000_000_000_000_000_000
    /// The most digits of a sum, and the most digits of a number before and after the point.
    static let mostDigits = 38
    private static let powers: [Int64] = (0..<laneDigits).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// The places of the sum, 18 to a lane, from the lowest one on.
    private var lanes = [Int128](repeating: 0, count: laneCount)
    /// `true` if a number was too large, or had too many digits after the point.
    private(set) var isBeyond = false

    init() {}

    mutating func add(_ integer: Int64) {
        lanes[Self.fractionLanes] += Int128(integer)
    }

    /// Adds a number; NaN is none.
    ///
    /// - Returns: `false` if it is not a number.
    mutating func add(_ value: FieldValue) -> Bool {
        if let integer = value.integer {
            add(integer)
            return true
        }
        return NumberText.with(value) { number in
            guard let number else { return false }
            add(
                isNegative: number.isNegative, exponent: number.nearestExponent,
                count: number.digitCount
            ) { number.forEachDigit($0) }
            return true
        }
    }

    mutating func add(_ number: ExactNumber) {
        let decimal = number.decimal
        add(
            isNegative: decimal.isNegative, exponent: decimal.exponent,
            count: decimal.digits.count
        ) { body in
            for digit in decimal.digits { body(digit) }
        }
    }

    /// Adds `0.d1d2d3… × 10^exponent`.
    private mutating func add(
        isNegative: Bool, exponent: Int, count: Int, _ forEachDigit: ((UInt8) -> Void) -> Void
    ) {
        guard count > 0 else { return }
        guard exponent <= Self.mostDigits, count - exponent <= Self.mostDigits else {
            isBeyond = true
            return
        }
        var place = exponent + Self.fractionLanes * Self.laneDigits
        forEachDigit { digit in
            place -= 1
            let (lane, power) = place.quotientAndRemainder(dividingBy: Self.laneDigits)
            let amount = Int128(Int64(digit) * Self.powers[power])
            lanes[lane] += isNegative ? -amount : amount
        }
    }

    static func += (left: inout ExactSum, right: ExactSum) {
        for index in left.lanes.indices { left.lanes[index] += right.lanes[index] }
        left.isBeyond = left.isBeyond || right.isBeyond
    }

    /// The sum as a decimal number in plain notation, or `nil` if it is beyond the range.
    var text: String? {
        guard !isBeyond else { return nil }
        var places = lanes
        for index in 0..<(places.count - 1) {
            let carry = places[index] / Self.laneBase
            places[index] -= carry * Self.laneBase
            places[index + 1] += carry
        }
        // All lanes get the sign of the highest one that is not 0.
        guard let top = places.last(where: { $0 != 0 }) else { return "0" }
        let isNegative = top < 0
        if isNegative { places = places.map { -$0 } }
        for index in 0..<(places.count - 1) where places[index] < 0 {
            places[index] += Self.laneBase
            places[index + 1] -= 1
        }
        var digits: [UInt8] = []
        for (index, place) in places.enumerated().reversed() {
            let text = Array(String(place).utf8)
            if index < places.count - 1 {
                digits += Array(repeating: 0x30, count: Self.laneDigits - text.count)
            }
            digits += text
        }
        let fraction = Self.fractionLanes * Self.laneDigits
        var end = digits.count
        while end > digits.count - fraction, digits[end - 1] == 0x30 { end -= 1 }
        var start = 0
        while start < digits.count - fraction - 1, digits[start] == 0x30 { start += 1 }
        let whole = digits[start..<(digits.count - fraction)]
        let rest = digits[(digits.count - fraction)..<end]
        let significant = (whole + rest).drop { $0 == 0x30 }.count
        guard significant <= Self.mostDigits else { return nil }
        let point = rest.isEmpty ? [] : [UInt8(ascii: ".")]
        let sign = isNegative ? [UInt8(ascii: "-")] : []
        return String(decoding: sign + whole + point + rest, as: UTF8.self)
    }

    /// The sum, or `nil` if it is beyond the range.
    var number: ExactNumber? { text.flatMap { ExactNumber(text: $0) } }

    // MARK: - Checkpoints

    /// The lanes as text, since JSON has no numbers of 128 bits.
    var saved: Value {
        .array([.bool(isBeyond)] + lanes.map { .string(String($0)) })
    }

    init?(saved: Value) {
        guard case .array(let parts) = saved, parts.count == Self.laneCount + 1,
            case .bool(let isBeyond) = parts[0]
        else { return nil }
        let lanes = parts.dropFirst().compactMap { part -> Int128? in
            guard case .string(let text) = part else { return nil }
            return Int128(text)
        }
        guard lanes.count == Self.laneCount else { return nil }
        self.lanes = lanes
        self.isBeyond = isBeyond
    }
}

/// Decimal arithmetic on texts, for comparisons with an average.
enum DecimalArithmetic {
    /// Returns a decimal number times a count, exactly.
    static func product(_ number: ExactNumber, _ count: Int) -> ExactNumber {
        let decimal = number.decimal
        guard !decimal.isZero, count > 0 else { return ExactNumber(0) }
        var result: [UInt8] = []
        var carry: UInt128 = 0
        for digit in decimal.digits.reversed() {
            let sum = UInt128(digit) * UInt128(count) + carry
            result.append(UInt8(sum % 10))
            carry = sum / 10
        }
        while carry > 0 {
            result.append(UInt8(carry % 10))
            carry /= 10
        }
        let text = String(decoding: result.reversed().map { $0 + 0x30 }, as: UTF8.self)
        let exponent = decimal.exponent - decimal.digits.count
        return ExactNumber(text: "\(decimal.isNegative ? "-" : "")\(text)e\(exponent)") ?? number
    }

    /// Returns a quotient for messages: six digits after those of the dividend, rounded toward zero.
    static func quotient(_ dividend: String, _ divisor: Int) -> String {
        let isNegative = dividend.hasPrefix("-")
        var result: [UInt8] = []
        var remainder: UInt128 = 0
        var isAfterPoint = false
        func divide(_ digit: UInt8) {
            remainder = remainder * 10 + UInt128(digit)
            result.append(UInt8(remainder / UInt128(divisor)) + 0x30)
            remainder %= UInt128(divisor)
        }
        for byte in dividend.utf8 {
            switch byte {
            case UInt8(ascii: "-"): break
            case UInt8(ascii: "."):
                isAfterPoint = true
                result.append(byte)
            default: divide(byte - 0x30)
            }
        }
        if remainder > 0 {
            if !isAfterPoint { result.append(UInt8(ascii: ".")) }
            for _ in 0..<6 where remainder > 0 { divide(0) }
            isAfterPoint = true
        }
        while isAfterPoint, result.last == 0x30 { result.removeLast() }
        if result.last == UInt8(ascii: ".") { result.removeLast() }
        var text = result.drop { $0 == 0x30 }
        if text.isEmpty || text.first == UInt8(ascii: ".") { text = [0x30] + text }
        let number = String(decoding: text, as: UTF8.self)
        return isNegative && number != "0" ? "-" + number : number
    }
}
