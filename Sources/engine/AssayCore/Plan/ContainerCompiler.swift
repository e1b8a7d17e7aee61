// SPDX-License-Identifier: Apache-2.0

/// Finds the containers of a rule set: the objects and arrays that the paths of fields lead through.
///
/// Each container gets a validator of its own after those of the rule set. Its rules are of the kind
/// `ContainerRule`: one for each set of conditions under which a rule below the container applies,
/// errors before warnings, and each stops the later ones.
struct ContainerCompiler {
    /// A rule below a container.
    private struct Use {
        /// The place of its field in the rule set.
        let field: Int
        /// The place of the rule in the field, or `nil` for a field without rules.
        let rule: Int?
        var kind = ContainerKind.object
        var severity = Severity.error
        /// A number for its conditions, or `nil` if the rule has none.
        var conditions: Int?

        var key: UseKey {
            UseKey(
                kind: kind, severity: rule == nil ? nil : severity, conditions: conditions)
        }
    }

    private struct UseKey: Hashable {
        let kind: ContainerKind
        let severity: Severity?
        let conditions: Int?
    }

    private struct Container {
        let column: Int
        /// The first field that leads through it, and the number of steps of the path up to here.
        let field: Int
        let depth: Int
        /// The first rule below it with each combination of kind, severity and conditions.
        var uses: [Use] = []
        var known: Set<UseKey> = []
    }

    private let fields: [Field]
    /// The containers in the order in which the rule set names them.
    private var containers: [Container] = []
    private var placeOfColumn: [Int: Int] = [:]
    private var numberOfConditions: [String: Int] = [:]
    /// The number of rules with conditions below all containers, each counted for each of them.
    private var conditionalCount = 0

    /// - Parameters:
    ///   - fields: The fields of the rule set.
    ///   - table: The columns of their paths.
    init(_ fields: [Field], in table: inout ColumnTable) {
        self.fields = fields
        for (index, field) in fields.enumerated() where field.path.segments.count > 1 {
            let uses = uses(of: index)
            for (step, column) in table.columns(of: field.path).dropLast().enumerated() {
                let kind = ContainerKind(before: field.path.segments[step + 1])
                add(uses, kind, to: column, depth: step + 1)
            }
        }
    }

    /// The rules of a field, each as a use of an object: the first of each severity with the same
    /// conditions.
    private mutating func uses(of index: Int) -> [Use] {
        let rules = fields[index].validator.rules
        guard !rules.isEmpty else { return [Use(field: index, rule: nil)] }
        var known: Set<UseKey> = []
        var uses: [Use] = []
        for (rule, entry) in rules.enumerated() {
            let use = Use(
                field: index, rule: rule, severity: entry.severity,
                conditions: number(of: entry.conditions))
            if known.insert(use.key).inserted { uses.append(use) }
        }
        return uses
    }

    private mutating func number(of conditions: [Condition]) -> Int? {
        guard !conditions.isEmpty else { return nil }
        let text = conditions.map { condition in
            "\(condition.path):" + condition.rules.map(\.description).joined(separator: ",")
        }.joined(separator: "\n")
        if let known = numberOfConditions[text] { return known }
        numberOfConditions[text] = numberOfConditions.count
        return numberOfConditions.count - 1
    }

    private mutating func add(_ uses: [Use], _ kind: ContainerKind, to column: Int, depth: Int) {
        guard let first = uses.first else { return }
        let place = placeOfColumn[column] ?? containers.count
        if place == containers.count {
            placeOfColumn[column] = place
            containers.append(Container(column: column, field: first.field, depth: depth))
        }
        for var use in uses {
            use.kind = kind
            guard containers[place].known.insert(use.key).inserted else { continue }
            if use.conditions != nil { conditionalCount += 1 }
            guard conditionalCount <= RuleSetLimits.rules else { return }
            containers[place].uses.append(use)
        }
    }

    // MARK: - Contradictions

    /// Reports containers that one field takes as an object and another one as an array.
    ///
    /// Fields whose rules all have conditions can do so: records of one kind have an object there, and
    /// others an array.
    func check(into issues: inout IssueList) {
        if conditionalCount > RuleSetLimits.rules {
            issues.append(
                RuleSetIssue(
                    code: "ruleSet.tooManyRules",
                    message: "rules with conditions apply to the objects and arrays of their paths "
                        + "more than \(RuleSetLimits.rules) times",
                    help: "split the rule set"))
        }
        // Each container has its path, its pointer and its rules.
        let steps = containers.reduce(0) { sum, container in
            container.uses.contains { $0.rule != nil } ? sum + container.depth : sum
        }
        if steps > RuleSetLimits.containerSteps {
            issues.append(
                RuleSetIssue(
                    code: "ruleSet.tooManyPlaces",
                    message: "the paths of the objects and arrays that fields with rules are in "
                        + "have more than \(RuleSetLimits.containerSteps) steps together",
                    help: "split the rule set"))
        }
        for container in containers {
            guard let object = container.uses.first(where: { $0.kind == .object }),
                let array = container.uses.first(where: { $0.kind == .array }),
                let always = container.uses.first(where: { $0.conditions == nil })
            else { continue }
            let other = always.kind == .object ? array : object
            let (earlier, later) = always.field < other.field ? (always, other) : (other, always)
            issues.append(contradiction(at: path(of: container), between: earlier, and: later))
        }
    }

