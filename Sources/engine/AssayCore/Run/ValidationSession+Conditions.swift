// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The result of checking the conditions of a rule for a row.
enum ConditionOutcome {
    case met
    /// The condition at this place is not met: the rule does not apply.
    case notMet(Int)
    /// It is not known whether the rule applies; `conditionFault` has the reason.
    case undecided
}

/// The reason conditions could not be decided.
struct ConditionFault {
    let reason: FaultReason
    /// The index of the condition, or `nil` if the validation had to end before checking one.
    var place: Int?
    /// The message of the plugin, if it has one.
    var words: String?
}

// Batches, single records, forms and traces all come here.
extension ValidationSession {
    /// Checks conditions, all of which have to be met.
    ///
    /// A condition that is not met decides, even if others are undecided: the rule would not apply
    /// either way.
    func outcome(of conditions: [CompiledCondition], row: Int) -> ConditionOutcome {
        if conditions.isEmpty { return .met }
        if state.hasLimits, let reason = state.limits?.reached {
            conditionFault = ConditionFault(reason: reason)
            return .undecided
        }
        if conditionWords != nil { conditionWords = nil }
        var isUndecided = false
        for place in conditions.indices {
            let verdict = check(conditions[place], row: row)
            if verdict.isPass { continue }
            guard verdict.isUndecided else { return .notMet(place) }
            if !isUndecided { note(verdict, at: place) }
            isUndecided = true
        }
        return isUndecided ? .undecided : .met
    }

    /// The verdict of the rules of one condition together: a pass if all pass, undecided if one is and the
    /// others pass, else the verdict of one that fails or does not apply.
    ///
    /// A rule of the condition that reads texts reads the value for the others, unless the field has
    /// been read by rules of its own.
    private func check(_ condition: CompiledCondition, row: Int) -> Verdict {
        var read = (columns.start[condition.column] + row).pointee
        guard state.isText, condition.readsText, read.kind == ASSAY_STR,
            !plan.readers.reads(condition.column)
        else {
            return check(columns.start[condition.column] + row, by: condition, row: row)
        }
        for (rule, _) in condition.rules where rule.textAdmission.converts {
            if rule.instance.convert(in: &read, storingIn: state.readValues).isPass,
                read.kind != ASSAY_STR
            {
                break
            }
        }
        return withUnsafePointer(to: &read) { check($0, by: condition, row: row) }
    }

    private func check(
        _ value: UnsafePointer<assay_value>, by condition: CompiledCondition, row: Int
    ) -> Verdict {
        let value = FieldValue(unsafePointer: value)
        var outcome = Verdict.pass
        for (rule, dependencies) in condition.rules {
            let context = RuleContext(
                dependencies: dependencyPointers(to: dependencies),
                dependencyCount: dependencies.count, row: row,
                execution: .passUnretained(state))
            let verdict = rule.check(value, context)
            // What the rule explains does not concern the rule that the condition belongs to.
            if state.explanation != nil { keepWords(of: verdict, isFirst: outcome.isPass) }
            if verdict.isPass { continue }
            guard verdict.isUndecided else { return verdict }
            if outcome.isPass { outcome = verdict }
        }
        return outcome
    }

    @inline(never)
    private func keepWords(of verdict: Verdict, isFirst: Bool) {
        if verdict.isUndecided, isFirst { conditionWords = state.explanation?.message }
        state.explanation = nil
    }

    @inline(never)
    private func note(_ verdict: Verdict, at place: Int) {
        conditionFault = ConditionFault(
            reason: verdict.faultReason ?? .invalidVerdict, place: place, words: conditionWords)
        conditionWords = nil
    }

    /// The verdict on a rule whose conditions could not be decided; the fault that is recorded next
    /// names the condition.
    @inline(never)
    func undecidedVerdict(of step: CompiledStep) -> Verdict {
        if let place = conditionFault.place {
            let condition = "in the condition on '\(step.entry.conditions[place].path)'"
            let words = conditionFault.words.map { "\(condition): \($0)" }
            state.explanation = FindingDetail(
                pointer: "", arguments: [], message: words ?? condition)
        }
        return .undecided(conditionFault.reason)
    }
}
