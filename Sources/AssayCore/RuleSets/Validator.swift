// SPDX-License-Identifier: Apache-2.0

/// The rules of one field, in order, with their policy.
public struct Validator: Sendable, Equatable {
    /// What happens after the first failing rule.
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
    /// Where the validator is in a rule-set file, if it was read from one.
    package var location: FileLocation?

    /// The validator of one field.
    ///
    /// - Parameters:
    ///   - rules: In the order in which they run.
    ///   - policy: Whether the rules after the first failing one run.
    ///   - isSensitive: Whether the value is kept out of every report and message.
    public init(rules: [RuleEntry], policy: Policy = .all, isSensitive: Bool = false) {
        self.init(rules: rules, policy: policy, isSensitive: isSensitive, location: nil)
    }

    package init(
        rules: [RuleEntry], policy: Policy, isSensitive: Bool, location: FileLocation?
    ) {
        self.rules = rules
        self.policy = policy
        self.isSensitive = isSensitive
        self.location = location
    }

    /// A validator of rules whose violations are errors.
    ///
    /// - Parameters:
    ///   - rules: In the order in which they run.
    ///   - policy: Whether the rules after the first failing one run.
    ///   - isSensitive: Whether the value is kept out of every report and message.
    public init(
        _ rules: RuleExpression..., policy: Policy = .all, isSensitive: Bool = false
    ) {
        self.init(
            rules: rules.map { RuleEntry($0) }, policy: policy, isSensitive: isSensitive)
    }
}

/// A rule as a validator uses it: the expression and how its verdict counts.
public struct RuleEntry: Sendable, Equatable {
    package var expression: RuleExpression
    /// The rule runs only where every condition is met.
    package var conditions: [Condition]
    package var severity: Severity
    /// Replaces the message of every code of the rule; `{name}` placeholders work as usual.
    package var message: String?
    package var onFault: FaultPolicy
    package var dependencies: DependencyPolicy
    /// Where the expression is in a rule-set file, if it was read from one.
    package var location: FileLocation?
    /// The place of each byte of the text that the expression's extents are about.
    package var source: ExpressionSource?

    /// A rule with its policy.
    ///
    /// - Parameters:
    ///   - expression: The rule with its arguments.
    ///   - conditions: All have to be met for the rule to run; none by default.
    ///   - severity: How a violation counts.
    ///   - message: Replaces the message of every code of the rule; nil: the
    ///     expression's own, or else the rule's.
    ///   - onFault: What becomes of a value about which the rule cannot decide.
    ///   - dependencies: When the rule runs if it names other fields.
    public init(
        _ expression: RuleExpression, when conditions: [Condition] = [],
        severity: Severity = .error, message: String? = nil, onFault: FaultPolicy = .fault,
        dependencies: DependencyPolicy = .valid
    ) {
        self.expression = expression
        self.expression.ownMessage = nil
        self.conditions = conditions
        self.severity = severity
        self.message = message ?? expression.ownMessage
        self.onFault = onFault
        self.dependencies = dependencies
    }
}

/// Rules that another field must pass for a rule to run.
public struct Condition: Sendable, Equatable {
    package var path: FieldPath
    package var rules: [RuleExpression]
    /// Where the path is in a rule-set file, if it was read from one.
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

/// How a failed rule counts.
public enum Severity: String, Sendable, CaseIterable {
    /// The record is invalid.
    case error
    /// The record stays valid.
    case warning
}

/// What becomes of a rule that cannot decide.
public enum FaultPolicy: String, Sendable, CaseIterable {
    /// A fault in the report; the record is not valid.
    case fault
    /// A violation.
    case fail
    /// Nothing: the rule counts as passed.
    case pass
}

/// When a rule that names other fields runs.
public enum DependencyPolicy: String, Sendable, CaseIterable {
    /// Only where the fields that it names passed their own rules.
    case valid
    /// Whatever became of them.
    case any
}

/// A place in a file, lines and columns from 1, columns in code points.
public struct FileLocation: Sendable, Equatable, Hashable, CustomStringConvertible {
    /// The file's name, as it was given.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in code points.
    public var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { "\(file):\(line):\(column)" }
}
