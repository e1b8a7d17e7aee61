// SPDX-License-Identifier: Apache-2.0

/// Turns a rule set into the parts of a plan and gathers every mistake on the way.
struct PlanCompiler {
    struct Parts {
        var table: ColumnTable
        var validators: [CompiledValidator]
        var schedule: [ScheduledRun]
    }

    let registry: RuleRegistry
    private var table = ColumnTable()
    private var issues: [RuleSetIssue] = []

    init(registry: RuleRegistry) {
        self.registry = registry
    }

    mutating func compile(_ ruleSet: RuleSet) throws(RuleSetError) -> Parts {
        checkLimits(of: ruleSet)
        var validators: [CompiledValidator] = []
        for field in ruleSet.fields {
            validators.append(compile(field))
        }
        guard issues.isEmpty else { throw RuleSetError(issues) }
        link(&validators)
        return Parts(table: table, validators: validators, schedule: schedule(validators))
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
        if ruleSet.fields.count >= Int(Finding.recordValidator) {
            issues.append(
                RuleSetIssue(
                    code: "ruleSet.tooManyFields",
                    message:
                        "\(ruleSet.fields.count) fields; at most \(Finding.recordValidator - 1)"))
        }
    }

    private mutating func compile(_ field: Field) -> CompiledValidator {
        let column = table.column(for: field.path)
        let space = table.spaceOfColumn[column]
        var steps: [CompiledStep] = []
        for entry in field.validator.rules {
            if let step = compile(entry, of: field, space: space) { steps.append(step) }
        }
        return CompiledValidator(
            key: field.path.description, path: field.path, column: column, space: space,
            steps: steps, policy: field.validator.policy, isSensitive: field.validator.isSensitive,
            tracksFailures: field.validator.policy == .first)
    }

    private mutating func compile(
        _ entry: RuleEntry, of field: Field, space: Int
    ) -> CompiledStep? {
        do throws(RuleError) {
            let rule = try registry.bind(entry.expression)
            let columns = try dependencyColumns(of: rule, in: space)
            var conditions: [CompiledCondition] = []
            for condition in entry.conditions {
                conditions.append(try compile(condition, in: space))
            }
            return CompiledStep(
                rule: rule, instance: .passUnretained(rule.instance),
                kinds: rule.definition.kinds.rawValue, traits: rule.definition.traits,
                isWarning: entry.severity == .warning, entry: entry, dependencyColumns: columns,
                conditions: conditions)
        } catch {
            issues.append(issue(for: error, in: entry, of: field))
            return nil
        }
    }

    private mutating func compile(
        _ condition: Condition, in space: Int
    ) throws(RuleError) -> CompiledCondition {
        let column = try self.column(for: condition.path, in: space)
        var rules: [(rule: BoundRule, dependencyColumns: [Int])] = []
        for expression in condition.rules {
            let rule = try registry.bind(expression)
            rules.append((rule, try dependencyColumns(of: rule, in: space)))
        }
        return CompiledCondition(column: column, rules: rules)
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

    private func issue(for error: RuleError, in entry: RuleEntry, of field: Field) -> RuleSetIssue {
        var location = entry.location ?? field.validator.location
        if let extent = error.extent, let start = location {
            location?.column = start.column + extent.lowerBound
        }
        return RuleSetIssue(
            code: error.code, message: error.message, help: error.help,
            field: field.path.description, location: location)
    }

    /// Finds which validators wait for which, and which guard the elements of an array.
    private mutating func link(_ validators: inout [CompiledValidator]) {
        var indexOfPath: [FieldPath: Int] = [:]
        for (index, validator) in validators.enumerated() { indexOfPath[validator.path] = index }
        for index in validators.indices {
            let steps = validators[index].steps.map { step in
                var step = step
                guard step.entry.dependencies == .valid else { return step }
                step.requiredValidators = step.rule.dependencies.compactMap { indexOfPath[$0] }
                return step
            }
            for required in steps.flatMap(\.requiredValidators) {
                validators[required].tracksFailures = true
            }
            let old = validators[index]
            validators[index] = CompiledValidator(
                key: old.key, path: old.path, column: old.column, space: old.space, steps: steps,
                policy: old.policy, isSensitive: old.isSensitive,
                tracksFailures: old.tracksFailures)
        }
        linkElementGuards(&validators)
    }

    private mutating func linkElementGuards(_ validators: inout [CompiledValidator]) {
        for space in table.spaces.indices.dropFirst() {
            for index in validators.indices
            where validators[index].column == table.spaces[space].arrays
                && validators[index].steps.contains(where: { $0.traits.contains(.boundsElements) })
            {
                table.spaces[space].guards.append(index)
                validators[index].tracksFailures = true
            }
        }
    }

    /// Rules about one field run first; rules that name a field with a validator run behind, when
    /// it is known which fields failed.
    ///
    /// Outer spaces run before the elements that they guard.
    private func schedule(_ validators: [CompiledValidator]) -> [ScheduledRun] {
        let order = validators.indices.sorted {
            (validators[$0].space, $0) < (validators[$1].space, $1)
        }
        let named = Set(validators.map(\.path))
        var early: [ScheduledRun] = []
        var late: [ScheduledRun] = []
        for index in order {
            let validator = validators[index]
            let waits = validator.steps.map { step in
                step.rule.dependencies.contains { named.contains($0) }
            }
            if validator.policy == .first {
                let split = waits.firstIndex(of: true) ?? waits.count
                early.append(ScheduledRun(validator: index, steps: 0..<split))
                late.append(ScheduledRun(validator: index, steps: split..<waits.count))
            } else {
                for run in Self.runs(of: waits) {
                    let scheduled = ScheduledRun(validator: index, steps: run)
                    if waits[run.lowerBound] {
                        late.append(scheduled)
                    } else {
                        early.append(scheduled)
                    }
                }
            }
        }
        return (early + late).filter { !$0.steps.isEmpty }
    }

    /// The maximal ranges of equal elements.
    private static func runs(of waits: [Bool]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for index in 0..<waits.count
        where index + 1 == waits.count || waits[index + 1] != waits[index] {
            runs.append(start..<index + 1)
            start = index + 1
        }
        return runs
    }
}
