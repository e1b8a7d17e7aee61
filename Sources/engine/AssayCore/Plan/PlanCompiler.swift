// SPDX-License-Identifier: Apache-2.0

/// Turns a rule set into the parts of a plan and gathers every issue on the way.
struct PlanCompiler {
    struct Parts {
        var table: ColumnTable
        /// The validators of the rule set, followed by those of containers.
        var validators: [CompiledValidator]
        var ownCount: Int
        var tracksFailures: [Bool]
        var readers: TextReaders
        var readings: FieldReadings
        var schedule: [ScheduledRun]
        var deferredSchedule: [ScheduledRun]
        /// The runs of the validators of containers.
        var containers: [ScheduledRun]
        var sensitivePaths: SensitivePaths
        var labels: [FieldPath: FieldLabel]
        var fusion: FusedRules.Settings?
        var records: [CompiledRecordsRule] = []
        var ownKeys: [Int: CompiledRecordsRule] = [:]

        /// The texts that mean that a field is missing, by its column.
        var missingTexts: [Int: MissingTexts] {
            Dictionary(
                validators.compactMap { validator in
                    validator.missing.map { (validator.column, $0) }
                }
            ) { first, _ in first }
        }

        /// The columns of top-level fields whose texts are read or can mean that the field is missing, by the
        /// field.
        var readColumns: [Int: Int] {
            let missing = missingTexts
            return Dictionary(
                table.sources.indices.compactMap { column in
                    guard let field = table.field(of: column),
                        readers.reads(column) || missing[column] != nil
                    else { return nil }
                    return (field, column)
                }
            ) { first, _ in first }
        }
    }

    /// The maximum number of fields of a rule set.
    static let maximumFields = 65_534

    let rules: Rulebook
    private let fusion: FusedRules.Settings?
    let budget = RuleSetBudget()
    var table = ColumnTable()
    var issues = IssueList()
    var sensitivePaths = SensitivePaths()
    private var indexOfPath: [FieldPath: Int] = [:]
    var labels = LabelCompiler()
    /// The meanings that the rules of fields read in their texts.
    private(set) var readings = FieldReadings.none
    /// The meanings of texts of fields that no rule reads in every record.
    private(set) var conditionalReadings: [FieldPath: [ConditionalReading]] = [:]
    /// The rules that read texts, which are resolved first, by the places of their fields and entries.
    private var readingRules: [EntryPlace: BoundRule] = [:]
    /// `true` if a limit of the rule set is exceeded; the rest is not compiled.
    private(set) var isOverLimit = false

    init(rules: Rulebook, fusion: FusedRules.Settings?) {
        self.rules = rules
        self.fusion = fusion
    }

