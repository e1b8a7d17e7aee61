// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// Values that paths lead through. Gathering the columns of their parts notes a value of a wrong kind, so
// that containers cost nothing where all are right.
extension ValidationSession {
    /// Runs the rules of containers if a value may be of a wrong kind, after all other synchronous rules.
    func checkContainers() {
        guard !plan.containers.isEmpty else { return }
        // Spaces that only asynchronous rules look at are not open yet.
        open(space: plan.lastContainerSpace)
        // Whoever traces or counts sees every rule run.
        guard hasWrongContainers || !isTested else { return }
        for run in plan.containers where isChosen(run) { self.run(run) }
    }

    /// Returns the rows among some whose value is of another kind than a rule of a container says.
    func wrongContainers(
        among rows: RowList, by step: CompiledStep, of validator: CompiledValidator
    ) -> RowList {
        bounded.reserve(rows.count)
        let column = columns.start[validator.column]
        var kept = 0
        for index in 0..<rows.count {
            bounded.start[kept] = rows.start[index]
            kept += isWrongContainer(column + rows[index], by: step) ? 1 : 0
        }
        return RowList(start: bounded.start, count: kept)
    }

    /// Returns `true` if a value is of another kind than a rule of a container says.
    func isWrongContainer(_ value: UnsafePointer<assay_value>, by step: CompiledStep) -> Bool {
        let context = RuleContext(
            dependencies: UnsafePointer(dependencyColumns.start), dependencyCount: 0, row: 0,
            execution: .passUnretained(state))
        return step.instance._withUnsafeGuaranteedRef {
            $0.check(FieldValue(unsafePointer: value), context).isFail
        }
    }
}

extension ValidationPlan {
    /// Returns the validators with some keys, and those of the containers that their paths lead
    /// through.
    func validators(withKeys keys: Set<ExactKey>) -> Set<Int> {
        let chosen = validators.indices.filter { keys.contains(ExactKey(validators[$0].key)) }
        let paths = chosen.map { validators[$0].path.segments }
        let containers = containers.map(\.validator).filter { container in
            let outer = validators[container].path.segments
            return paths.contains { $0.count > outer.count && $0.starts(with: outer) }
        }
        return Set(chosen).union(containers)
    }
}
