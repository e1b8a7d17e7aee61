// SPDX-License-Identifier: Apache-2.0

/// Turns a rule set into the parts of a plan and gathers every issue on the way.
struct PlanCompiler {
    struct Parts {
        var table: ColumnTable
        var validators: [CompiledValidator]
        var tracksFailures: [Bool]
        var schedule: [ScheduledRun]
        var deferredSchedule: [ScheduledRun]
        var sensitivePaths: SensitivePaths
        var labels: [FieldPath: FieldLabel]
        var fusion: FusedRules.Settings?
    }

    /// The maximum number of fields of a rule set.
    static let maximumFields = 65_534

    let rules: Rulebook
    private let fusion: FusedRules.Settings?
    private let budget = RuleSetBudget()
    private var table = ColumnTable()
    private var issues = IssueList()
    private var sensitivePaths = SensitivePaths()
    private var indexOfPath: [FieldPath: Int] = [:]
    private var labels = LabelCompiler()
    /// `true` if a limit of the rule set is exceeded; the rest is not compiled.
    private var isOverLimit = false

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
        for field in ruleSet.fields {
            guard !isOverLimit else { break }
            boundFields.append(bind(field))
        }
        if !isOverLimit { labels.check(ruleSet, into: &issues) }
        guard issues.isEmpty else { throw issues.error }
        if !sensitivePaths.isEmpty {
            sensitivePaths.spread(
                along: boundFields.flatMap(\.ties), limit: RuleSetLimits.sensitiveComparisons)
        }
        var validators: [CompiledValidator] = []
        for field in boundFields where !isOverLimit { validators.append(compile(field)) }
        guard issues.isEmpty else { throw issues.error }
        for path in ruleSet.identity { _ = table.column(for: FieldPath(key: path.topLevelKey)) }
        linkElementGuards(of: validators)
        return Parts(
            table: table, validators: validators, tracksFailures: tracksFailures(of: validators),
            schedule: ScheduledRun.schedule(
                of: validators, columns: table.sources, asynchronous: false, fusion: fusion),
            deferredSchedule: ScheduledRun.schedule(
                of: validators, columns: table.sources, asynchronous: true, fusion: fusion),
            sensitivePaths: sensitivePaths, labels: labels.labels, fusion: fusion)
    }

    /// A field whose rules are bound, which is compiled once it is known which fields are
    /// sensitive.
    private struct BoundField {
        let field: Field
        let column: Int
        let space: Int
        var entries: [BoundEntry] = []

        /// The pairs of paths of which both are sensitive if one is.
        var ties: [(path: FieldPath, other: FieldPath)] {
            entries.flatMap { bound in
                bound.rule.fieldsSharingSensitivity.map { (field.path, $0) }
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
                    help: "write their rules as one list", field: field.path.description,
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
                help: "split the rule set", field: field.path.description, location: location))
    }

    /// Checks what the paths so far have cost.
    private mutating func checkColumns(at location: FileLocation?, of field: Field) {
        checkPlaces(table.sources.count, at: location, of: field)
        guard table.spaces.count > RuleSetLimits.arrays, !isOverLimit else { return }
        exceed(
            RuleSetIssue(
                code: "ruleSet.tooManyArrays",
                message: "the paths have more than \(RuleSetLimits.arrays) different [*]",
                help: "split the rule set", field: field.path.description, location: location))
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
                field: field.path.description, location: field.validator.location))
        return isSensitive
    }

    private mutating func checkPlugins(of ruleSet: RuleSet) {
        issues.append(contentsOf: ruleSet.defects)
        guard !ruleSet.plugins.isEmpty else { return }
        let loaded = rules.plugins
        for plugin in ruleSet.plugins {
            if let issue = plugin.issue(whereLoaded: loaded) { issues.append(issue) }
        }
    }

    private mutating func bind(_ field: Field) -> BoundField {
        let column = table.column(for: field.path)
        let space = table.spaceOfColumn[column]
        checkColumns(at: field.validator.location, of: field)
        var bound = BoundField(field: field, column: column, space: space)
        for entry in field.validator.rules {
            guard !isOverLimit else { break }
            if let entry = bind(entry, of: field, space: space) { bound.entries.append(entry) }
        }
        return bound
    }

    /// The rule and its conditions are bound even if one of them is wrong, to find all issues.
    private mutating func bind(
        _ entry: RuleEntry, of field: Field, space: Int
    ) -> BoundEntry? {
        let own = Place(
            source: entry.source, extent: entry.expression.extent,
            fallback: entry.location ?? field.validator.location)
        let rule = bind(entry.expression, in: space, at: own, of: field)
        labels.noteNames(of: rule?.rule, entry.conditions)
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
        var withholding = WithholdingRules()
        let key = path.description
        let pointer = path.pointer
        let steps = bound.entries.map { step in
            CompiledStep(
                step.rule, step.entry, of: key, at: pointer, isSensitive: isSensitive,
                under: policy, dependencyColumns: step.dependencyColumns,
                requiredValidators: step.entry.dependencies == .valid
                    ? step.rule.dependencies.compactMap { indexOfPath[$0] } : [],
                conditions: step.conditions, withholding: &withholding,
                labels: FindingLabels(
                    own: labels.labels[path], namedBy: step.rule.arguments, in: labels.labels))
        }
        return CompiledValidator(
            key: key, path: path, pointer: pointer, column: bound.column,
            field: table.field(of: bound.column), space: bound.space, steps: steps,
            policy: policy, isSensitive: isSensitive)
    }

    private mutating func compile(
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
            return bind(expression, in: space, at: place, of: field, isCondition: true)
        }
        guard let column, rules.count == condition.rules.count else { return nil }
        return CompiledCondition(column: column, rules: rules)
    }

    private mutating func bind(
        _ expression: RuleExpression, in space: Int, at place: Place, of field: Field,
        isCondition: Bool = false
    ) -> (rule: BoundRule, dependencyColumns: [Int])? {
        guard !isOverLimit else { return nil }
        defer { checkColumns(at: place.location(of: nil), of: field) }
        return attempt(at: place, of: field) { compiler throws(RuleError) in
            let rule = try compiler.rules.bind(
                expression, budget: compiler.budget, suggests: !compiler.issues.isFull)
            if isCondition, rule.definition.isAsynchronous {
                throw RuleError(
                    "rule.asynchronous",
                    "a condition cannot wait for '\(expression.id)', which is asynchronous",
                    help: "name rules that decide at once", extent: expression.extent)
            }
            return (rule, try compiler.dependencyColumns(of: rule, in: space))
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
    private mutating func attempt<Result>(
        at place: Place, of field: Field,
        _ body: (inout PlanCompiler) throws(RuleError) -> Result
    ) -> Result? {
        do throws(RuleError) {
            return try body(&self)
        } catch {
            issues.append(
                RuleSetIssue(
                    code: error.code, message: error.message, help: error.help,
                    field: field.path.description, location: place.location(of: error.extent)))
            if budget.isExceeded { isOverLimit = true }
            return nil
        }
    }

    /// The place of an expression, as exactly as it is known.
    private struct Place {
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
    /// The policy, a rule of another field, rules of elements and asynchronous rules can depend on
    /// it.
    private func tracksFailures(of validators: [CompiledValidator]) -> [Bool] {
        let required = validators.flatMap { $0.steps.flatMap(\.requiredValidators) }
        let needed = Set(required + table.spaces.flatMap(\.guards))
        return validators.enumerated().map { index, validator in
            validator.policy == .first || needed.contains(index)
                || validator.steps.contains(where: \.isAsynchronous)
        }
    }
}