    mutating func compile(_ ruleSet: RuleSet) throws(RuleSetError) -> Parts {
        checkLimits(of: ruleSet)
        checkPlugins(of: ruleSet)
        var boundFields: [BoundField] = []
        gatherSensitivePaths(of: ruleSet)
        for (index, field) in ruleSet.fields.enumerated() { indexOfPath[field.path] = index }
        labels.gather(ruleSet)
        findReadings(of: ruleSet)
        for (index, field) in ruleSet.fields.enumerated() {
            guard !isOverLimit else { break }
            boundFields.append(bind(field, at: index))
        }
        if let record = ruleSet.record, !isOverLimit { boundFields.append(bind(record: record)) }
        let records = isOverLimit ? [] : bindRecords(of: ruleSet)
        if !isOverLimit { labels.check(ruleSet, into: &issues) }
        let containers = isOverLimit ? nil : ContainerCompiler(ruleSet.fields, in: &table)
        containers?.check(into: &issues)
        guard issues.isEmpty else { throw issues.error }
        if !sensitivePaths.isEmpty {
            sensitivePaths.spread(
                along: boundFields.flatMap(\.ties), limit: RuleSetLimits.sensitiveComparisons)
        }
        var validators: [CompiledValidator] = []
        for field in boundFields where !isOverLimit { validators.append(compile(field)) }
        guard issues.isEmpty else { throw issues.error }
        // What others than the rules of the fields look at is read in every record.
        let identity = Set(
            ruleSet.identity.map { table.column(for: FieldPath(key: $0.topLevelKey)) }
                + records.flatMap(\.readColumns).map { table.original(of: $0) })
        let compiledRecords = compile(records.filter { $0.referrer == nil })
        let ownKeys = Dictionary(
            uniqueKeysWithValues: records.compactMap { record in
                record.referrer.map { ($0, compile([record])[0]) }
            })
        linkElementGuards(of: validators)
        let implied =
            containers?.validators(
                for: .init(
                    validators: validators, indexOfPath: indexOfPath, labels: labels.labels),
                table: &table, sensitivePaths: &sensitivePaths) ?? []
        let schedule = ScheduledRun.schedule(
            of: validators, columns: table.sources, identity: identity, asynchronous: false,
            fusion: fusion)
        let readers = readers(of: validators, schedule: schedule, in: ruleSet)
        guard issues.isEmpty else { throw issues.error }
        return Parts(
            table: table, validators: validators + implied, ownCount: validators.count,
            tracksFailures: tracksFailures(of: validators + implied, schedule: schedule),
            readers: readers, readings: readings, schedule: schedule,
            deferredSchedule: ScheduledRun.schedule(
                of: validators, columns: table.sources, identity: identity, asynchronous: true,
                fusion: fusion),
            containers: implied.enumerated().map { index, validator in
                ScheduledRun(
                    of: validator, at: validators.count + index, steps: validator.order,
                    isAsynchronous: false, isLate: true)
            },
            sensitivePaths: sensitivePaths, labels: labels.labels, fusion: fusion,
            records: compiledRecords, ownKeys: ownKeys)
    }

    /// Orders the rules that read texts, each of which must be decided before it reads.
    private mutating func readers(
        of validators: [CompiledValidator], schedule: [ScheduledRun], in ruleSet: RuleSet
    ) -> TextReaders {
        var circles: [Int] = []
        let readers = TextReaders(of: validators, in: table, schedule: schedule) {
            circles.append($0)
        }
        for column in circles {
            guard let index = validators.firstIndex(where: { $0.column == column }) else {
                continue
            }
            let field = ruleSet.fields[index]
            issues.append(
                RuleSetIssue(
                    code: "field.circularReading",
                    message: "the rules that read the text of the field depend on its own value",
                    help:
                        "remove the condition from the rule that reads the field, or let it name a "
                        + "field that does not depend on this one",
                    field: field.name, location: field.validator.location))
        }
        return readers
    }

    /// A field whose rules are bound, which is compiled once it is known which fields are
    /// sensitive.
    private struct BoundField {
        let field: Field
        let column: Int
        let space: Int
        var entries: [BoundEntry] = []

        /// The fields whose values a rule compares: the members of the record that it names, for a rule of the
        /// record.
        private func subjects(of rule: BoundRule) -> [FieldPath] {
            field.path.isRecord ? rule.namedKeys.map { FieldPath(key: $0) } : [field.path]
        }

        /// The pairs of paths of which both are sensitive if one is.
        var ties: [(path: FieldPath, other: FieldPath)] {
            entries.flatMap { bound in
                bound.rule.fieldsSharingSensitivity.flatMap { other in
                    subjects(of: bound.rule).map { ($0, other) }
                }
                    + zip(bound.entry.conditions, bound.conditions).flatMap { condition, compiled in
                        compiled.rules.flatMap(\.rule.fieldsSharingSensitivity).map {
                            (condition.path, $0)
                        }
                    }
            }
        }
    }

    /// A rule of a field with its conditions.
    private struct BoundEntry {
        let entry: RuleEntry
        let rule: BoundRule
        let dependencyColumns: [Int]
        let conditions: [CompiledCondition]
    }

    private mutating func gatherSensitivePaths(of ruleSet: RuleSet) {
        for path in ruleSet.sensitivePaths { sensitivePaths.insert(path) }
        for field in ruleSet.fields where field.validator.isSensitive && !isOverLimit {
            sensitivePaths.insert(field.path)
            checkPlaces(sensitivePaths.count, at: field.validator.location, of: field)
        }
    }

