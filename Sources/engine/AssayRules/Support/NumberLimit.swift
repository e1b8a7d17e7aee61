// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A bound that numbers are compared with, exactly.
///
/// Rounding to a double keeps the order of two numbers or makes them equal, so that only numbers
/// that round to the bound's own double need their digits compared.
struct NumberLimit: Sendable {
    private let exact: ExactNumber
    private let rounded: Double
    /// The bound, where it is such a number.
    let integer: Int64?

    init(integer: Int64) {
        exact = ExactNumber(integer)
        rounded = Double(integer)
        self.integer = integer
    }

    /// Nil unless the value is a number.
    init?(_ value: Value?) {
        guard let value, let exact = ExactNumber(value) else { return nil }
        self.exact = exact
        switch value {
        case .integer(let integer): (self.integer, rounded) = (integer, Double(integer))
        case .unsignedInteger(let unsigned): (integer, rounded) = (nil, Double(unsigned))
        case .number(let number): (integer, rounded) = (Int64(exactly: number), number)
        case .decimal(let text): (integer, rounded) = (nil, Double(text) ?? .infinity)
        default: return nil
        }
    }

    /// The order of a number against this one: negative, zero or positive.
    @inline(__always)
    func order(of value: FieldValue) -> Int {
        if let integer, let number = value.integer {
            return number < integer ? -1 : number > integer ? 1 : 0
        }
        if let number = value.number, number != rounded { return number < rounded ? -1 : 1 }
        return exactOrder(of: value)
    }

    private func exactOrder(of value: FieldValue) -> Int {
        guard let number = ExactNumber(value) else { return 0 }
        return number < exact ? -1 : number == exact ? 0 : 1
    }
}
