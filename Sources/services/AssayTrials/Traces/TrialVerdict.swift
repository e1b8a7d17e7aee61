// SPDX-License-Identifier: Apache-2.0
package import Assay

/// The outcome of a record in a word.
package enum TrialVerdict: String, Sendable {
    case valid
    case invalid
    case undecided

    package init(_ report: ValidationReport) {
        let hasErrors = report.violations.contains { $0.severity == .error }
        self = report.isValid ? .valid : hasErrors ? .invalid : .undecided
    }
}
