// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The date that `before`, `after` and the like compare with.
struct DateLimit: Sendable {
    private let ordinal: Int

    init(_ arguments: Arguments) throws(RuleError) {
        var text = arguments.string("date") ?? ""
        let date = text.withUTF8 { $0.count == 10 ? CalendarDate($0) : nil }
        guard let date, date.exists else {
            throw arguments.invalid("date", "is no date of the form yyyy-MM-dd: \"\(text)\"")
        }
        ordinal = date.ordinal
    }

    /// The order of the date at the start of a text against this one; nil if there is none.
    @inline(__always)
    func order(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let date = CalendarDate(text), date.exists else { return nil }
        guard text.count == 10 || !ASCII.isDigit(text[10]) else { return nil }
        return date.ordinal - ordinal
    }
}
