// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a run does with a baseline.
struct BaselineUse: Sendable {
    let baseline: Baseline
    /// The file that it was read from; nil for a new one.
    let source: String?
    /// Where the next one is written; nil: nowhere.
    let output: String?
    /// New findings become known ones.
    let acceptsNew: Bool
    /// Findings that are gone make the exit status 1.
    let isStrict: Bool
}

/// What a baseline has made of the findings of a run.
struct BaselineCounts: Sendable {
    var known = 0
    var new = 0
    /// Findings of the baseline that did not occur; nil if not all records were validated.
    var gone: Int?
    /// New findings that no baseline recognizes: their records cannot be read, or have no identity.
    var unrecognizable = 0

    /// For standard error.
    func line(of use: BaselineUse) -> String {
        var text = "ruleshell: baseline: \(known) known, \(new) new"
        if let gone {
            text += ", \(gone) gone"
            if gone > 0, use.output == nil, let source = use.source {
                text += " (remove them with --write-baseline \(source))"
            }
        }
        if unrecognizable > 0 {
            text +=
                "; \(unrecognizable) of the new cannot be in a baseline, as their records have no "
                + "identity"
        }
        return SafeText.line(text) + "\n"
    }
}
