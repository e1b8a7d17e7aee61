// SPDX-License-Identifier: Apache-2.0

/// The effects that the verdicts of a rule have in a validator.
///
/// All paths get the effect of a verdict here. A warning takes nothing away: it keeps no rule from
/// running, neither one of its own validator nor one that needs its field to be valid.
struct VerdictPolicy: Sendable {
    /// A failure leaves the record valid.
    private let isWarning: Bool
    /// `true` if a failure keeps no rule from running: a warning, unless the rule reads the value for others, which
    /// could only repeat a failure that is tolerated.
    private let yields: Bool
    private let onFault: FaultPolicy
    /// `true` if the rule reads texts: if it cannot decide, it is not known what the later rules
    /// should see.
    let readsText: Bool
    /// The later rules of the validator do not run on a value that fails this one.
    ///
    /// This is `false` for every warning.
    let stops: Bool
    /// The rule reads texts for comparisons, which do not run on a text that fails it.
    private let addsValue: Bool
    /// The bit of the later rules of the validator from which a failure withholds the value, or 0
    /// for none.
    private let withholds: UInt32
    /// The first code of a failure that withholds the value.
    private let firstWithholdingCode: Int

    init(
        isWarning: Bool, isTolerated: Bool = false, onFault: FaultPolicy = .fault,
        readsText: Bool = false,
        stops: Bool = false, addsValue: Bool = false, withholds: UInt32 = 0,
        firstWithholdingCode: Int = 0
    ) {
        self.isWarning = isWarning
        yields = isWarning && !isTolerated
        self.onFault = onFault
        self.readsText = readsText
        self.stops = stops && !yields
        self.addsValue = addsValue
        self.withholds = withholds
        self.firstWithholdingCode = firstWithholdingCode
    }

    /// A failure makes the record invalid.
    var failsField: Bool { !isWarning }

    /// The policy of a rule.
    ///
    /// - Parameters:
    ///   - entry: The rule as the validator uses it.
    ///   - definition: The rule.
    ///   - policy: The behavior of the validator after a failure.
    ///   - withholds: The bit of the rule among the rules that withhold values, or 0 if it
    ///     withholds none.
    ///   - isText: The record comes from text. A rule that reads it stops the later ones, as they
    ///     would see a text in place of a value.
    init(
        _ entry: RuleEntry, of definition: RuleDefinition, under policy: Validator.Policy,
        withholds: UInt32, isText: Bool
    ) {
        let readsText = isText && definition.traits.contains(.converts)
        self.init(
            isWarning: entry.severity == .warning,
            isTolerated: entry.tolerated != nil
                && (definition.traits.contains(.converts) || definition.facets.reading != nil),
            onFault: entry.onFault, readsText: readsText,
            stops: policy == .first || readsText || definition.traits.contains(.stopsOnFailure),
            addsValue: definition.facets.reading != nil && !definition.traits.contains(.converts),
            withholds: withholds, firstWithholdingCode: definition.firstWithholdingCode)
    }

    /// Returns the effect of a verdict.
    @inline(__always)
    func effect(of verdict: Verdict) -> VerdictEffect {
        if verdict.isFail { return effect(ofFailure: verdict) }
        return verdict.isUndecided ? effect(ofUndecided: verdict) : .none
    }

    /// Returns the effect of a failure.
    ///
    /// A value of a wrong kind stops the later rules, whatever they are, unless this rule warns.
    @inline(__always)
    func effect(ofFailure verdict: Verdict) -> VerdictEffect {
        VerdictEffect(
            reported: verdict, isWarning: isWarning,
            stops: stops || (verdict == .wrongKind && !yields),
            failsField: !yields, leavesUnread: addsValue && !yields,
            withholds: verdict.code >= firstWithholdingCode ? withholds : 0)
    }

    /// Returns the effect of a verdict that is undecided.
    ///
    /// A rule that warns does not stop other rules: another one might find the record invalid. A
    /// rule that reads texts is a fault even as a warning, and stops them all the same, because they
    /// would see another value than they should. A rule that has to wait fails nothing yet, whatever
    /// the policy is.
    @inline(never)
    func effect(ofUndecided verdict: Verdict) -> VerdictEffect {
        if verdict == .deferred { return VerdictEffect(reported: verdict) }
        let isFailure = onFault == .fail && !(isWarning && readsText)
        let reported = isFailure ? .fail(Verdict.undecidedCode) : verdict
        if onFault == .pass { return .none }
        return VerdictEffect(
            reported: reported, isWarning: isWarning(reported), stops: stops || readsText,
            failsField: failsField(reported),
            leavesUnread: addsValue && failsField(reported))
    }

    /// Returns `true` if a reported verdict leaves its record valid, which a fault never does.
    func isWarning(_ reported: Verdict) -> Bool { isWarning && !reported.isUndecided }

    /// Returns `true` if rules that need the field to be valid do not run after a reported verdict.
    func failsField(_ reported: Verdict) -> Bool {
        !isWarning || (readsText && reported.isUndecided)
    }
}

/// The effect of a verdict on the report and on the rules that have not run yet.
struct VerdictEffect {
    /// The verdict in the report; a pass is not reported.
    var reported: Verdict
    /// The record stays valid.
    var isWarning = false
    /// The later rules of the validator do not run on the value.
    var stops = false
    /// Rules that need the field to be valid do not run, nor do the asynchronous ones of the field.
    var failsField = false
    /// Rules that compare what the text is read as do not run on it.
    var leavesUnread = false
    /// The bit of the later rules of the validator that do not run on the value, or 0 if all run.
    var withholds: UInt32 = 0

    static var none: VerdictEffect { VerdictEffect(reported: .pass) }
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
    /// The failure of a value whose kind the rule does not accept.
    static var wrongKind: Verdict { .fail(kindCode) }
}
