// SPDX-License-Identifier: Apache-2.0
import AssayFoundationValues
public import AssayForms
public import Foundation
public import Observation

/// The text of a field in the words of a locale, whose value is the same in every locale.
///
/// ```swift
/// let price = form["price"].localized(.number, in: Locale(identifier: "de"))
/// price.text = "1.234,5"       // the value is 1234.5
/// ```
///
/// Retain it as long as the field is shown: a text that is typed stays as it was typed.
@MainActor
@Observable
public final class LocalizedField {
    /// A format of the text.
    public enum Format: Sendable, Hashable, CaseIterable {
        /// A number, with the separators of the locale; spaces, its grouping separators and digits of
        /// other scripts are read too.
        case number
        /// A day of the Gregorian calendar, in the order of the locale, with all digits of the year; the
        /// value is `yyyy-MM-dd`, which is read too.
        case date
    }

    /// The field.
    @ObservationIgnored public let field: FieldModel
    /// The format of the text.
    @ObservationIgnored public let format: Format
    /// The locale of the text.
    @ObservationIgnored public let locale: Locale
    private var typed: (text: String, value: Value)?

    /// Makes the text of a field.
    ///
    /// - Parameters:
    ///   - field: The field, of text or of typed values.
    ///   - format: The format of the text.
    ///   - locale: The locale of the text.
    public init(_ field: FieldModel, _ format: Format, in locale: Locale = .current) {
        self.field = field
        self.format = format
        self.locale = locale
    }

    /// The text; if the locale cannot read it, it becomes the value as it is, and the rules say so.
    public var text: String {
        get {
            let value = field.value
            if let typed, typed.value == value { return typed.text }
            let text = field.text
            return switch format {
            case .number: NumberText(locale).localized(text) ?? text
            case .date: DayText(locale).localized(text) ?? text
            }
        }
        set {
            let exact =
                switch format {
                case .number: NumberText(locale).exact(newValue)
                case .date: DayText(locale).exact(newValue)
                }
            field.text = exact ?? newValue
            typed = (newValue, field.value)
        }
    }

    /// The messages of the field, in which days are written as the user types them: `29.2.2024` in Germany
    /// in place of `yyyy-MM-dd`.
    public var messages: [String] { field.messages(of: shown(field.validation)) }

    /// The first of the messages.
    public var firstMessage: String? { messages.first }

    /// The presentation of the field, with these messages.
    public var presentation: FieldPresentation {
        FieldPresentation(
            field.validation, messages: messages,
            warnings: field.messages(of: shown(.invalid(field.warnings))))
    }

    private func shown(_ state: ValidationState) -> ValidationState {
        guard format == .date, case .invalid(let violations) = state else { return state }
        let days = DayText(locale)
        return .invalid(
            violations.map { violation in
                var shown = violation
                shown.parameters = violation.parameters.map { parameter in
                    guard case .string(let text) = parameter.value,
                        let day = days.localized(text == "yyyy-MM-dd" ? Self.example : text)
                    else { return parameter }
                    return MessageParameter(parameter.name, .string(day))
                }
                return shown
            })
    }

    /// The day by which messages name the form of days.
    private static let example = "2024-02-29"
}

extension FieldModel {
    /// The text of the field in the words of a locale; see `LocalizedField`.
    ///
    /// - Parameters:
    ///   - format: The format of the text.
    ///   - locale: The locale of the text.
    /// - Returns: The text, which the caller retains.
    public func localized(
        _ format: LocalizedField.Format, in locale: Locale = .current
    ) -> LocalizedField {
        LocalizedField(self, format, in: locale)
    }
}

