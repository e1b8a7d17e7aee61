// SPDX-License-Identifier: Apache-2.0

/// The dependencies between the parts of a plan.
final class LiveRecordLinks: Sendable {
    /// The plan's runs in their order: asynchronous rules come last.
    let runs: [ScheduledRun]
    /// The runs of each validator, in ascending order.
    let runsOfValidator: FlatLists
    /// The validators whose outcome the rules of each validator need, or whose rules read a text that
    /// these look at.
    let dependencies: FlatLists
    /// The validators that run whenever each validator runs; see `companions(in:)`.
    let companions: FlatLists
    /// The validators of records whose outcome each run needs, including its own.
    let validatorsOfRun: FlatLists
    let columnOfField: [Int]
    /// The field that each column of records is or is part of, or -1 for a column of elements.
    let fieldOfColumn: [Int]
    /// The columns of the parts of each field's value, parents first.
    let partsOfField: FlatLists
    /// The places, among the readers of records, of those whose outcome depends on each field.
    let readersOfField: FlatLists
    /// The validators whose verdicts depend on the value of each field.
    let dependentsOfField: FlatLists
    private let pathsOfValidator: [ReadPaths]
    private let readers: PathReaders

    init(_ plan: ValidationPlan) {
        runs = plan.schedule + plan.containers + plan.deferredSchedule
        var runsOfValidator: [[Int]] = plan.validators.map { _ in [] }
        for (index, run) in runs.enumerated() { runsOfValidator[run.validator].append(index) }
        self.runsOfValidator = FlatLists(runsOfValidator)
        dependencies = FlatLists(plan.dependencies())
        companions = FlatLists(Self.companions(in: plan))
        validatorsOfRun = FlatLists(runs.map { Self.validators(of: $0, in: plan) })
        let (columns, parts, fields) = Self.placeColumns(of: plan)
        columnOfField = columns
        fieldOfColumn = fields
        partsOfField = FlatLists(parts)
        readersOfField = FlatLists(
            plan.readers.places(affectedByEach: zip(columns, parts).map { [$0] + $1 }))
        let paths = plan.validators.map { ReadPaths(of: $0) }
        pathsOfValidator = paths
        let readers = PathReaders(paths, dependencies: dependencies)
        self.readers = readers
        dependentsOfField = FlatLists(
            plan.fields.map { readers.dependents(of: FieldPath(key: $0)) })
    }

    /// Returns the validators whose verdicts depend on the value at a path.
    ///
    /// These are the validators of the path and of values that it is part of or contains,
    /// validators whose rules or conditions name it, and validators that depend on one of these.
    func dependents(of path: FieldPath, ignoring ignored: [Int] = []) -> [Int] {
        readers.dependents(of: path, ignoring: ignored)
    }

    /// Returns the paths that validators, and all validators that they depend on, read.
    func pathsRead(by chosen: [Int]) -> Set<FieldPath> {
        Set(closure(of: chosen).flatMap { pathsOfValidator[$0].all })
    }

    /// Validators with all that they depend on, directly or not.
    func closure(of chosen: [Int]) -> Set<Int> {
        var found = Set(chosen)
        var queue = chosen
        while let next = queue.popLast() {
            for list in [dependencies[next], companions[next]] {
                for other in list where found.insert(other).inserted { queue.append(other) }
            }
        }
        return found
    }

    private static func placeColumns(
        of plan: ValidationPlan
    ) -> (ofField: [Int], parts: [[Int]], fields: [Int]) {
        var columnOfField = Array(repeating: 0, count: plan.fields.count)
        var parts: [[Int]] = Array(repeating: [], count: plan.fields.count)
        var fieldOfColumn = Array(repeating: -1, count: plan.columns.count)
        for (column, source) in plan.columns.enumerated() where plan.spaceOfColumn[column] == 0 {
            switch source {
            case .field(let field):
                columnOfField[field] = column
                fieldOfColumn[column] = field
            case .member(let parent, _), .index(let parent, _):
                fieldOfColumn[column] = fieldOfColumn[parent]
                parts[fieldOfColumn[parent]].append(column)
            default: break
            }
        }
        return (columnOfField, parts, fieldOfColumn)
    }

    private static func validators(of run: ScheduledRun, in plan: ValidationPlan) -> [Int] {
        let validator = plan.validators[run.validator]
        var needed: Set = [run.validator]
        for step in run.steps { needed.formUnion(validator.steps[step].requiredValidators) }
        needed.formUnion(plan.guards(of: validator.space))
        return needed.filter { plan.validators[$0].space == 0 }.sorted()
    }

