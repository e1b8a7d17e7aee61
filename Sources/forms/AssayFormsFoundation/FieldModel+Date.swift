// SPDX-License-Identifier: Apache-2.0
public import AssayForms
public import Foundation

extension FieldModel {
    /// The value for a date picker: the beginning of the day `yyyy-MM-dd` in a time zone, or `nil` if the
    /// field has no day.
    ///
    /// ```swift
    /// DatePicker(
    ///     "Birthday", selection: Binding { field[day: .current] ?? .now } set: { field[day: .current] = $0 })
    /// ```
    ///
    /// - Parameter zone: The time zone of the picker, in which a moment is on a day.
    public subscript(day zone: TimeZone) -> Date? {
        get {
            guard case .string(let text) = value else { return nil }
            let numbers = text.split(separator: "-", omittingEmptySubsequences: false)
            guard text.utf8.count == 10, numbers.count == 3, let year = Int(numbers[0]),
                let month = Int(numbers[1]), let day = Int(numbers[2])
            else { return nil }
            let calendar = Self.calendar(in: zone)
            let components = DateComponents(year: year, month: month, day: day)
            // A calendar reads February 30 as a day of March.
            guard let date = calendar.date(from: components),
                calendar.dateComponents([.year, .month, .day], from: date) == components
            else { return nil }
            return date
        }
        set {
            guard let newValue else { return value = .absent }
            let parts = Self.calendar(in: zone).dateComponents(
                [.year, .month, .day], from: newValue)
            let digits = [(parts.year ?? 0, 4), (parts.month ?? 0, 2), (parts.day ?? 0, 2)]
            value = .string(
                digits.map { number, count in
                    let text = String(number)
                    return String(repeating: "0", count: max(0, count - text.count)) + text
                }.joined(separator: "-"))
        }
    }

    private static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
