// SPDX-License-Identifier: Apache-2.0

/// Fields with their validators, and what holds for the record as a whole.
public struct RuleSet: Sendable, Equatable {
    public var fields: [Field]
    public var unknownFields: UnknownFieldPolicy
    /// Plugins that must be loaded.
    public var plugins: [RequiredPlugin]
    /// Findings that are kept for one record; further ones are only counted.
    ///
    /// At least 1.
    public var maximumViolations: Int

    public static let defaultMaximumViolations = 1000

    public init(
        _ fields: [Field], unknownFields: UnknownFieldPolicy = .allow,
        plugins: [RequiredPlugin] = [],
        maximumViolations: Int = RuleSet.defaultMaximumViolations
    ) {
        self.fields = fields
        self.unknownFields = unknownFields
        self.plugins = plugins
        self.maximumViolations = max(1, maximumViolations)
    }

    public init(_ fields: Field..., unknownFields: UnknownFieldPolicy = .allow) {
        self.init(fields, unknownFields: unknownFields)
    }
}

/// A plugin without which a rule set is of no use.
public struct RequiredPlugin: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The id that the plugin gives itself.
    public var id: String
    /// Where a file names the plugin.
    public var location: FileLocation?

    public init(_ id: String, location: FileLocation? = nil) {
        self.id = id
        self.location = location
    }

    public init(stringLiteral id: String) {
        self.init(id)
    }
}

/// A field of a rule set: where to look, and the validator.
public struct Field: Sendable, Equatable {
    public var path: FieldPath
    public var validator: Validator

    public init(_ path: FieldPath, _ validator: Validator) {
        self.path = path
        self.validator = validator
    }

    /// `Field("username", .required, .length(3...20))`.
    public init(
        _ path: FieldPath, _ rules: RuleExpression..., policy: Validator.Policy = .all,
        isSensitive: Bool = false
    ) {
        self.init(
            path,
            Validator(
                rules: rules.map { RuleEntry($0) }, policy: policy, isSensitive: isSensitive))
    }
}

/// What becomes of a top-level field that no validator looks at.
public enum UnknownFieldPolicy: String, Sendable, CaseIterable {
    case allow
    case warn
    case reject
}

/// Everything that is wrong with a rule set, in one go.
public struct RuleSetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// At most `RuleSetLimits.issues` where a rule set was read or resolved.
    public var issues: [RuleSetIssue]
    /// Issues beyond that limit, which are counted and not listed.
    public var omittedCount: Int

    public init(_ issues: [RuleSetIssue], omittedCount: Int = 0) {
        self.issues = issues
        self.omittedCount = omittedCount
    }

    /// A line for each issue, and one for those that are not listed.
    public var description: String {
        (issues.map(\.description) + (omission.map { [$0] } ?? [])).joined(separator: "\n")
    }

    /// How many issues are not listed, in words; nil if all are.
    package var omission: String? {
        switch omittedCount {
        case ...0: nil
        case 1: "1 more issue is not listed"
        default: "\(omittedCount) more issues are not listed"
        }
    }
}

/// One mistake in a rule set.
public struct RuleSetIssue: Sendable, Equatable, CustomStringConvertible {
    /// Stable: `rule.unknown`, `argument.type`, `ruleSet.unknownKey`, ...
    public var code: String
    public var message: String
    public var help: String?
    /// The key of the validator concerned, if there is one.
    public var field: String?
    public var location: FileLocation?

    public init(
        code: String, message: String, help: String? = nil, field: String? = nil,
        location: FileLocation? = nil
    ) {
        self.code = code
        self.message = message
        self.help = help
        self.field = field
        self.location = location
    }

    /// `file:line:column: error[code] field: message; help`, without the parts that are not known.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        let about = field.map { "\(abbreviated($0)): " } ?? ""
        return "\(place)error[\(code)] \(about)\(message)" + (help.map { "; \($0)" } ?? "")
    }
}