    private mutating func checkLimits(of ruleSet: RuleSet) {
        var seen: Set<FieldPath> = []
        for field in ruleSet.fields where !seen.insert(field.path).inserted {
            issues.append(
                RuleSetIssue(
                    code: "field.duplicate", message: "the field has two validators",
                    help: "write their rules as one list", field: field.name,
                    location: field.validator.location))
        }
        if ruleSet.fields.count > Self.maximumFields {
            exceed(
                RuleSetIssue(
                    code: "ruleSet.tooManyFields",
                    message: "\(ruleSet.fields.count) fields; at most \(Self.maximumFields)",
                    location: ruleSet.fields[Self.maximumFields].validator.location))
        }
    }

    /// Reports that a limit is exceeded, which ends the compilation.
    private mutating func exceed(_ issue: RuleSetIssue) {
        isOverLimit = true
        issues.append(issue)
    }

    private mutating func checkPlaces(_ count: Int, at location: FileLocation?, of field: Field) {
        guard count > RuleSetLimits.places, !isOverLimit else { return }
        exceed(
            RuleSetIssue(
                code: "ruleSet.tooManyPlaces",
                message: "the paths lead to more than \(RuleSetLimits.places) places of a record",
                help: "split the rule set", field: field.name, location: location))
    }

    /// Checks what the paths so far have cost.
    mutating func checkColumns(at location: FileLocation?, of field: Field) {
        checkPlaces(table.sources.count, at: location, of: field)
        guard table.spaces.count > RuleSetLimits.arrays, !isOverLimit else { return }
        exceed(
            RuleSetIssue(
                code: "ruleSet.tooManyArrays",
                message: "the paths have more than \(RuleSetLimits.arrays) different [*]",
                help: "split the rule set", field: field.name, location: location))
    }

    private mutating func isSensitive(_ field: Field) -> Bool {
        let isSensitive = sensitivePaths.overlap(field.path)
        let limit = RuleSetLimits.sensitiveComparisons
        guard sensitivePaths.comparisons > limit, !isOverLimit else { return isSensitive }
        exceed(
            RuleSetIssue(
                code: "ruleSet.sensitivePaths",
                message: "telling which fields are sensitive takes more than \(limit) comparisons",
                help: "mark arrays as sensitive with [*] instead of single elements",
                field: field.name, location: field.validator.location))
        return isSensitive
    }

    private mutating func checkMissingTexts(of field: Field) {
        let missing = field.validator.missing
        let report = { (message: String, help: String) in
            RuleSetIssue(
                code: "field.missingText", message: message, help: help,
                field: field.name, location: field.validator.location)
        }
        if missing.contains("") {
            issues.append(
                report(
                    "an empty text is missing without an entry in 'missing'",
                    "remove the empty text"))
        }
        if missing.count > MissingTexts.limit {
            issues.append(
                report(
                    "'missing' has \(missing.count) texts; at most \(MissingTexts.limit)",
                    "keep the texts that the data has"))
        }
    }

    private mutating func checkPlugins(of ruleSet: RuleSet) {
        issues.append(contentsOf: ruleSet.defects)
        guard !ruleSet.plugins.isEmpty else { return }
        let loaded = rules.plugins
        for plugin in ruleSet.plugins {
            if let issue = plugin.issue(whereLoaded: loaded) { issues.append(issue) }
        }
    }

    /// The place of an entry in a rule set.
    private struct EntryPlace: Hashable {
        let field: Int
        let entry: Int
    }

