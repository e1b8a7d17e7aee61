// SPDX-License-Identifier: Apache-2.0
import Assay

/// A baseline and the options with which a run uses it.
struct BaselineUse: Sendable {
    let baseline: Baseline
    /// The path of the file that it was read from, or `nil` for a new baseline.
    let source: String?
    /// The path of the file for the next baseline, or `nil` if none is written.
    let output: String?
    /// `true` if new findings are added to the next baseline.
    let acceptsNew: Bool
    /// `true` if the exit status is 1 when findings are gone.
    let isStrict: Bool
}

/// The numbers of findings of a run that are known to a baseline, new or gone.
struct BaselineCounts: Sendable {
    var known = 0
    var new = 0
    /// The number of findings of the baseline that did not occur.
    ///
    /// The number is `nil` if not all records were validated.
    var gone: Int?
    /// The number of new findings that no baseline recognizes.
    ///
    /// Their records cannot be read, or have no identity.
    var unrecognizable = 0

    /// Returns the line with these numbers for standard error.
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
