// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The answer of a rule to its question about a value, which its verdict alone does not tell.
///
/// A rule fails on a value that is of a kind, or has a form, that its question is not about: `past`
/// on the text "hello". That is no answer which `not` could turn around.
@usableFromInline
package enum RuleAnswer: Sendable {
    /// The value passes, or the rule does not apply to it.
    case passed
    /// The value fails.
    case failed
    /// The value fails, and leaves the question open.
    case open(OpenFailure)
    /// The rule could not decide, with the verdict that says why.
    case undecided(Verdict)

    /// Takes another answer in place of this one if it is less certain: an open one rather than one
    /// that is undecided, and either of these rather than a definite one.
    package mutating func join(_ other: RuleAnswer) {
        if other.uncertainty > uncertainty { self = other }
    }

    private var uncertainty: Int {
        switch self {
        case .passed, .failed: 0
        case .undecided: 1
        case .open: 2
        }
    }
}

/// A failure of a value that leaves the question of a rule open.
@usableFromInline
package struct OpenFailure: Sendable {
    /// The rule, which is the innermost one of rules in rules.
    package let rule: BoundRule
    /// The code of its verdict.
    package let code: Int

    /// The id of the code.
    package var id: String { rule.definition.code(at: code).id }
}

/// A rule that runs the rules in its arguments, and whose answer depends on theirs.
@usableFromInline
package protocol ComposedRule: Rule {
    /// Returns the answer about a value that the rule fails.
    ///
    /// It runs the rules again, within `not` alone, and only if one of them may leave its question
    /// open.
    func answer(_ value: FieldValue, _ context: RuleContext) -> RuleAnswer
}

extension BoundRule {
    /// Returns `true` if a failure of a value of this kind may leave the question of the rule open.
    @inline(__always)
    package func mayLeaveOpen(_ value: FieldValue) -> Bool {
        openKinds & (1 << (value.unsafePointer.pointee.kind & 31)) != 0
    }

    /// Returns the answer of the rule about a value, on which it has a verdict.
    package func answer(
        by verdict: Verdict, about value: FieldValue, _ context: RuleContext
    ) -> RuleAnswer {
        if verdict.isUndecided { return .undecided(verdict) }
        guard verdict.isFail else { return .passed }
        guard mayLeaveOpen(value) else { return .failed }
        if verdict.code != Verdict.kindCode, let answer = instance.answer {
            return answer(value, context)
        }
        return leavesOpen(verdict.code)
            ? .open(OpenFailure(rule: self, code: verdict.code)) : .failed
    }

    /// Returns `true` if a failure with a code of its own leaves the question of the rule open.
    private func leavesOpen(_ code: Int) -> Bool {
        code == Verdict.kindCode
            ? !definition.traits.contains(.checksKind)
            : definition.codes.indices.contains(code) && definition.codes[code].leavesOpen
    }

    /// The kinds of values whose failure may leave the question of a rule open, a bit each.
    static func openKinds(
        of definition: RuleDefinition, _ arguments: Arguments, isComposed: Bool,
        admission: RuleAdmission
    ) -> UInt32 {
        // In records from text, other rules see what the rule has read.
        if definition.traits.contains(.converts) { return .max }
        let others = ~(admission.accepted | RuleAdmission.missing)
        var kinds = definition.traits.contains(.checksKind) ? 0 : others
        guard isComposed else {
            if definition.hasOpenCodes { kinds |= admission.accepted }
            return kinds
        }
        let nested = arguments.rules.reduce(0) { $0 | $1.openKinds }
        // The rules are about elements or keys, and not about the value itself.
        if nested != 0, definition.kinds != .all { kinds |= admission.accepted }
        return kinds | nested
    }

    /// The codes of failures that leave the question of the rule open, its own or those of rules in
    /// its arguments.
    fileprivate var openCodes: [RuleCode] {
        let isOwn = instance.answer == nil
        let own = isOwn ? definition.codes.indices.filter { leavesOpen($0) } : []
        let hasKind = definition.kinds != .all && leavesOpen(Verdict.kindCode)
        return (own + (hasKind ? [Verdict.kindCode] : [])).map { definition.code(at: $0) }
            + (isOwn ? [] : arguments.openCodes)
    }
}

extension Arguments {
    /// The rules among the arguments.
    var rules: [BoundRule] {
        bound.flatMap { if case .rules(let rules) = $0 { rules } else { [BoundRule]() } }
    }

    /// The codes of failures that leave the question of a rule among the arguments open, each once.
    package var openCodes: [RuleCode] {
        var seen: Set<String> = []
        return rules.flatMap(\.openCodes).filter { seen.insert($0.id).inserted }
    }
}

extension RuleContext {
    /// Makes the arguments of a nested rule the parameters of the failure that is returned next,
    /// which has the code of that rule.
    package func explain(by rule: BoundRule) {
        let arguments = rule.arguments.described
        execution._withUnsafeGuaranteedRef {
            $0.explanation =
                arguments.isEmpty
                ? nil
                : FindingDetail(
                    pointer: "", arguments: arguments, message: nil, isOfRuleSet: true)
        }
    }

    /// Runs rules whose checks have been traced before.
    package func untraced<Result>(_ body: () -> Result) -> Result {
        execution._withUnsafeGuaranteedRef { state in
            guard state.isTraced else { return body() }
            let trace = state.trace
            state.trace = nil
            defer { state.trace = trace }
            return body()
        }
    }
}