    /// Finds what the texts of each field are read as, before rules that ask for it are resolved.
    ///
    /// A rule that cannot be resolved is left for later, when its issue is reported.
    private mutating func findReadings(of ruleSet: RuleSet) {
        var readings: [FieldPath: TextReading] = [:]
        for (place, field) in ruleSet.fields.enumerated() where !isOverLimit {
            var always: (reading: TextReading, expression: RuleExpression)?
            var sometimes: [(entry: RuleEntry, reading: TextReading)] = []
            for (index, entry) in field.validator.rules.enumerated() {
                guard let definition = rules.definition(for: entry.expression.id),
                    definition.facets.reading != nil || definition.traits.contains(.converts),
                    let rule = try? rules.bind(
                        entry.expression, budget: budget, suggests: false),
                    let reading = rule.reading
                else { continue }
                readingRules[EntryPlace(field: place, entry: index)] = rule
                var conditional = reading
                conditional.isConditional = true
                readings[field.path] =
                    readings[field.path].map { $0.or(conditional) } ?? conditional
                guard entry.conditions.isEmpty else {
                    sometimes.append((entry, reading))
                    if !reading.replaces {
                        conditionalReadings[field.path, default: []].append(
                            ConditionalReading(reading: reading, conditions: entry.conditions))
                    }
                    continue
                }
                if let (first, expression) = always, first.contradicts(reading) {
                    report(entry, of: field, readsUnlike: expression, first, reading)
                }
                if always == nil { always = (reading, entry.expression) }
            }
            if let always {
                // The rule without a condition reads for the other one, which would accept its spelling.
                for (entry, reading) in sometimes where always.reading.spellsUnlike(reading) {
                    report(
                        entry, of: field, readsUnlike: always.expression, always.reading, reading)
                }
                readings[field.path] = always.reading
                conditionalReadings[field.path] = nil
            }
        }
        self.readings = FieldReadings(readings, path: nil)
    }

    private mutating func report(
        _ entry: RuleEntry, of field: Field, readsUnlike other: RuleExpression,
        _ first: TextReading, _ second: TextReading
    ) {
        let place = Place(
            source: entry.source, extent: entry.expression.extent,
            fallback: entry.location ?? field.validator.location)
        issues.append(
            RuleSetIssue(
                code: "field.twoReadings",
                message: "\(entry.expression) reads the field as \(second.phrase), and \(other) as "
                    + first.phrase,
                help: "keep one of the two rules, or give each a condition (when)",
                field: field.name, location: place.location(of: nil)))
    }

    private mutating func bind(_ field: Field, at place: Int) -> BoundField {
        let column = table.column(for: field.path)
        let space = table.spaceOfColumn[column]
        checkColumns(at: field.validator.location, of: field)
        checkMissingTexts(of: field)
        var bound = BoundField(field: field, column: column, space: space)
        for (index, entry) in field.validator.rules.enumerated() {
            guard !isOverLimit else { break }
            let known = readingRules[EntryPlace(field: place, entry: index)]
            if let entry = bind(entry, of: field, space: space, boundTo: known) {
                bound.entries.append(entry)
            }
        }
        return bound
    }

    /// Binds the rules of the record, which follow those of the fields.
    private mutating func bind(record validator: Validator) -> BoundField {
        checkRecord(validator)
        let field = Field(.record, validator)
        var entries: [BoundEntry] = []
        for entry in validator.rules where !isOverLimit {
            if let entry = bind(entry, of: field, space: 0, boundTo: nil) { entries.append(entry) }
        }
        let column = table.column(ofRecordWith: entries.flatMap(\.rule.namedKeys))
        checkColumns(at: validator.location, of: field)
        return BoundField(field: field, column: column, space: 0, entries: entries)
    }

    private mutating func checkRecord(_ validator: Validator) {
        let wrong = [
            ("sensitive", validator.isSensitive), ("missing", !validator.missing.isEmpty),
        ].filter(\.1).map(\.0)
        for key in wrong {
            issues.append(
                RuleSetIssue(
                    code: "record.value", message: "the record itself cannot have '\(key)'",
                    help: "write '\(key)' at the fields that it applies to",
                    field: Field.nameOfRecord,
                    location: validator.location))
        }
    }

    /// Returns a rule of the record with the fields that its members are, which it looks at.
    private func namingMembers(_ rule: BoundRule) throws(RuleError) -> BoundRule {
        if let whole = rule.ruleOfWholeObject {
            throw RuleError(
                "record.wholeRecord",
                "'\(abbreviated(whole.expression.description))' looks at more of the record than the members that "
                    + "it names",
                help:
                    "use member, requiredKeys, dependentKeys, atLeastOneOf, atMostOneOf and exactlyOneOf, "
                    + "also inside anyOf, allOf, exactlyOne and not; 'unknownFields: reject' rejects other "
                    + "members",
                extent: whole.expression.extent)
        }
        return rule.naming(
            rule.namedKeys.map { FieldPath(key: $0) }.filter { !rule.dependencies.contains($0) })
    }

