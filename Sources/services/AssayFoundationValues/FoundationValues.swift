// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssayRules
#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

// Values of Foundation as rules see them.
extension Value {
    /// The moment as text (RFC 3339) in UTC, to the millisecond, as `dateTime` reads it; outside of the
    /// years 0 to 9999, which that text cannot have, the seconds since 1970.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        self = DateText(secondsSince1970: seconds).map { .string($0.text) } ?? .number(seconds)
    }

    /// The number, exactly; a text for what is not a number.
    package init(_ number: Decimal) {
        self = number.isNaN ? .string(number.description) : .decimal(number.description)
    }

    /// The whole URL as text.
    package init(_ url: URL) {
        self = .string(url.absoluteString)
    }
}

extension Decimal: ReadFromText {
    package static var reading: RuleExpression { .number }
}

extension Date {
    /// The moment that a text has: a date and time (RFC 3339), or the midnight of a date in UTC; nil for
    /// other texts.
    package init?(formText text: String) {
        guard let moment = text.withUTF8Span({ Moment(reading: $0) }) else { return nil }
        let (seconds, attoseconds) = moment.since1970.components
        self.init(timeIntervalSince1970: Double(seconds) + Double(attoseconds) * 1e-18)
    }
}
