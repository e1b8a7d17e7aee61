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
    /// The validators of the rule set, followed by those of the containers that their paths lead
    /// through.
    let validators: [CompiledValidator]
    /// The number of validators of the rule set.
    private let ownCount: Int
    /// The place of each validator's first rule in `rules`, followed by the number of rules.
    @_spi(Engine) public let ruleOffsets: [Int]
    /// A flag for each validator: `true` if something depends on which rows failed.
    ///
    /// The policy, a rule of another field, rules of elements and asynchronous rules can depend on
    /// it.
    let tracksFailures: [Bool]
    /// The validators whose flag in `tracksFailures` is `true`.
    let trackedValidators: [Int]
    let columns: [ColumnSource]
    let spaceOfColumn: [Int]
    /// The column of the record with the members that rules about it name, or `nil` if there are no such rules.
    let recordMembers: (column: Int, members: MemberGroup)?
    /// The place of each column in its group, or `nil` for a column that is not of members.
    let memberPlaces: [MemberGroup.Place?]
    let spaces: [ElementSpace]
    /// The columns of each space, ascending.
    let columnsOfSpace: FlatLists
    let sensitivePaths: SensitivePaths
    let identity: RecordIdentity
    private let labels: [FieldPath: FieldLabel]
    /// The synchronous runs, in order: first the rules that see one field, then the rules that see
    /// several.
    let schedule: [ScheduledRun]
    /// The same, without counting references: the plan holds them.
    let runs: [Unmanaged<ScheduledRun>]
    /// The tests of fused rules for records that are not from text; `recordTestsOfText` is for
    /// records from text.
    private let recordTests: RecordTests
    private let recordTestsOfText: RecordTests
    /// The test of the elements of each space, if it has one; `elementTestsOfText` is for records
    /// from text.
    private let elementTests: [FusedRules?]
    private let elementTestsOfText: [FusedRules?]
    /// The runs of the asynchronous rules, in order, which come after all others.
    let deferredSchedule: [ScheduledRun]
    /// The texts that mean that a field is missing, by its column; empty if no field has such texts.
    private let missingTexts: [Int: MissingTexts]
    /// The rules that read texts, by space.
    let readers: TextReaders
    /// The meanings in which the texts of each field are read.
    package let readings: FieldReadings
    /// The issues that the rules have with records from text, such as CSV and forms of text: what they
    /// compare could never be equal, or have an order.
    ///
    /// No record from text is valid as long as there are some.
    package let textIssues: [RuleSetIssue]
    /// The runs of the validators of containers, which come after all synchronous runs.
    let containers: [ScheduledRun]
    /// The last space whose columns tell whether containers are of the right kind.
    let lastContainerSpace: Int
    /// The layout for single records, where there is one.
    let single: SingleRecordPlan?
    /// The members that the rule set knows, or `nil` if any member is allowed.
    let knownMembers: KnownMembers?
    /// `true` if a rule, or a condition of one, is of a plugin whose calls are watched.
    package let isWatched: Bool
    /// The rules about the records of a data set; none for most rule sets.
    package let recordsRules: [CompiledRecordsRule]
    /// The expressions of these rules, which reports about single records name.
    package var unchecked: [String] { uncheckedRules?.value.unchecked ?? [] }
    let uncheckedRules: Shared<ValidationReport.Rest>?
    /// The records that their keys refer to.
    package let sources: [DataSource]
    /// The plans that read the sources of rules, and the rules that give the keys of the data set itself, by the
    /// place of the rule that refers to them.
    let sourcePlans: [Int: ValidationPlan]
    let ownKeys: [Int: CompiledRecordsRule]
    /// The rules of fields that have a tolerance.
    package let tolerantRules: [TolerantRule]
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
        let parts = try compiler.compile(ruleSet)
        var sourcePlans: [Int: ValidationPlan] = [:]
        for rule in parts.records {
            guard let source = ruleSet.source(of: rule), !source.isSelf else { continue }
            sourcePlans[rule.index] = try ValidationPlan(
                ruleSet.reading(source, for: rule, rules: rules), rules: rules, clock: clock)
        }
        self.init(ruleSet, parts, sourcePlans: sourcePlans, clock: clock)
    }

    private init(
        _ ruleSet: RuleSet, _ parts: PlanCompiler.Parts, sourcePlans: [Int: ValidationPlan],
        clock: @escaping @Sendable () -> Duration
    ) {
        self.sourcePlans = sourcePlans
        ownKeys = parts.ownKeys
        self.clock = clock
        recordsRules = parts.records
        uncheckedRules =
            parts.records.isEmpty
            ? nil : Shared(ValidationReport.Rest(unchecked: parts.records.map(\.expression)))
        sources = ruleSet.sources
        tolerantRules = parts.validators.enumerated().flatMap { index, validator in
            validator.steps.enumerated().compactMap { place, step in
                step.entry.tolerated.map {
                    TolerantRule(validator: index, step: place, tolerance: $0)
                }
            }
        }
        fields = parts.table.fields
        fieldCount = fields.count
        unknownFields = ruleSet.unknownFields
        maximumViolations = ruleSet.maximumViolations
        validators = parts.validators
        ownCount = parts.ownCount
        ruleOffsets = parts.validators.reduce(into: [0]) {
            $0.append(($0.last ?? 0) + $1.steps.count)
        }
        isWatched = parts.validators.contains { $0.steps.contains(where: \.isWatched) }
        tracksFailures = parts.tracksFailures
        trackedValidators = tracksFailures.indices.filter { parts.tracksFailures[$0] }
        columns = parts.table.sources
        spaceOfColumn = parts.table.spaceOfColumn
        memberPlaces = MemberGroup.places(of: columns)
        recordMembers =
            columns.indices.reversed().lazy.compactMap { [columns] column in
                MemberGroup(ofRecord: columns[column]).map { (column, $0) }
            }.first
        spaces = parts.table.spaces
        columnsOfSpace = parts.table.columnsOfSpace
        missingTexts = parts.missingTexts
        readers = parts.readers
        readings = parts.readings
        textIssues =
            ruleSet.hasTypedFields
            ? []
            : TextInputCheck(readings: parts.readings, missing: ruleSet.missingTexts)
                .issues(of: parts.validators, parts.records)
        sensitivePaths = parts.sensitivePaths
        identity = RecordIdentity(
            ruleSet.identity, fields: parts.table.fields, readColumns: parts.readColumns,
            sensitivePaths: parts.sensitivePaths)
        labels = parts.labels
        schedule = parts.schedule
        runs = schedule.map(Unmanaged.passUnretained)
        deferredSchedule = parts.deferredSchedule
        containers = parts.containers
        lastContainerSpace = parts.table.lastSpace(in: parts.containers.map(\.compiled.column))
        let limit = ruleSet.maximumViolations
        recordTests = RecordTests(of: parts, isText: false, limit: limit)
        recordTestsOfText = RecordTests(of: parts, isText: true, limit: limit)
        elementTests = ElementTests.tests(of: parts, isText: false)
        elementTestsOfText = ElementTests.tests(of: parts, isText: true)
        knownMembers =
            unknownFields == .allow
            ? nil
            : KnownMembers(
                columns, fieldCount: fields.count,
                keys: validators.flatMap { validator in
                    validator.steps.flatMap(\.rule.namedKeys).map { (validator.column, $0) }
                })
        // Members are looked for in batches.
        single =
            knownMembers != nil
            ? nil
            : SingleRecordPlan(
                validators, columns: columns, spaces: spaces,
                schedule: schedule + deferredSchedule, containers: containers,
                settings: parts.fusion)
    }

    /// `true` if the rule set names the values that identify a record in a later run.
    package var hasIdentity: Bool { !identity.isEmpty }

    /// The first sensitive value of the identity, or `nil` if there is none.
    package var sensitiveIdentity: FieldPath? { identity.sensitivePath }

    /// `true` if records can need more than a synchronous validation; see
    /// `ValidatorsManager.complete`.
    package var hasAsynchronousRules: Bool { !deferredSchedule.isEmpty }

    /// The issue that a record from text has because of an issue of the rules with texts, at the
    /// place of the field.
    func unread(_ place: Int, row: Int) -> RecordIssue {
        let issue = textIssues[place]
        let pointer = validators.first { $0.name == issue.field }?.pointer ?? ""
        return RecordIssue(row: row, kind: .unread, pointer: pointer, reason: issue.message)
    }

    /// `true` if texts of some field mean that it is missing, in records from text.
    var hasMissingTexts: Bool { !missingTexts.isEmpty }

    /// Returns the texts of a column that mean that the field is missing, or `nil` if there are none.
    func missingTexts(ofColumn column: Int) -> MissingTexts? {
        missingTexts.isEmpty ? nil : missingTexts[column]
    }

    /// The reader of a column whose texts may be read after a test, if there is one.
    func deferrableReader(ofColumn column: Int) -> TextReader? {
        readers.deferrable(ofColumn: column)
    }

    /// The tests of fused rules for the values of records.
    func recordTests(isText: Bool) -> RecordTests {
        isText ? recordTestsOfText : recordTests
    }

    /// The test of the elements of a space, where there is one.
    func elementTest(ofSpace space: Int, isText: Bool) -> FusedRules? {
        isText ? elementTestsOfText[space] : elementTests[space]
    }

    /// Returns the label of a field, or `nil` if it has none.
    ///
    /// The label of `items[*].price` also applies to `items[0].price`, if that has none of its own.
    package func label(of path: FieldPath) -> FieldLabel? {
        labels.isEmpty ? nil : labels[path] ?? labels[path.ofAllElements]
    }

    /// The columns with a value for each record.
    package var recordColumnCount: Int { spaceOfColumn.count { $0 == 0 } }

    /// The validators of the rule set, without those of containers.
    var ownValidators: ArraySlice<CompiledValidator> { validators.prefix(ownCount) }

    /// The keys of the validators of the rule set in its order.
    package var keys: [String] { ownValidators.map(\.key) }

    /// The number of its rules.
    package var ruleCount: Int { ruleOffsets.last ?? 0 }

    /// The key and id of every rule, in the order of the report.
    @_spi(Engine) public var rules: [(key: String, rule: String)] {
        validators.flatMap { validator in
            validator.steps.map { (validator.key, $0.rule.definition.id) }
        }
    }
}
