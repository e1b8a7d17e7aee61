// SPDX-License-Identifier: Apache-2.0

/// How the verdicts of a rule count where a validator uses it.
///
/// Written once for all paths: each has the effect of a verdict from here.
struct VerdictPolicy: Sendable {
    /// A failure leaves the record valid.
    private let isWarning: Bool
    private let onFault: FaultPolicy
    /// The rule reads texts: what the later rules should see is not known where it cannot decide.
    let readsText: Bool
    /// The later rules of the validator do not run on a value that fails this one.
    let stops: Bool
    /// What a failure withholds the value from: a bit that later rules of the validator have, or 0.
    private let withholds: UInt32
    /// The first code of a failure that does so.
    private let firstWithholdingCode: Int

    init(
        isWarning: Bool, onFault: FaultPolicy = .fault, readsText: Bool = false,
        stops: Bool = false, withholds: UInt32 = 0, firstWithholdingCode: Int = 0
    ) {
        self.isWarning = isWarning
        self.onFault = onFault
        self.readsText = readsText
        self.stops = stops
        self.withholds = withholds
        self.firstWithholdingCode = firstWithholdingCode
    }

    /// A failure makes the record invalid.
    var failsField: Bool { !isWarning }

    /// The policy of a rule.
    ///
    /// - Parameters:
    ///   - entry: How the validator uses it.
    ///   - definition: The rule.
    ///   - policy: What the validator does after a failure.
    ///   - withholds: The bit of the rule among those that withhold values; 0: it is none.
    ///   - isText: The record comes from text. A rule that reads it stops the later ones, as they
    ///     would see a text in place of a value.
    init(
        _ entry: RuleEntry, of definition: RuleDefinition, under policy: Validator.Policy,
        withholds: UInt32, isText: Bool
    ) {
        let readsText = isText && definition.traits.contains(.converts)
        self.init(
            isWarning: entry.severity == .warning, onFault: entry.onFault, readsText: readsText,
            stops: policy == .first || readsText || definition.traits.contains(.stopsOnFailure),
            withholds: withholds, firstWithholdingCode: definition.firstWithholdingCode)
    }

    /// What a verdict does.
    @inline(__always)
    func effect(of verdict: Verdict) -> VerdictEffect {
        if verdict.isFail { return effect(ofFailure: verdict) }
        return verdict.isUndecided ? effect(ofUndecided: verdict) : .none
    }

    /// What a failure does: a value of a wrong kind stops the later rules whatever they are.
    @inline(__always)
    func effect(ofFailure verdict: Verdict) -> VerdictEffect {
        VerdictEffect(
            reported: verdict, isWarning: isWarning, stops: stops || verdict == .wrongKind,
            failsField: !isWarning,
            withholds: verdict.code >= firstWithholdingCode ? withholds : 0)
    }

    /// What it does that the rule could not decide.
    ///
    /// What leaves the record valid stops no other rule: the rule might have passed, and the other
    /// one might find the record invalid. A rule that reads texts is a fault even as a warning: the
    /// other rules would see another value than they should. One that has to wait fails nothing
    /// yet, whatever the policy is.
    @inline(never)
    func effect(ofUndecided verdict: Verdict) -> VerdictEffect {
        if verdict == .deferred { return VerdictEffect(reported: verdict) }
        let isFailure = onFault == .fail && !(isWarning && readsText)
        let reported = isFailure ? .fail(Verdict.undecidedCode) : verdict
        if onFault == .pass { return .none }
        let leavesValid = isWarning(reported)
        return VerdictEffect(
            reported: reported, isWarning: leavesValid, stops: stops && !leavesValid,
            failsField: !leavesValid)
    }

    /// Whether a reported verdict leaves its record valid; faults never do.
    func isWarning(_ reported: Verdict) -> Bool { isWarning && !reported.isUndecided }
}

/// What a verdict does to the report and to the rules that have not run yet.
struct VerdictEffect {
    /// The verdict in the report; a pass: the report has nothing of it.
    var reported: Verdict
    /// The record stays valid.
    var isWarning = false
    /// The later rules of the validator do not run on the value.
    var stops = false
    /// Rules that need the field to be valid do not run, nor do the asynchronous ones of the field.
    var failsField = false
    /// Later rules of the validator that have this bit do not run on the value; 0: all do.
    var withholds: UInt32 = 0

    static var none: VerdictEffect { VerdictEffect(reported: .pass) }

    /// The effect where a filter keeps the verdict out of the report.
    ///
    /// What depends on a rule depends on its failure, reported or not. A rule that could not decide
    /// might have passed.
    var unreported: VerdictEffect {
        if reported.isUndecided || reported.code == Verdict.undecidedCode { return .none }
        return VerdictEffect(reported: .pass, stops: stops, failsField: failsField)
    }
}

extension RuleDefinition {
    /// The first of its codes that withhold a value: a text that is too long has the last code of its
    /// rule.
    fileprivate var firstWithholdingCode: Int {
        if traits.contains(.boundsText) { return codes.count - 1 }
        guard let name = relations.firstWithholdingCode else { return 0 }
        return codes.firstIndex { $0.id == "\(id).\(name)" } ?? 0
    }
}

extension Verdict {
    /// The kind of the value is none that the rule accepts.
    static var wrongKind: Verdict { .fail(kindCode) }
}