    /// Validators of elements run together with all that they need and that need them, as the
    /// flags of their rows last for one validation only.
    private static func companions(in plan: ValidationPlan) -> [[Int]] {
        var group = Array(plan.validators.indices)
        for index in plan.validators.indices {
            let others =
                plan.validators[index].steps.flatMap(\.requiredValidators)
                + plan.guards(of: plan.validators[index].space)
            for other in others
            where plan.validators[index].space > 0 || plan.validators[other].space > 0 {
                let (from, to) = (group[other], group[index])
                for member in group.indices where group[member] == from { group[member] = to }
            }
        }
        let members = Dictionary(grouping: group.indices) { group[$0] }
        return group.indices.map { index in
            members[group[index], default: []].filter { $0 != index }
        }
    }
}

extension ValidationPlan {
    /// The paths of the validators of the rule set in its order.
    package var paths: [FieldPath] { ownPaths }

    /// The paths of all validators: those of the rule set, followed by the containers that they
    /// lead through.
    package var pathsOfValidators: [FieldPath] { validators.map(\.path) }

    /// Returns the validators whose outcome the rules of each validator need, or whose rules read a
    /// text that these look at.
    func dependencies() -> [[Int]] {
        var readerOfColumn: [Int: Int] = [:]
        for (index, validator) in validators.enumerated() where readers.reads(validator.column) {
            readerOfColumn[validator.column] = index
        }
        return validators.enumerated().map { index, validator in
            var found = Set(guards(of: validator.space))
            for step in validator.steps {
                found.formUnion(step.requiredValidators)
                found.formUnion(step.columns.compactMap { readerOfColumn[source(of: $0)] })
            }
            found.remove(index)
            return found.sorted()
        }
    }

    /// The column whose values another one repeats for each element, else the column itself.
    private func source(of column: Int) -> Int {
        if case .repeated(let source, _) = columns[column] {
            self.source(of: source)
        } else {
            column
        }
    }

    /// Returns the validators whose failure stops the rules of a space's elements.
    func guards(of space: Int) -> [Int] {
        var found: [Int] = []
        var space = space
        while space > 0 {
            found += spaces[space].guards
            space = spaces[space].parent
        }
        return found
    }
}

/// The paths that decide the verdicts of a validator.
private struct ReadPaths {
    let own: FieldPath
    /// The paths that its rules and conditions name.
    let named: Set<FieldPath>
    /// `true` if the kind of the value at its own path decides, and no part of the value.
    let isKindOnly: Bool

    init(of validator: CompiledValidator) {
        own = validator.path
        isKindOnly = validator.steps.allSatisfy(\.isImplied) && !validator.steps.isEmpty
        var paths: Set<FieldPath> = []
        for step in validator.steps {
            paths.formUnion(step.rule.dependencies)
            paths.formUnion(step.entry.conditions.map(\.path))
            for condition in step.conditions {
                paths.formUnion(condition.rules.flatMap(\.rule.dependencies))
            }
        }
        named = paths
    }

    var all: Set<FieldPath> { named.union([own]) }
}

/// The validators whose verdicts can change with the value at a path, found without a look at all of them.
private struct PathReaders {
    private var validators = PathTree<Int>()
    /// The validators that look at the kind of the value at their own path alone.
    private var kindValidators = PathTree<Int>()
    /// The validators that depend on each validator.
    private let dependents: FlatLists

    init(_ paths: [ReadPaths], dependencies: FlatLists) {
        var dependents: [[Int]] = paths.map { _ in [] }
        for (validator, paths) in paths.enumerated() {
            for path in paths.named { validators.insert(validator, at: path) }
            if paths.isKindOnly {
                kindValidators.insert(validator, at: paths.own)
            } else {
                validators.insert(validator, at: paths.own)
            }
            for other in dependencies[validator] { dependents[other].append(validator) }
        }
        self.dependents = FlatLists(dependents)
    }

    /// Returns the validators, with those that depend on one of them, ascending.
    func dependents(of path: FieldPath, ignoring ignored: [Int] = []) -> [Int] {
        var found = Set(validators.overlapping(path)).union(kindValidators.parts(of: path))
        found.subtract(ignored)
        var queue = Array(found)
        while let next = queue.popLast() {
            for other in dependents[next] where found.insert(other).inserted {
                queue.append(other)
            }
        }
        return found.sorted()
    }
}

extension CompiledStep {
    /// The columns of the fields that the rule and its conditions name.
    fileprivate var columns: [Int] {
        dependencyColumns + conditions.map(\.column)
            + conditions.flatMap { $0.rules.flatMap(\.dependencyColumns) }
    }
}
