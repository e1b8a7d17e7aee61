// SPDX-License-Identifier: Apache-2.0

/// A value that has an order: a number, or what a text stands for.
package enum OrderedValue: Sendable {
    case number(ExactNumber)
    /// A day, as the number of days since 1970-01-01.
    case day(Int)
    /// A moment, as the time since 1970-01-01T00:00:00Z, and the day on which it is written.
    case moment(Duration, day: Int)
    /// A time of day, as the time since midnight in UTC.
    case time(Duration)
    case version(SemanticVersion)
    /// An address of IP version 4 or 6, as the two halves of its number.
    case address(version: UInt32, high: UInt64, low: UInt64)

    /// Returns the number that a value is, or `nil` for a value that is not a finite number.
    package init?(number value: FieldValue) {
        guard let number = ExactNumber(value) else { return nil }
        self = .number(number)
    }

    /// Returns the order to another value: negative, zero or positive, or `nil` if the two have none.
    ///
    /// A day and a moment are compared by their days, as they are written. Addresses of different
    /// versions have no order.
    package func order(to other: OrderedValue) -> Int? {
        switch (self, other) {
        case (.number(let left), .number(let right)): Self.order(of: left, to: right)
        case (.day(let left), .day(let right)): Self.order(of: left, to: right)
        case (.day(let left), .moment(_, let right)): Self.order(of: left, to: right)
        case (.moment(_, let left), .day(let right)): Self.order(of: left, to: right)
        case (.moment(let left, _), .moment(let right, _)): Self.order(of: left, to: right)
        case (.time(let left), .time(let right)): Self.order(of: left, to: right)
        case (.version(let left), .version(let right)): Self.order(of: left, to: right)
        case (
            .address(let left, let high, let low), .address(let right, let otherHigh, let otherLow)
        )
        where left == right:
            high == otherHigh
                ? Self.order(of: low, to: otherLow) : Self.order(of: high, to: otherHigh)
        default: nil
        }
    }

    private static func order<Value: Comparable>(of left: Value, to right: Value) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}
