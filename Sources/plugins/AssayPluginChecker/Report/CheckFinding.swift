// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The place in a check where something happened, as far as it is known.
package struct CheckPlace: Sendable, Equatable {
    /// The id of the rule, with the plugin's.
    package var rule: String?
    /// The rule with its arguments, as written in a rule set.
    package var expression: String?
    /// The value as JSON, cut if it is long.
    package var value: String?
    /// The row in the batch, from 0.
    package var row: Int?
    /// The number of rows in the batch.
    package var rows: Int?
    /// The settings of the example as JSON, or `nil` for the settings that the checker was given.
    package var settings: String?

    /// A place of which no more is known.
    package init(rule: String? = nil, expression: String? = nil) {
        self.rule = rule
        self.expression = expression
    }

    /// A text as reports show it.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        return "\(start(of: text))… (\(text.utf8.count) bytes)"
    }

    private static let maximumBytes = 200

    /// Returns the first scalars of a text; a character may have any number of scalars.
    private static func start(of text: String) -> String {
        String(text.unicodeScalars.prefix(maximumBytes / 4))
    }

    /// A value as reports show it.
    static func text(_ value: Value) -> String {
        if value == .absent { return "absent" }
        if case .string(let text) = value, text.utf8.count > maximumBytes {
            return "\(Value.string(start(of: text)).json.dropLast())… (\(text.utf8.count) bytes)"
        }
        return cut(value.json)
    }
}

/// One defect of a plugin.
package struct CheckFinding: Sendable, Equatable {
    package var place: CheckPlace
    package let found: String
    package let expected: String
    /// An instruction for the author of the plugin.
    package let remedy: String

    init(
        at place: CheckPlace = CheckPlace(), found: String, expected: String, remedy: String
    ) {
        self.place = place
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }
}

/// A measurement of a check, which does not affect the verdict.
package struct CheckFigure: Sendable, Equatable {
    package let rule: String
    package let name: String
    package let value: Int64
    package let unit: String
}
