// SPDX-License-Identifier: Apache-2.0

/// A rule set resolved against a registry: paths, columns, conditions and rule instances, found
/// once.
///
/// Immutable; shared by threads, each with a `ValidationSession` of its own.
public final class ValidationPlan: Sendable {
    /// The top-level fields that a reader delivers as columns, in the order of the columns.
    public let fields: [String]
    let fieldCount: Int
    public let unknownFields: UnknownFieldPolicy
    public let maximumViolations: Int
    let validators: [CompiledValidator]
    /// For each validator whether somebody needs to know which rows failed: the policy, another
    /// field's rule, elements.
    let tracksFailures: [Bool]
    let columns: [ColumnSource]
    let spaceOfColumn: [Int]
    let spaces: [ElementSpace]
    /// The columns of each space, ascending.
    let columnsOfSpace: FlatLists
    let sensitivePaths: SensitivePaths
    /// What runs, in order: first what looks at one field, then what looks at several.
    let schedule: [ScheduledRun]
    /// What is to be asked behind all of it: the asynchronous rules, in order.
    let deferredSchedule: [ScheduledRun]
    /// The layout for single records, where there is one.
    let single: SingleRecordPlan?

    /// Compiles a rule set.
    ///
    /// - Throws: `RuleSetError` with every mistake of the rule set.
    public convenience init(_ ruleSet: RuleSet, registry: RuleRegistry) throws(RuleSetError) {
        try self.init(ruleSet, rules: registry.rulebook)
    }

    convenience init(_ ruleSet: RuleSet, rules: Rulebook) throws(RuleSetError) {
        var compiler = PlanCompiler(rules: rules)
        self.init(ruleSet, try compiler.compile(ruleSet))
    }

    private init(_ ruleSet: RuleSet, _ parts: PlanCompiler.Parts) {
        fields = parts.table.fields
        fieldCount = fields.count
        unknownFields = ruleSet.unknownFields
        maximumViolations = ruleSet.maximumViolations
        validators = parts.validators
        tracksFailures = parts.tracksFailures
        columns = parts.table.sources
        spaceOfColumn = parts.table.spaceOfColumn
        spaces = parts.table.spaces
        columnsOfSpace = parts.table.columnsOfSpace
        sensitivePaths = parts.sensitivePaths
        schedule = parts.schedule
        deferredSchedule = parts.deferredSchedule
        single = SingleRecordPlan(validators, columns, spaces, schedule + deferredSchedule)
    }

    /// Whether records can need more than a synchronous validation; see
    /// `ValidatorsManager.complete`.
    public var hasAsynchronousRules: Bool { !deferredSchedule.isEmpty }

    /// The columns with a value for each record.
    package var recordColumnCount: Int { spaceOfColumn.count { $0 == 0 } }

    /// The keys of the validators in the order of the rule set.
    public var keys: [String] { validators.map(\.key) }

    /// For each validator the place of its first rule in `rules`, and behind them their number.
    public var ruleOffsets: [Int] {
        validators.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.steps.count) }
    }

    /// The key and id of every rule, in the order of the report.
    public var rules: [(key: String, rule: String)] {
        validators.flatMap { validator in
            validator.steps.map { (validator.key, $0.rule.definition.id) }
        }
    }
}

// Validators and rules are objects, so that a session that looks at one copies nothing.

/// A validator whose paths are columns and whose rules are instances.
final class CompiledValidator: Sendable {
    let key: String
    let path: FieldPath
    /// The path as a JSON Pointer; nil where it leads to elements, each of which has its own.
    let pointer: String?
    /// The steps of that pointer.
    let tokens: [PointerToken]?
    let column: Int
    let space: Int
    let steps: [CompiledStep]
    let policy: Validator.Policy
    let isSensitive: Bool

    init(
        key: String, path: FieldPath, column: Int, space: Int, steps: [CompiledStep],
        policy: Validator.Policy, isSensitive: Bool
    ) {
        self.key = key
        self.path = path
        tokens = path.hasElements ? nil : path.pointerTokens(indexes: [])
        pointer = tokens.map(PointerToken.pointer)
        self.column = column
        self.space = space
        self.steps = steps
        self.policy = policy
        self.isSensitive = isSensitive
    }
}

/// A rule of a validator.
final class CompiledStep: Sendable {
    let rule: BoundRule
    /// The same object as in `rule`, called without counting references: the plan holds it.
    let instance: Unmanaged<RuleInstance>
    let kinds: UInt32
    let traits: RuleTraits
    let isWarning: Bool
    let entry: RuleEntry
    /// The arguments, as violations name them.
    let parameters: [(name: String, value: Value)]
    /// For each dependency of the rule, its column in the validator's space.
    let dependencyColumns: [Int]
    /// Validators that a row must have passed for the rule to be asked.
    let requiredValidators: [Int]
    let conditions: [CompiledCondition]
    let isAsynchronous: Bool
    /// Nothing but the value decides whether the rule is asked.
    let isPlain: Bool
    /// The rule, or one that it asks, can take long on a long text.
    let searchesText: Bool
    /// The code of a failure that keeps a text from such rules; nil: none does.
    let tooLongCode: Int?

    init(
        _ rule: BoundRule, _ entry: RuleEntry, dependencyColumns: [Int],
        requiredValidators: [Int], conditions: [CompiledCondition]
    ) {
        self.rule = rule
        instance = .passUnretained(rule.instance)
        kinds = rule.definition.kinds.rawValue
        traits = rule.definition.traits
        isWarning = entry.severity == .warning
        self.entry = entry
        parameters = rule.arguments.described
        self.dependencyColumns = dependencyColumns
        self.requiredValidators = requiredValidators
        self.conditions = conditions
        isAsynchronous = rule.definition.isAsynchronous
        isPlain = requiredValidators.isEmpty && conditions.isEmpty
        searchesText = rule.searchesText
        // A warning leaves the record valid, so that it keeps no rule from being asked.
        let bounds = traits.contains(.boundsText) && entry.severity == .error
        tooLongCode = bounds ? rule.definition.codes.count - 1 : nil
    }
}

/// A condition of a rule: another field's column and the rules that it must pass.
struct CompiledCondition: Sendable {
    let column: Int
    let rules: [(rule: BoundRule, dependencyColumns: [Int])]
}

/// Consecutive rules of one validator that run together.
struct ScheduledRun: Sendable {
    let validator: Int
    /// Those among them that are of the other sort are left out.
    let steps: Range<Int>
    let isAsynchronous: Bool
    /// Values that failed an earlier run are not judged: under `first`, and for rules that are only
    /// asked about what passed all others.
    let skipsFailed: Bool
    /// The steps from here on are asked about values only, never about their absence.
    let firstForPresent: Int

    init(
        _ validator: CompiledValidator, at index: Int, steps: Range<Int>, _ isAsynchronous: Bool
    ) {
        self.validator = index
        self.steps = steps
        self.isAsynchronous = isAsynchronous
        skipsFailed = isAsynchronous || (validator.policy == .first && steps.lowerBound > 0)
        let last = steps.last { validator.steps[$0].traits.contains(.judgesAbsence) }
        firstForPresent = last.map { $0 + 1 } ?? steps.lowerBound
    }

    func includes(_ step: CompiledStep) -> Bool { step.isAsynchronous == isAsynchronous }
}