    /// The rule and its conditions are bound even if one of them is wrong, to find all issues.
    private mutating func bind(
        _ entry: RuleEntry, of field: Field, space: Int, boundTo known: BoundRule?
    ) -> BoundEntry? {
        let own = Place(
            source: entry.source, extent: entry.expression.extent,
            fallback: entry.location ?? field.validator.location)
        var rule: (rule: BoundRule, dependencyColumns: [Int])?
        if let known, known.dependencies.isEmpty {
            rule = (known, [])
        } else {
            rule = bind(
                entry.expression, in: space, at: own, of: field, readings: readings.at(field.path))
        }
        labels.noteNames(of: rule?.rule, entry.conditions)
        for issue in entry.message?.issues(ofField: field.name, at: own.location(of: nil))
            ?? []
        {
            issues.append(issue)
        }
        let conditions = entry.conditions.compactMap { condition in
            isOverLimit ? nil : compile(condition, in: space, at: own, of: field)
        }
        guard let rule, conditions.count == entry.conditions.count else { return nil }
        return BoundEntry(
            entry: entry, rule: rule.rule, dependencyColumns: rule.dependencyColumns,
            conditions: conditions)
    }

    private mutating func compile(_ bound: BoundField) -> CompiledValidator {
        let path = bound.field.path
        let policy = bound.field.validator.policy
        let isSensitive = isSensitive(bound.field)
        // What a rule withholds depends on the order in which the rules run.
        let order = ExecutionOrder.indexes(of: bound.entries.map(\.rule), under: policy)
        var withholding = WithholdingRules()
        let key = path.description
        let pointer = path.pointer
        let steps = order.map { index in
            let step = bound.entries[index]
            let compiled = CompiledStep(
                step.rule, step.entry, of: key, at: pointer, isSensitive: isSensitive,
                under: policy, dependencyColumns: step.dependencyColumns,
                requiredValidators: step.entry.dependencies == .valid
                    ? step.rule.dependencies.compactMap { indexOfPath[$0] } : [],
                conditions: step.conditions, withholding: &withholding,
                labels: FindingLabels(
                    own: labels.labels[path], namedBy: step.rule.arguments, in: labels.labels))
            return (index, compiled)
        }.sorted { $0.0 < $1.0 }.map(\.1)
        return CompiledValidator(
            key: key, path: path, pointer: pointer, column: bound.column,
            field: table.field(of: bound.column), space: bound.space, steps: steps,
            order: order, policy: policy, isSensitive: isSensitive,
            missing: MissingTexts(bound.field.validator))
    }

    mutating func compile(
        _ condition: Condition, in space: Int, at entry: Place, of field: Field
    ) -> CompiledCondition? {
        let path = Place(fallback: condition.location ?? entry.location(of: nil))
        let column = attempt(at: path, of: field) { compiler throws(RuleError) in
            try compiler.column(for: condition.path, in: space)
        }
        checkColumns(at: path.location(of: nil), of: field)
        let rules = condition.rules.compactMap { expression in
            let place = Place(
                source: condition.source, extent: expression.extent,
                fallback: path.location(of: nil))
            return bind(
                expression, in: space, at: place, of: field,
                readings: readings(for: condition), isCondition: true)
        }
        guard let column, rules.count == condition.rules.count else { return nil }
        let order = ExecutionOrder.indexes(of: rules.map(\.rule), under: .all)
        return CompiledCondition(column: column, rules: order.map { rules[$0] })
    }

    /// The readings for the rules of a condition, one of which may read a field that nothing else reads.
    func readings(for condition: Condition) -> FieldReadings {
        let readings = readings.at(condition.path)
        guard readings.own == nil else { return readings }
        for expression in condition.rules {
            guard let definition = rules.definition(for: expression.id),
                definition.facets.reading != nil,
                let reading = try? rules.bind(expression, suggests: false).reading
            else { continue }
            return readings.with(reading)
        }
        return readings
    }

