// SPDX-License-Identifier: Apache-2.0

/// Consecutive rules of one validator that run together.
///
/// An object, as validators and rules are: threads that count references to what they share wait for each
/// other.
final class ScheduledRun: Sendable {
    let validator: Int
    let compiled: CompiledValidator
    /// The rules by index; rules of the other sort, synchronous or asynchronous, are left out.
    let steps: Range<Int>
    let isAsynchronous: Bool
    /// `true` if the rules do not run on values that failed an earlier run.
    ///
    /// This applies under the policy `first`, and to asynchronous rules, which run on values that
    /// passed all other rules.
    let skipsFailed: Bool
    /// The steps from here on run on values only, never on absent ones.
    let firstForPresent: Int
    /// The rules that one test proves in records that are not from text; `fusedOfText` is for
    /// records from text.
    let fused: FusedRules?
    private let fusedOfText: FusedRules?
    private let reference: Unmanaged<FusedRules>?
    private let referenceOfText: Unmanaged<FusedRules>?

    convenience init(
        of validator: CompiledValidator, at index: Int, steps: Range<Int>, isAsynchronous: Bool
    ) {
        self.init(
            of: validator, at: index, steps: steps, isAsynchronous: isAsynchronous, fused: nil,
            fusedOfText: nil)
    }

    private init(
        of validator: CompiledValidator, at index: Int, steps: Range<Int>, isAsynchronous: Bool,
        fused: FusedRules?, fusedOfText: FusedRules?
    ) {
        self.validator = index
        compiled = validator
        self.fused = fused
        self.fusedOfText = fusedOfText
        reference = fused.map(Unmanaged.passUnretained)
        referenceOfText = fusedOfText.map(Unmanaged.passUnretained)
        self.steps = steps
        self.isAsynchronous = isAsynchronous
        skipsFailed = isAsynchronous || (validator.policy == .first && steps.lowerBound > 0)
        let last = steps.last { validator.steps[$0].rule.admission.acceptsMissing }
        firstForPresent = last.map { $0 + 1 } ?? steps.lowerBound
    }

    func includes(_ step: CompiledStep) -> Bool { step.isAsynchronous == isAsynchronous }

    /// The same with its rules fused.
    fileprivate func fusing(
        readBy others: Set<Int>, _ settings: FusedRules.Settings?
    ) -> ScheduledRun {
        let isReadAlone = !others.contains(compiled.column)
        let fused = FusedRules(
            self, of: compiled, isText: false, isReadAlone: isReadAlone, settings: settings)
        let fusedOfText =
            compiled.steps.contains(where: \.converts)
            ? FusedRules(
                self, of: compiled, isText: true, isReadAlone: isReadAlone, settings: settings)
            : fused
        return ScheduledRun(
            of: compiled, at: validator, steps: steps, isAsynchronous: isAsynchronous,
            fused: fused, fusedOfText: fusedOfText)
    }

    func fused(isText: Bool) -> FusedRules? { isText ? fusedOfText : fused }

    /// The same, without counting references: the run holds it.
    @inline(__always)
    func fusedReference(isText: Bool) -> Unmanaged<FusedRules>? {
        isText ? referenceOfText : reference
    }
}

extension ScheduledRun {
    /// Rules about one field run first; rules that name a field with a validator run later, when
    /// it is known which fields failed.
    ///
    /// Outer spaces run before the elements that they guard. Asynchronous rules have a schedule of
    /// their own, in the same order.
    static func schedule(
        of validators: [CompiledValidator], columns: [ColumnSource], asynchronous: Bool,
        fusion: FusedRules.Settings?
    ) -> [ScheduledRun] {
        let order = validators.indices.sorted {
            (validators[$0].space, $0) < (validators[$1].space, $1)
        }
        let named = Set(validators.map(\.path))
        var early: [ScheduledRun] = []
        var late: [ScheduledRun] = []
        for index in order {
            let validator = validators[index]
            let waits = validator.steps.map { step in
                step.isAsynchronous == asynchronous
                    && step.rule.dependencies.contains { named.contains($0) }
            }
            if validator.policy == .first {
                let split = waits.firstIndex(of: true) ?? waits.count
                early.append(
                    ScheduledRun(
                        of: validator, at: index, steps: 0..<split, isAsynchronous: asynchronous))
                late.append(
                    ScheduledRun(
                        of: validator, at: index, steps: split..<waits.count,
                        isAsynchronous: asynchronous))
            } else {
                for run in ranges(of: waits) {
                    let scheduled = ScheduledRun(
                        of: validator, at: index, steps: run, isAsynchronous: asynchronous)
                    if waits[run.lowerBound] {
                        late.append(scheduled)
                    } else {
                        early.append(scheduled)
                    }
                }
            }
        }
        let others = columnsReadByOthers(validators, columns)
        return (early + late).filter { run in
            run.compiled.steps[run.steps].contains { run.includes($0) }
        }.map { $0.fusing(readBy: others, fusion) }
    }

    /// The columns that rules and conditions of other fields look at, or that other columns are made of.
    private static func columnsReadByOthers(
        _ validators: [CompiledValidator], _ columns: [ColumnSource]
    ) -> Set<Int> {
        var read: Set<Int> = []
        for step in validators.lazy.flatMap(\.steps) {
            read.formUnion(step.dependencyColumns)
            for condition in step.conditions {
                read.insert(condition.column)
                for rule in condition.rules { read.formUnion(rule.dependencyColumns) }
            }
        }
        for column in columns {
            switch column {
            case .field: continue
            case .member(let source, _), .index(let source, _), .elements(let source, _),
                .repeated(let source, _):
                read.insert(source)
            }
        }
        return read
    }

    /// The maximal ranges of equal elements.
    private static func ranges(of waits: [Bool]) -> [Range<Int>] {
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