/// Numbers with the separators of a locale.
private struct NumberText {
    private let point: String
    private let grouping: String
    private static let spaces: Set<Character> = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]

    init(_ locale: Locale) {
        point = locale.decimalSeparator ?? "."
        grouping = locale.groupingSeparator ?? ","
    }

    /// The number as JSON writes it, with all digits; nil for a text that is no number in the locale.
    func exact(_ text: String) -> String? {
        var rest = text.trimmingCharacters(in: .whitespaces)[...]
        var sign = ""
        if let first = rest.first, ["-", "\u{2212}", "+"].contains(first) {
            sign = first == "+" ? "" : "-"
            rest = rest.dropFirst()
        }
        let parts = rest.components(separatedBy: point)
        guard parts.count <= 2, let whole = Self.joined(parts[0], grouping) else {
            return misplacedPoint(in: rest).map { sign + $0 }
        }
        guard parts.count == 2 else { return sign + whole }
        guard let fraction = Self.digits(parts[1]), !fraction.isEmpty else { return nil }
        return sign + (whole.isEmpty ? "0" : whole) + "." + fraction
    }

    /// Reads a grouping separator that separates no group of three as the point of other locales.
    private func misplacedPoint(in text: Substring) -> String? {
        let parts = text.components(separatedBy: grouping)
        guard parts.count == 2, let whole = Self.digits(parts[0]), !whole.isEmpty,
            let fraction = Self.digits(parts[1]), !fraction.isEmpty, fraction.count != 3
        else { return nil }
        return whole + "." + fraction
    }

    /// Digits without the separators of their groups; nil for others.
    private static func joined(_ text: String, _ grouping: String) -> String? {
        let spaced = String(text.map { spaces.contains($0) ? " " : $0 })
        let isSpace = grouping.first.map { spaces.contains($0) } ?? true
        let separator = isSpace || spaced.contains(" ") ? " " : grouping
        let groups = spaced.components(separatedBy: separator)
        guard let all = digits(groups.joined()) else { return nil }
        guard groups.count > 1 else { return all.isEmpty && !text.isEmpty ? nil : all }
        let areGroups =
            (1...3).contains(groups[0].count) && groups.last?.count == 3
            && groups.dropFirst().allSatisfy { (2...3).contains($0.count) }
        return areGroups ? all : nil
    }

    /// Digits of any script as those of ASCII; nil for other characters.
    private static func digits(_ text: String) -> String? {
        var digits = ""
        for character in text {
            guard let digit = character.wholeNumberValue, (0...9).contains(digit),
                character.unicodeScalars.first?.properties.numericType == .decimal
            else { return nil }
            digits += String(digit)
        }
        return digits
    }

    /// A number that JSON writes without an exponent, in the words of the locale; nil for others.
    func localized(_ text: String) -> String? {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).components(separatedBy: ".")
        guard parts.count <= 2, let whole = Self.digits(parts[0]), !whole.isEmpty else {
            return nil
        }
        if parts.count == 2 {
            guard let fraction = Self.digits(parts[1]), !fraction.isEmpty else { return nil }
        }
        var grouped = ""
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { grouped += grouping }
            grouped.append(digit)
        }
        return (isNegative ? "-" : "") + ([grouped] + parts.dropFirst()).joined(separator: point)
    }
}

/// Days in the order of a locale.
private struct DayText {
    private let formatter: DateFormatter

    init(_ locale: Locale) {
        formatter = DateFormatter()
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.locale = locale
        formatter.isLenient = false
        formatter.dateFormat =
            DateFormatter.dateFormat(fromTemplate: "yMd", options: 0, locale: locale)
            ?? "yyyy-MM-dd"
    }

    /// The day as `yyyy-MM-dd`; nil for a text that is no day in the locale, or has not all of a year.
    func exact(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let numbers = text.split { $0.wholeNumberValue == nil }
        guard numbers.contains(where: { $0.count >= 4 }), let date = formatter.date(from: text)
        else { return nil }
        return DateText(secondsSince1970: date.timeIntervalSince1970).map {
            String($0.text.prefix(10))
        }
    }

    /// A day `yyyy-MM-dd` in the words of the locale; nil for others.
    func localized(_ text: String) -> String? {
        guard text.utf8.count == 10, let date = Date(formText: text) else { return nil }
        return formatter.string(from: date)
    }
}