    private mutating func bind(
        _ expression: RuleExpression, in space: Int, at place: Place, of field: Field,
        readings: FieldReadings, isCondition: Bool = false
    ) -> (rule: BoundRule, dependencyColumns: [Int])? {
        guard !isOverLimit else { return nil }
        defer { checkColumns(at: place.location(of: nil), of: field) }
        return attempt(at: place, of: field) { compiler throws(RuleError) in
            var rule = try compiler.rules.bind(
                expression, budget: compiler.budget, suggests: !compiler.issues.isFull,
                readings: readings)
            if field.path.isRecord, !isCondition { rule = try compiler.namingMembers(rule) }
            if isCondition, rule.definition.isAsynchronous {
                throw RuleError(
                    "rule.asynchronous",
                    "a condition cannot wait for '\(expression.id)', which is asynchronous",
                    help: "name rules that decide at once", extent: expression.extent)
            }
            return try compiler.withAlternatives(
                rule, dependencyColumns: try compiler.dependencyColumns(of: rule, in: space),
                in: space, readings: readings)
        }
    }

    private mutating func dependencyColumns(
        of rule: BoundRule, in space: Int
    ) throws(RuleError) -> [Int] {
        var columns: [Int] = []
        for path in rule.dependencies { columns.append(try column(for: path, in: space)) }
        return columns
    }

    private mutating func column(for path: FieldPath, in space: Int) throws(RuleError) -> Int {
        guard let column = table.column(for: path, in: space) else {
            throw RuleError(
                "field.elements",
                "the field '\(path)' has elements that this field does not share",
                help: "name a field with the same [*], or one without")
        }
        return column
    }

    /// Returns the result of the body, or `nil` if it throws; the error is added to the issues.
    mutating func attempt<Result>(
        at place: Place, of field: Field,
        _ body: (inout PlanCompiler) throws(RuleError) -> Result
    ) -> Result? {
        do throws(RuleError) {
            return try body(&self)
        } catch {
            issues.append(
                RuleSetIssue(
                    code: error.code, message: error.message, help: error.help,
                    field: field.name, location: place.location(of: error.extent)))
            if budget.isExceeded { isOverLimit = true }
            return nil
        }
    }

    /// The place of an expression, as exactly as it is known.
    struct Place {
        var source: ExpressionSource?
        var extent: Range<Int>?
        var fallback: FileLocation?

        func location(of part: Range<Int>?) -> FileLocation? {
            source?.location(of: part ?? extent) ?? fallback
        }
    }

    /// Finds which validators guard the elements of an array.
    private mutating func linkElementGuards(of validators: [CompiledValidator]) {
        var spacesOfArrays: [Int: [Int]] = [:]
        for space in table.spaces.indices.dropFirst() {
            spacesOfArrays[table.spaces[space].arrays, default: []].append(space)
        }
        for (index, validator) in validators.enumerated()
        where validator.steps.contains(where: \.boundsElements) {
            for space in spacesOfArrays[validator.column] ?? [] {
                table.spaces[space].guards.append(index)
            }
        }
    }

    /// Returns a flag for each validator: `true` if something depends on which rows failed.
    ///
    /// The policy, a rule of another field, rules of elements, rules that name fields and
    /// asynchronous rules can depend on it.
    private func tracksFailures(
        of validators: [CompiledValidator], schedule: [ScheduledRun]
    ) -> [Bool] {
        var isSplit = validators.map { _ in false }
        for run in schedule where run.isLate && run.steps.count < run.compiled.steps.count {
            isSplit[run.validator] = true
        }
        let required = validators.flatMap { $0.steps.flatMap(\.requiredValidators) }
        let needed = Set(required + table.spaces.flatMap(\.guards))
        for (index, validator) in validators.enumerated()
        where validator.steps.contains(where: \.needsReading) {
            isSplit[index] = true
        }
        return validators.enumerated().map { index, validator in
            validator.policy == .first || needed.contains(index) || isSplit[index]
                || validator.steps.contains(where: \.isAsynchronous)
        }
    }
}
