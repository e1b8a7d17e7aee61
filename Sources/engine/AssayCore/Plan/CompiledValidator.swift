// SPDX-License-Identifier: Apache-2.0

// Validators and rules are objects, so that a session that reads one copies nothing.

/// A validator whose paths are columns and whose rules are instances.
final class CompiledValidator: Sendable {
    let key: String
    let path: FieldPath
    /// The path as a JSON Pointer, or `nil` if it leads to elements, each of which has its own.
    let pointer: String?
    /// The steps of that pointer.
    let tokens: [PointerToken]?
    /// The pointers of elements, if the path has one `[*]`.
    let elementPointer: ElementPointer?
    let column: Int
    /// The place of a top-level field among the plan's fields, or `nil` for other values.
    let field: Int?
    let space: Int
    let steps: [CompiledStep]
    /// The indexes of the rules in the order in which they run; see `ExecutionOrder`.
    let order: [Int]
    /// The same, without counting references: the validator holds them.
    let stepReferences: [Unmanaged<CompiledStep>]
    let policy: Validator.Policy
    let isSensitive: Bool
    /// The texts that mean that the field is missing, or `nil` if there are none.
    let missing: MissingTexts?
    /// The bits of rules that withhold values from other rules of the validator.
    let withheldRules: UInt32

    /// The name of the validator in issues of the rule set, which is the key of a rule set for the record.
    var name: String { path.isRecord ? Field.nameOfRecord : key }

    init(
        key: String, path: FieldPath, pointer: String?, column: Int, field: Int?, space: Int,
        steps: [CompiledStep], order: [Int], policy: Validator.Policy, isSensitive: Bool,
        missing: MissingTexts? = nil
    ) {
        self.missing = missing
        self.key = key
        self.path = path
        self.pointer = pointer
        tokens = path.hasElements ? nil : path.pointerTokens(indexes: [])
        elementPointer = ElementPointer(path)
        self.column = column
        self.field = field
        self.space = space
        self.steps = steps
        self.order = order
        stepReferences = steps.map(Unmanaged.passUnretained)
        self.policy = policy
        self.isSensitive = isSensitive
        withheldRules = steps.reduce(0) { $0 | $1.withheldBy }
    }
}

/// A rule of a validator.
final class CompiledStep: Sendable {
    let rule: BoundRule
    /// The same object as in `rule`, called without counting references: the plan holds it.
    let instance: Unmanaged<RuleInstance>
    let entry: RuleEntry
    let isAsynchronous: Bool
    /// `true` if the paths of other rules imply the rule, which no rule set has.
    let isImplied: Bool
    /// `true` if a failure leaves the record valid.
    let isWarning: Bool
    /// The arguments, as violations name them.
    let parameters: [MessageParameter]
    /// The labels of the field and of the fields that the arguments name.
    let labels: FindingLabels
    let violationKinds: ViolationKinds
    /// The column of each dependency of the rule, in the validator's space.
    let dependencyColumns: [Int]
    /// Validators that a row must have passed for the rule to run.
    let requiredValidators: [Int]
    let conditions: [CompiledCondition]
    /// `true` if only the value decides whether the rule runs, and the rule is one of the rule set.
    let isPlain: Bool
    /// The bits of earlier rules of the validator; it does not run on a value that one of them
    /// withholds.
    let withheldBy: UInt32
    private let policy: VerdictPolicy
    private let textPolicy: VerdictPolicy

    /// - Parameters:
    ///   - rule: The rule.
    ///   - entry: The rule as the validator uses it.
    ///   - field: The field's path as it is written.
    ///   - pointer: The path as a JSON Pointer, or `nil` if it leads to elements.
    ///   - isSensitive: `true` if values of the field are not shown.
    ///   - policy: The behavior of the validator after a failure.
    ///   - dependencyColumns: The column of each dependency of the rule, in the validator's space.
    ///   - requiredValidators: Validators that a row must have passed for the rule to run.
    ///   - conditions: The conditions that must all be met for the rule to run.
    ///   - withholding: The earlier rules of the validator that withhold values; the rule is added
    ///     to it.
    ///   - labels: The labels of the field and of the fields that the arguments name.
    init(
        _ rule: BoundRule, _ entry: RuleEntry, of field: String, at pointer: String?,
        isSensitive: Bool, under policy: Validator.Policy, dependencyColumns: [Int],
        requiredValidators: [Int], conditions: [CompiledCondition],
        withholding: inout WithholdingRules, labels: FindingLabels
    ) {
        self.rule = rule
        instance = .passUnretained(rule.instance)
        self.entry = entry
        isAsynchronous = rule.definition.isAsynchronous
        isImplied = rule.definition.traits.contains(.impliedByPaths)
        isWarning = entry.severity == .warning
        parameters = rule.arguments.described
        self.labels = labels
        violationKinds = ViolationKinds(
            rule.definition, entry, field: field, pointer: pointer ?? "", isSensitive: isSensitive,
            parameters: parameters, labels: labels)
        self.dependencyColumns = dependencyColumns
        self.requiredValidators = requiredValidators
        self.conditions = conditions
        isPlain = requiredValidators.isEmpty && conditions.isEmpty && !isImplied
        needsReading = rule.needsReading
        withheldBy = withholding.bits(withholding: rule)
        let bit = withholding.add(rule, severity: entry.severity)
        self.policy = VerdictPolicy(
            entry, of: rule.definition, under: policy, withholds: bit, isText: false)
        textPolicy = VerdictPolicy(
            entry, of: rule.definition, under: policy, withholds: bit, isText: true)
    }

    /// The flags of another field's failures that keep the rule from running; see `FailedRows`.
    ///
    /// Asynchronous rules run last, when all failures are known.
    var withholdingFlags: UInt8 {
        isAsynchronous ? FailedRows.failed | FailedRows.failedLate : FailedRows.failed
    }

    /// `true` if a failure stops the rules of the elements of an array.
    var boundsElements: Bool { rule.definition.traits.contains(.boundsElements) }

    /// `true` if the rule does not run on a text that the rules of the field cannot read.
    let needsReading: Bool

    /// `true` if the rule reads the field's values in records from text.
    var converts: Bool { rule.textAdmission.converts }

    /// Returns the admission of values to the rule, in records from text or in others.
    @inline(__always)
    func admission(isText: Bool) -> RuleAdmission {
        isText ? rule.textAdmission : rule.admission
    }

    /// Returns the effects of the rule's verdicts, in records from text or in others.
    @inline(__always)
    func policy(isText: Bool) -> VerdictPolicy { isText ? textPolicy : policy }
}

/// A condition of a rule: another field's column and the rules that it must pass.
extension CompiledStep {
    /// `true` if the rule, or a condition of it, is of a plugin whose calls are watched.
    var isWatched: Bool {
        rule.isWatched
            || conditions.contains { $0.rules.contains { $0.rule.isWatched } }
    }
}

struct CompiledCondition: Sendable {
    let column: Int
    /// The rules, in the order in which they run.
    let rules: [(rule: BoundRule, dependencyColumns: [Int])]
    /// `true` if a rule reads texts for the others.
    let readsText: Bool

    init(column: Int, rules: [(rule: BoundRule, dependencyColumns: [Int])]) {
        self.column = column
        self.rules = rules
        readsText = rules.contains { $0.rule.textAdmission.converts }
    }
}
