// SPDX-License-Identifier: Apache-2.0

/// The rules of one field, in order, with their policy.
public struct Validator: Sendable, Equatable {
    /// What happens after the first failing rule.
    public enum Policy: String, Sendable, CaseIterable {
        /// Every rule is asked.
        case all
        /// Rules behind the first failing one are not asked.
        case first
    }

    public var rules: [RuleEntry]
    public var policy: Policy
    /// The value never appears in a report.
    public var isSensitive: Bool
    /// Where the validator stands in a rule-set file, if it was read from one.
    public var location: FileLocation?

    public init(
        rules: [RuleEntry], policy: Policy = .all, isSensitive: Bool = false,
        location: FileLocation? = nil
    ) {
        self.rules = rules
        self.policy = policy
        self.isSensitive = isSensitive
        self.location = location
    }

    public init(
        _ rules: RuleExpression..., policy: Policy = .all, isSensitive: Bool = false
    ) {
        self.init(
            rules: rules.map { RuleEntry($0) }, policy: policy, isSensitive: isSensitive)
    }
}

/// A rule as a validator uses it: the expression and how its verdict counts.
public struct RuleEntry: Sendable, Equatable {
    public var expression: RuleExpression
    /// The rule is asked only where every condition holds.
    public var conditions: [Condition]
    public var severity: Severity
    /// Replaces the message of every code of the rule; `{name}` placeholders work as usual.
    public var message: String?
    public var onFault: FaultPolicy
    public var dependencies: DependencyPolicy
    /// Where the expression stands in a rule-set file, if it was read from one.
    public var location: FileLocation?
    /// Where each byte of the text stands that the expression's extents are about.
    public var source: ExpressionSource?

    public init(
        _ expression: RuleExpression, when conditions: [Condition] = [],
        severity: Severity = .error, message: String? = nil, onFault: FaultPolicy = .fault,
        dependencies: DependencyPolicy = .valid, location: FileLocation? = nil,
        source: ExpressionSource? = nil
    ) {
        self.expression = expression
        self.conditions = conditions
        self.severity = severity
        self.message = message
        self.onFault = onFault
        self.dependencies = dependencies
        self.location = location
        self.source = source
    }
}

/// Rules that another field must pass for a rule to be asked.
public struct Condition: Sendable, Equatable {
    public var path: FieldPath
    public var rules: [RuleExpression]
    /// Where the path stands in a rule-set file, if it was read from one.
    public var location: FileLocation?
    /// Where each byte of the text stands that the rules' extents are about.
    public var source: ExpressionSource?

    public init(_ path: FieldPath, _ rules: RuleExpression...) {
        self.init(path, rules: rules)
    }

    public init(
        _ path: FieldPath, rules: [RuleExpression], location: FileLocation? = nil,
        source: ExpressionSource? = nil
    ) {
        self.path = path
        self.rules = rules
        self.location = location
        self.source = source
    }
}

/// How a failed rule counts.
public enum Severity: String, Sendable, CaseIterable {
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

/// When a rule that names other fields is asked.
public enum DependencyPolicy: String, Sendable, CaseIterable {
    /// Only where the fields that it names passed their own rules.
    case valid
    /// Whatever became of them.
    case any
}

/// A place in a file, lines and columns from 1, columns in code points.
public struct FileLocation: Sendable, Equatable, Hashable, CustomStringConvertible {
    public var file: String
    public var line: Int
    public var column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { "\(file):\(line):\(column)" }
}
