// SPDX-License-Identifier: Apache-2.0

/// The rules of one field, in order, with their policy.
public struct Validator: Sendable, Equatable {
    /// The effect of the first failing rule on the rules after it.
    public enum Policy: String, Sendable, CaseIterable {
        /// Every rule runs.
        case all
        /// Rules after the first failing one do not run.
        case first
    }

    package var rules: [RuleEntry]
    package var policy: Policy
    /// The value never appears in a report.
    package var isSensitive: Bool
    /// The texts that mean that the field is missing, in records from text.
    package var missing: [String]
    /// The place of the validator in a rule-set file, if it was read from one.
    package var location: FileLocation?

    /// The validator of one field.
    ///
    /// - Parameters:
    ///   - rules: The rules in the order in which they run.
    ///   - policy: The effect of the first failing rule on the rules after it.
    ///   - isSensitive: `true` to keep the value out of every report and message.
    ///   - missing: Texts that mean that the field is missing, in records from text, such as CSV: `["NULL", "N/A"]`.
    public init(
        rules: [RuleEntry], policy: Policy = .all, isSensitive: Bool = false,
        missing: [String] = []
    ) {
        self.init(
            rules: rules, policy: policy, isSensitive: isSensitive, missing: missing, location: nil)
    }

    package init(
        rules: [RuleEntry], policy: Policy, isSensitive: Bool, missing: [String] = [],
        location: FileLocation?
    ) {
        self.rules = rules
        self.policy = policy
        self.isSensitive = isSensitive
        self.missing = missing
        self.location = location
    }

    /// A validator of rules whose violations are errors.
    ///
    /// - Parameters:
    ///   - rules: The rules in the order in which they run.
    ///   - policy: The effect of the first failing rule on the rules after it.
    ///   - isSensitive: `true` to keep the value out of every report and message.
    ///   - missing: Texts that mean that the field is missing, in records from text, such as CSV: `["NULL", "N/A"]`.
    public init(
        _ rules: RuleExpression..., policy: Policy = .all, isSensitive: Bool = false,
        missing: [String] = []
    ) {
        self.init(
            rules: rules.map { RuleEntry($0) }, policy: policy, isSensitive: isSensitive,
            missing: missing)
    }
}

/// A rule as a validator uses it: the expression and how its verdict counts.
public struct RuleEntry: Sendable, Equatable {
    package var expression: RuleExpression
    /// The rule runs only where every condition is met.
    package var conditions: [Condition]
    package var severity: Severity
    /// Replaces the message of every code of the rule; `{name}` placeholders work as usual.
    package var message: OwnMessage?
    package var onFault: FaultPolicy
    package var dependencies: DependencyPolicy
    /// The number of failures that the rule may have in a data set, or `nil` if each of them counts.
    package var tolerance: Tolerance?
    /// The severity of too many failures where failures are tolerated at first, or `nil` if each failure counts.
    package private(set) var severityOfTooMany: Severity?
    /// The place of the expression in a rule-set file, if it was read from one.
    package var location: FileLocation?
    /// The place of each byte of the text that the expression's extents are about.
    package var source: ExpressionSource?

    /// A rule with its policy.
    ///
    /// - Parameters:
    ///   - expression: The rule with its arguments.
    ///   - conditions: All have to be met for the rule to run; none by default.
    ///   - severity: The severity of a violation.
    ///   - message: Replaces the message of every code of the rule; `nil` keeps the expression's
    ///     own, or else the rule's.
    ///   - onFault: The policy for a value about which the rule cannot decide.
    ///   - dependencies: The policy that says when the rule runs if it names other fields.
    public init(
        _ expression: RuleExpression, when conditions: [Condition] = [],
        severity: Severity = .error, message: String? = nil, onFault: FaultPolicy = .fault,
        dependencies: DependencyPolicy = .valid
    ) {
        self.expression = expression
        self.expression.ownMessage = nil
        self.conditions = conditions
        self.severity = severity
        self.message = message.map { OwnMessage($0) } ?? expression.ownMessage
        self.onFault = onFault
        self.dependencies = dependencies
    }
}

extension RuleEntry {
    /// The tolerance, if failures are warnings until there are too many.
    var tolerated: Tolerance? { severityOfTooMany == nil ? nil : tolerance }

    /// The rule for the records of a data set: a failure is a warning, and too many are a violation of its severity.
    fileprivate var ofDataSet: RuleEntry {
        guard tolerance != nil, severityOfTooMany == nil else { return self }
        var copy = self
        copy.severityOfTooMany = severity
        copy.severity = .warning
        return copy
    }
}

extension RuleSet {
    /// `true` if a rule of a field has a tolerance.
    package var hasTolerances: Bool {
        fields.contains { $0.validator.rules.contains { $0.tolerance != nil } }
    }

    /// The rule set for the records of a data set, where rules have their tolerances.
    ///
    /// Where records are validated by themselves there is no share of them, and each failure counts.
    package var ofDataSet: RuleSet {
        guard hasTolerances else { return self }
        var copy = self
        for index in copy.fields.indices {
            copy.fields[index].validator.rules = fields[index].validator.rules.map(\.ofDataSet)
        }
        return copy
    }
}

/// Rules that another field must pass for a rule to run.
public struct Condition: Sendable, Equatable {
    package var path: FieldPath
    package var rules: [RuleExpression]
    /// The place of the path in a rule-set file, if it was read from one.
    package var location: FileLocation?
    /// The place of each byte of the text that the rules' extents are about.
    package var source: ExpressionSource?

    /// A condition: the value of another field passes all of the rules.
    public init(_ path: FieldPath, _ rules: RuleExpression...) {
        self.init(path, rules: rules)
    }

    /// A condition with any number of rules.
    package init(_ path: FieldPath, rules: [RuleExpression]) {
        self.path = path
        self.rules = rules
    }
}

/// The effect of a failed rule on the record.
public enum Severity: String, Sendable, CaseIterable {
    /// The record is invalid.
    case error
    /// The record stays valid.
    case warning
}

/// The effect of a rule that cannot decide.
public enum FaultPolicy: String, Sendable, CaseIterable {
    /// The report has a fault, and the record is not valid.
    case fault
    /// The report has a violation.
    case fail
    /// The rule counts as passed.
    case pass
}

/// The policy that says when a rule that names other fields runs.
public enum DependencyPolicy: String, Sendable, CaseIterable {
    /// The rule runs only where the fields that it names passed their own rules.
    case valid
    /// The rule runs whether or not these fields passed.
    case any
}

/// A place in a file, lines and columns from 1, columns in code points.
public struct FileLocation: Sendable, Equatable, Hashable, CustomStringConvertible {
    /// The file's name, as it was given.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in code points, from 1.
    public var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { "\(file):\(line):\(column)" }
}
