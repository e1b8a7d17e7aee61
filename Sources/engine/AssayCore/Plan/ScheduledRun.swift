// SPDX-License-Identifier: Apache-2.0

/// Rules of one validator that run together.
///
/// An object, as validators and rules are: threads that count references to what they share wait for each
/// other.
final class ScheduledRun: Sendable {
    let validator: Int
    let compiled: CompiledValidator
    /// The indexes of the rules, in the order in which they run.
    let steps: [Int]
    let isAsynchronous: Bool
    /// `true` if the run is the second one of its validator: its rules name fields with a validator,
    /// or come after such a rule under the policy `first`.
    let isLate: Bool
    /// The flags of values that the rules do not run on, which earlier runs of the validator left;
    /// see `FailedRows`.
    ///
    /// Under the policy `first` these are all failures, and asynchronous rules run only on values that
    /// passed all other rules.
    let skips: UInt8
    /// The place in `steps` from which on rules run on values only, never on absent ones.
    let firstForPresent: Int
    /// The rules that one test proves once the texts are read.
    let fused: FusedRules?
    /// The rules that one test proves of texts, if it covers all rules of the validator and nothing
    /// else looks at the values that are read.
    private let fusedOfText: FusedRules?
    private let reference: Unmanaged<FusedRules>?
    private let referenceOfText: Unmanaged<FusedRules>?

    convenience init(
        of validator: CompiledValidator, at index: Int, steps: [Int], isAsynchronous: Bool,
        isLate: Bool
    ) {
        self.init(
            of: validator, at: index, steps: steps, isAsynchronous: isAsynchronous, isLate: isLate,
            fused: nil, fusedOfText: nil)
    }

    private init(
        of validator: CompiledValidator, at index: Int, steps: [Int], isAsynchronous: Bool,
        isLate: Bool, fused: FusedRules?, fusedOfText: FusedRules?
    ) {
        self.validator = index
        compiled = validator
        self.fused = fused
        self.fusedOfText = fusedOfText
        reference = fused.map(Unmanaged.passUnretained)
        referenceOfText = fusedOfText.map(Unmanaged.passUnretained)
        self.steps = steps
        self.isAsynchronous = isAsynchronous
        self.isLate = isLate
        skips =
            if isAsynchronous || validator.policy == .first && isLate {
                FailedRows.failed | FailedRows.failedLate | FailedRows.stopped
            } else {
                isLate ? FailedRows.stopped : 0
            }
        let last = steps.lastIndex { validator.steps[$0].rule.admission.acceptsMissing }
        firstForPresent = last.map { $0 + 1 } ?? 0
    }

    /// `true` if a test proves that texts pass all rules of the validator, and nothing else needs the
    /// values that they are read as.
    var provesTexts: Bool { fusedOfText != nil }

    /// The same with its rules fused.
    fileprivate func fusing(
        readBy others: Set<Int>, _ settings: FusedRules.Settings?
    ) -> ScheduledRun {
        var ofText: FusedRules?
        let readers = compiled.steps.filter(\.converts)
        if !readers.isEmpty, readers.allSatisfy(\.conditions.isEmpty),
            !others.contains(compiled.column), steps.count == compiled.steps.count
        {
            ofText = FusedRules(self, of: compiled, isText: true, settings: settings)
        }
        return ScheduledRun(
            of: compiled, at: validator, steps: steps, isAsynchronous: isAsynchronous,
            isLate: isLate,
            fused: FusedRules(self, of: compiled, isText: false, settings: settings),
            fusedOfText: ofText?.coversAll == true ? ofText : nil)
    }

    func fused(isText: Bool) -> FusedRules? { isText ? fusedOfText ?? fused : fused }

    /// The same, without counting references: the run holds it.
    @inline(__always)
    func fusedReference(isText: Bool) -> Unmanaged<FusedRules>? {
        isText ? referenceOfText ?? reference : reference
    }
}

extension ScheduledRun {
    /// Rules about one field run first; rules that name a field with a validator run later, when
    /// it is known which fields failed.
    ///
    /// Outer spaces run before the elements that they guard. Asynchronous rules have a schedule of
    /// their own, in the same order.
    static func schedule(
        of validators: [CompiledValidator], columns: [ColumnSource], identity: Set<Int>,
        asynchronous: Bool, fusion: FusedRules.Settings?
    ) -> [ScheduledRun] {
        let order = validators.indices.sorted {
            (validators[$0].space, $0) < (validators[$1].space, $1)
        }
        let named = Set(validators.map(\.path))
        var early: [ScheduledRun] = []
        var late: [ScheduledRun] = []
        for index in order {
            let validator = validators[index]
            let order = validator.order.filter {
                validator.steps[$0].isAsynchronous == asynchronous
            }
            let waits = { (step: Int) in
                validator.steps[step].rule.dependencies.contains { named.contains($0) }
            }
            let (first, second) =
                if validator.policy == .first {
                    split(order, of: validator, before: waits)
                } else {
                    (order.filter { !waits($0) }, order.filter(waits))
                }
            for (steps, isLate) in [(first, false), (second, true)] where !steps.isEmpty {
                let run = ScheduledRun(
                    of: validator, at: index, steps: steps, isAsynchronous: asynchronous,
                    isLate: isLate)
                if isLate { late.append(run) } else { early.append(run) }
            }
        }
        let others = columnsReadByOthers(validators, columns).union(identity)
        return (early + late).map { $0.fusing(readBy: others, fusion) }
    }

    /// Splits the rules of a validator with the policy `first` before the first one that waits and whose
    /// failure stops the others; a synchronous rule that warns stops none.
    private static func split(
        _ order: [Int], of validator: CompiledValidator, before waits: (Int) -> Bool
    ) -> (first: [Int], second: [Int]) {
        let place =
            order.firstIndex { index in
                let step = validator.steps[index]
                return waits(index) && (step.isAsynchronous || !step.isWarning)
            } ?? order.count
        let (before, after) = (order[..<place], order[place...])
        return (before.filter { !waits($0) }, before.filter(waits) + after)
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
            case .record(let members): read.formUnion(members.map(\.column))
            case .member(let source, _), .index(let source, _), .elements(let source, _),
                .repeated(let source, _):
                read.insert(source)
            }
        }
        return read
    }
}
