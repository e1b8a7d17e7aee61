// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Where in a check something happened, as far as it is known.
public struct CheckPlace: Sendable, Equatable {
    /// The id of the rule, with the plugin's.
    public var rule: String?
    /// The rule with its arguments, as it stands in a rule set.
    public var expression: String?
    /// The value as JSON, cut if it is long.
    public var value: String?
    /// The row in the batch, from 0.
    public var row: Int?
    /// The number of rows in the batch.
    public var rows: Int?

    /// A place of which not more is known.
    public init(rule: String? = nil, expression: String? = nil) {
        self.rule = rule
        self.expression = expression
    }

    /// A text as it stands in reports.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > maximumBytes else { return text }
        return "\(start(of: text))… (\(text.utf8.count) bytes)"
    }

    private static let maximumBytes = 200

    /// In scalars, because a character may have any number of them.
    private static func start(of text: String) -> String {
        String(text.unicodeScalars.prefix(maximumBytes / 4))
    }

    /// A value as it stands in reports.
    static func text(_ value: Value) -> String {
        if value == .absent { return "absent" }
        if case .string(let text) = value, text.utf8.count > maximumBytes {
            return "\(Value.string(start(of: text)).json.dropLast())… (\(text.utf8.count) bytes)"
        }
        return cut(value.json)
    }
}

/// One thing that is wrong with a plugin.
public struct CheckFinding: Sendable, Equatable {
    public var place: CheckPlace
    public let found: String
    public let expected: String
    /// What the author can do.
    public let remedy: String

    init(
        _ place: CheckPlace = CheckPlace(), found: String, expected: String, remedy: String
    ) {
        self.place = place
        self.found = found
        self.expected = expected
        self.remedy = remedy
    }
}

/// What a check measured; it decides nothing.
public struct CheckFigure: Sendable, Equatable {
    public let rule: String
    public let name: String
    public let value: Int64
    public let unit: String
}
