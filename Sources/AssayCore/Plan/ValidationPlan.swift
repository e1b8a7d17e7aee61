// SPDX-License-Identifier: Apache-2.0

/// A rule set resolved against a registry: paths, columns, conditions and rule instances, found
/// once.
///
/// Immutable; shared by threads, each with a `ValidationSession` of its own.
@_spi(Engine) public final class ValidationPlan: Sendable {
    /// The top-level fields that a reader delivers as columns, in the order of the columns.
    package let fields: [String]
    let fieldCount: Int
    package let unknownFields: UnknownFieldPolicy
    package let maximumViolations: Int
    let validators: [CompiledValidator]
    /// For each validator the place of its first rule in `rules`, and after them their number.
    @_spi(Engine) public let ruleOffsets: [Int]
    /// For each validator whether something depends on which rows failed: the policy, another
    /// field's rule, elements.
    let tracksFailures: [Bool]
    /// Those validators.
    let trackedValidators: [Int]
    let columns: [ColumnSource]
    let spaceOfColumn: [Int]
    /// Of each column of members, where it is found.
    let memberPlaces: [MemberGroup.Place?]
    let spaces: [ElementSpace]
    /// The columns of each space, ascending.
    let columnsOfSpace: FlatLists
    let sensitivePaths: SensitivePaths
    let identity: RecordIdentity
    private let labels: [FieldPath: FieldLabel]
    /// What runs, in order: first the rules that see one field, then those that see several.
    let schedule: [ScheduledRun]
    /// The same, without counting references: the plan holds them.
    let runs: [Unmanaged<ScheduledRun>]
    /// The tests of fused rules for the values of records, in records from text and in others.
    private let recordTests: RecordTests
    private let recordTestsOfText: RecordTests
    /// For each space the test of its elements, where there is one.
    private let elementTests: [FusedRules?]
    private let elementTestsOfText: [FusedRules?]
    /// What runs after all of it: the asynchronous rules, in order.
    let deferredSchedule: [ScheduledRun]
    /// The layout for single records, where there is one.
    let single: SingleRecordPlan?
    /// The time since 1970-01-01T00:00:00Z.
    package let clock: @Sendable () -> Duration

    /// Compiles a rule set.
    ///
    /// - Throws: `RuleSetError` with every issue of the rule set.
    @_spi(Engine)
    public convenience init(_ ruleSet: RuleSet, registry: RuleRegistry) throws(RuleSetError) {
        try self.init(ruleSet, rules: registry.rulebook, clock: registry.clock)
    }

    /// Compiles a rule set, with rules fused or not.
    convenience init(
        _ ruleSet: RuleSet, rules: Rulebook, clock: @escaping @Sendable () -> Duration,
        fusion: FusedRules.Settings? = .standard
    ) throws(RuleSetError) {
        var compiler = PlanCompiler(rules: rules, fusion: fusion)
        self.init(ruleSet, try compiler.compile(ruleSet), clock: clock)
    }

    private init(
        _ ruleSet: RuleSet, _ parts: PlanCompiler.Parts, clock: @escaping @Sendable () -> Duration
    ) {
        self.clock = clock
        fields = parts.table.fields
        fieldCount = fields.count
        unknownFields = ruleSet.unknownFields
        maximumViolations = ruleSet.maximumViolations
        validators = parts.validators
        ruleOffsets = parts.validators.reduce(into: [0]) {
            $0.append(($0.last ?? 0) + $1.steps.count)
        }
        tracksFailures = parts.tracksFailures
        trackedValidators = tracksFailures.indices.filter { parts.tracksFailures[$0] }
        columns = parts.table.sources
        spaceOfColumn = parts.table.spaceOfColumn
        memberPlaces = MemberGroup.places(of: columns)
        spaces = parts.table.spaces
        columnsOfSpace = parts.table.columnsOfSpace
        sensitivePaths = parts.sensitivePaths
        identity = RecordIdentity(ruleSet.identity, fields: parts.table.fields)
        labels = parts.labels
        schedule = parts.schedule
        runs = schedule.map(Unmanaged.passUnretained)
        deferredSchedule = parts.deferredSchedule
        let limit = ruleSet.maximumViolations
        recordTests = RecordTests(of: parts, isText: false, limit: limit)
        recordTestsOfText = RecordTests(of: parts, isText: true, limit: limit)
        elementTests = ElementTests.tests(of: parts, isText: false)
        elementTestsOfText = ElementTests.tests(of: parts, isText: true)
        single = SingleRecordPlan(
            validators, columns: columns, spaces: spaces, schedule: schedule + deferredSchedule,
            settings: parts.fusion)
    }

    /// Whether the rule set says by what a record is the same record in a later run.
    package var hasIdentity: Bool { !identity.isEmpty }

    /// Whether records can need more than a synchronous validation; see
    /// `ValidatorsManager.complete`.
    package var hasAsynchronousRules: Bool { !deferredSchedule.isEmpty }

    /// The tests of fused rules for the values of records.
    func recordTests(isText: Bool) -> RecordTests {
        isText ? recordTestsOfText : recordTests
    }

    /// The test of the elements of a space, where there is one.
    func elementTest(ofSpace space: Int, isText: Bool) -> FusedRules? {
        isText ? elementTestsOfText[space] : elementTests[space]
    }

    /// The label of a field; that of `items[*].price` is the one of `items[0].price` too, if it has none of
    /// its own.
    package func label(of path: FieldPath) -> FieldLabel? {
        labels.isEmpty ? nil : labels[path] ?? labels[path.ofAllElements]
    }

    /// The columns with a value for each record.
    package var recordColumnCount: Int { spaceOfColumn.count { $0 == 0 } }

    /// The keys of the validators in the order of the rule set.
    package var keys: [String] { validators.map(\.key) }

    /// The number of its rules.
    package var ruleCount: Int { ruleOffsets.last ?? 0 }

    /// The key and id of every rule, in the order of the report.
    @_spi(Engine) public var rules: [(key: String, rule: String)] {
        validators.flatMap { validator in
            validator.steps.map { (validator.key, $0.rule.definition.id) }
        }
    }
}
