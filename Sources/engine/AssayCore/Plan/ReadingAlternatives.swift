// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The meaning of a field's text in some records: those that meet the conditions of the rule that
/// reads it.
struct ConditionalReading: Sendable {
    let reading: TextReading
    let conditions: [Condition]
}

/// A rule that compares what texts are read as, with fields that rules read in some records only.
///
/// There is an instance of the rule for each way to read these fields, and the conditions of the rules
/// that read them decide, record by record, which instance checks the value. Where no condition is met,
/// nothing reads the text.
struct ReadingAlternatives: Sendable {
    /// The conditions under which a field is read in one way.
    struct Alternative: Sendable {
        let conditions: [ConditionInCall]
    }

    /// A condition whose fields are among the dependencies of the call.
    struct ConditionInCall: Sendable {
        /// The place of the field among the dependencies.
        let place: Int
        let rules: [RuleInCall]
        /// `true` if one of the rules reads the text for the others, since no rule of the field does.
        let readsText: Bool
    }

    /// A rule of a condition.
    struct RuleInCall: Sendable {
        let rule: BoundRule
        /// The place of its first field among the dependencies; the others follow.
        let firstDependency: Int
    }

    /// The alternatives of each field, of which the first one that applies decides.
    let fields: [[Alternative]]
    /// The instances of the rule, one for each combination of ways to read the fields.
    ///
    /// For each way to read the first field, there are those for all ways to read the second one, and so
    /// on. The last way is that nothing reads the field.
    let instances: [RuleInstance]

    /// The rule as the engine calls it.
    var instance: RuleInstance {
        RuleInstance(
            check: { check($0, $1) },
            evaluate: { batch in
                for index in 0..<batch.rowCount {
                    let row = Int(batch.rows[index])
                    let verdict = check(batch.value(row), batch.context(row))
                    if !verdict.isPass { batch.record(verdict, row: row) }
                }
            })
    }

    private func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var index = 0
        for alternatives in fields {
            let place = alternatives.firstIndex { isMet($0, context) } ?? alternatives.count
            index = index * (alternatives.count + 1) + place
        }
        return instances[index].check(value, context)
    }

    private func isMet(_ alternative: Alternative, _ context: RuleContext) -> Bool {
        alternative.conditions.allSatisfy { isMet($0, context) }
    }

    /// A condition that cannot be decided is not met here: the rule that has it is undecided itself.
    private func isMet(_ condition: ConditionInCall, _ context: RuleContext) -> Bool {
        var read = (context.dependencies[condition.place] + context.row).pointee
        if context.isText, condition.readsText, read.kind == ASSAY_STR {
            let arena = context.execution._withUnsafeGuaranteedRef { $0.readValues }
            for rule in condition.rules where rule.rule.textAdmission.converts {
                if rule.rule.instance.convert(in: &read, storingIn: arena).isPass,
                    read.kind != ASSAY_STR
                {
                    break
                }
            }
        }
        defer { context.discardExplanation() }
        return withUnsafePointer(to: &read) { pointer in
            condition.rules.allSatisfy { rule in
                let fields = RuleContext(
                    dependencies: context.dependencies + rule.firstDependency,
                    dependencyCount: rule.rule.dependencies.count, row: context.row,
                    execution: context.execution)
                return rule.rule.checkUntraced(FieldValue(unsafePointer: pointer), fields).isPass
            }
        }
    }
}

// How a rule set gets such rules.
extension PlanCompiler {
    /// Returns a rule that reads the fields it compares as their conditions say, and the columns of all
    /// fields that it needs, or the rule itself if no field is read in some records only.
    mutating func withAlternatives(
        _ rule: BoundRule, dependencyColumns: [Int], in space: Int, readings: FieldReadings
    ) throws(RuleError) -> (rule: BoundRule, dependencyColumns: [Int]) {
        guard !conditionalReadings.isEmpty, rule.comparesReadings else {
            return (rule, dependencyColumns)
        }
        let paths = readings.paths(comparedBy: rule, among: conditionalReadings)
        guard !paths.isEmpty else { return (rule, dependencyColumns) }
        var columns = dependencyColumns
        var fields: [[ReadingAlternatives.Alternative]] = []
        var ways: [FieldReadings] = [readings]
        for path in paths {
            let known = conditionalReadings[path] ?? []
            var alternatives: [ReadingAlternatives.Alternative] = []
            var ofField: [TextReading?] = []
            for conditional in known {
                guard let conditions = try resolve(conditional.conditions, in: space, &columns)
                else { continue }
                alternatives.append(ReadingAlternatives.Alternative(conditions: conditions))
                ofField.append(conditional.reading)
            }
            fields.append(alternatives)
            ways = ways.flatMap { way in
                (ofField + [nil]).map { way.replacing(path, with: $0) }
            }
        }
        var instances: [RuleInstance] = []
        for way in ways {
            instances.append(
                try rules.bind(rule.expression, budget: budget, suggests: false, readings: way)
                    .instance)
        }
        let alternatives = ReadingAlternatives(fields: fields, instances: instances)
        return (rule.with(alternatives.instance), columns)
    }

    /// Resolves conditions, whose fields are added to the columns of a call, or returns `nil` if the
    /// call cannot have these fields.
    private mutating func resolve(
        _ conditions: [Condition], in space: Int, _ columns: inout [Int]
    ) throws(RuleError) -> [ReadingAlternatives.ConditionInCall]? {
        var resolved: [ReadingAlternatives.ConditionInCall] = []
        for condition in conditions {
            guard let column = table.column(for: condition.path, in: space) else {
                return nil
            }
            let place = columns.count
            columns.append(column)
            var inCall: [ReadingAlternatives.RuleInCall] = []
            for expression in condition.rules {
                let rule = try rules.bind(
                    expression, budget: budget, suggests: false,
                    readings: readings(for: condition).unconditional)
                let first = columns.count
                for path in rule.dependencies {
                    guard let column = table.column(for: path, in: space) else {
                        return nil
                    }
                    columns.append(column)
                }
                inCall.append(
                    ReadingAlternatives.RuleInCall(rule: rule, firstDependency: first))
            }
            let order = ExecutionOrder.indexes(of: inCall.map(\.rule), under: .all)
            let isRead = readings.reading(of: condition.path)?.replaces == true
            resolved.append(
                ReadingAlternatives.ConditionInCall(
                    place: place, rules: order.map { inCall[$0] },
                    readsText: !isRead
                        && inCall.contains { $0.rule.textAdmission.converts }))
        }
        return resolved
    }
}
