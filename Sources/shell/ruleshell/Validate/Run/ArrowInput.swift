// SPDX-License-Identifier: Apache-2.0
import Assay

/// An Arrow input of a run.
struct ArrowInput {
    /// The index of the input among the arguments.
    let index: Int
    let name: String
    let form: ArrowForm

    /// The line about the input in the statistics, without its line feed.
    var statistics: String { "\(SafeText.line(name)): \(form.rawValue)" }
}