    private func contradiction(
        at path: FieldPath, between earlier: Use, and later: Use
    ) -> RuleSetIssue {
        let field = fields[later.field]
        let container = abbreviated("\(path)")
        let other = abbreviated("\(fields[earlier.field].path)")
        let kinds =
            later.kind == .object ? ("an object", "an array") : ("an array", "an object")
        return RuleSetIssue(
            code: "field.container",
            message: "the path says that '\(container)' is \(kinds.0), and '\(other)' says that "
                + "it is \(kinds.1)",
            help: "write [*] after '\(container)' in both paths or in neither, or give all rules "
                + "of both fields a 'when'",
            field: "\(field.path)", location: field.validator.location)
    }

    private func path(of container: Container) -> FieldPath {
        FieldPath(segments: Array(fields[container.field].path.segments.prefix(container.depth)))
    }

    // MARK: - Validators

    /// The values from which the compiler of the plan makes the validators of containers.
    struct Context {
        let validators: [CompiledValidator]
        let indexOfPath: [FieldPath: Int]
        let labels: [FieldPath: FieldLabel]
    }

    /// Returns the validators of the containers, to follow those of the rule set.
    func validators(
        for context: Context, table: inout ColumnTable, sensitivePaths: inout SensitivePaths
    ) -> [CompiledValidator] {
        var made: [CompiledValidator] = []
        for container in containers {
            let path = path(of: container)
            let space = table.spaceOfColumn[container.column]
            let isSensitive = sensitivePaths.overlap(path)
            let pointer = path.pointer
            var steps: [CompiledStep] = []
            var withholding = WithholdingRules()
            for use in Self.decisive(container.uses) {
                guard let index = use.rule else { continue }
                let entry = fields[use.field].validator.rules[index]
                let field = "\(fields[use.field].path)"
                let rule = ContainerRule.bound(use.kind, to: field)
                var implied = RuleEntry(
                    rule.expression, when: entry.conditions, severity: use.severity)
                implied.location = entry.location ?? fields[use.field].validator.location
                let conditions = context.validators[use.field].steps[index].conditions
                steps.append(
                    CompiledStep(
                        rule, implied, of: "\(path)", at: pointer, isSensitive: isSensitive,
                        under: .all, dependencyColumns: [],
                        requiredValidators: context.indexOfPath[path].map { [$0] } ?? [],
                        conditions: zip(entry.conditions, conditions).map { condition, compiled in
                            table.condition(
                                compiled, on: condition.path, in: space, of: container.column)
                        },
                        withholding: &withholding,
                        labels: FindingLabels(own: context.labels[path])))
            }
            guard !steps.isEmpty else { continue }
            made.append(
                CompiledValidator(
                    key: "\(path)", path: path, pointer: pointer, column: container.column,
                    field: table.field(of: container.column), space: space, steps: steps,
                    order: Array(steps.indices), policy: .all, isSensitive: isSensitive))
        }
        return made
    }

    /// Returns the rules below a container that decide if its kind matters, errors before warnings.
    ///
    /// A rule without conditions decides for the other rules of its severity, and for warnings.
    private static func decisive(_ uses: [Use]) -> [Use] {
        var (errors, warnings): ([Use], [Use]) = ([], [])
        for kind in [ContainerKind.object, .array] {
            let uses = uses.filter { $0.kind == kind && $0.rule != nil }
            let ofErrors = decisive(uses, severity: .error)
            errors += ofErrors
            guard !ofErrors.contains(where: { $0.conditions == nil }) else { continue }
            warnings += decisive(uses, severity: .warning)
        }
        return errors + warnings
    }

    private static func decisive(_ uses: [Use], severity: Severity) -> [Use] {
        let uses = uses.filter { $0.severity == severity }
        return uses.first { $0.conditions == nil }.map { [$0] } ?? uses
    }
}

extension ColumnTable {
    /// Returns a condition of a rule below a container for the rows of the container.
    ///
    /// What is in the elements of the container is absent, since a container of a wrong kind has none.
    fileprivate mutating func condition(
        _ condition: CompiledCondition, on path: FieldPath, in space: Int, of container: Int
    ) -> CompiledCondition {
        func column(_ path: FieldPath, _ table: inout ColumnTable) -> Int {
            table.column(for: path, in: space) ?? table.nothing(in: container)
        }
        let rules = condition.rules.map { rule, _ in
            (rule: rule, dependencyColumns: rule.dependencies.map { column($0, &self) })
        }
        return CompiledCondition(column: column(path, &self), rules: rules)
    }
}
