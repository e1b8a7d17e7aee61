// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import AssayRegex

/// The outcomes of searches as numbers of the contract.
enum PatternOutcome {
    private static let reasons: [(number: Int32, reason: MatchResult.UndecidedReason)] = [
        (ASSAY_MATCH_STEPS, .matchLimit), (ASSAY_MATCH_DEPTH, .depthLimit),
        (ASSAY_MATCH_MEMORY, .heapLimit), (ASSAY_MATCH_STACK, .jitStackLimit),
        (ASSAY_MATCH_LENGTH, .subjectLimit), (ASSAY_MATCH_DEADLINE, .deadline),
        (ASSAY_MATCH_CANCELLED, .cancelled),
    ]
    private static let words: [(number: Int32, text: KeptText)] =
        reasons.map { ($0.number, KeptText($0.reason.description)) }
        + [(ASSAY_MATCH_FAILED, KeptText("the matcher reported an error"))]

    static func number(_ result: MatchResult) -> Int32 {
        if result.isMatch { return ASSAY_MATCH_YES }
        if result.isNoMatch { return ASSAY_MATCH_NO }
        guard case .undecided(let reason) = result.outcome else { return ASSAY_MATCH_FAILED }
        return reasons.first { $0.reason == reason }?.number ?? ASSAY_MATCH_FAILED
    }

    /// The clause for a number; empty for one that is no reason.
    static func text(_ number: Int32) -> assay_str {
        words.first { $0.number == number }?.text.text ?? assay_str(ptr: nil, len: 0)
    }
}
