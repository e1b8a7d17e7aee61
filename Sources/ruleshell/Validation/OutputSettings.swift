// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a run writes and where.
struct OutputSettings: Sendable {
    var format: FormatName
    var outputs: RunOutputs
    /// Nil: all.
    var maximumErrors: Int?
    /// More make the exit status 1; nil: no number does.
    var maximumWarnings: Int?
    /// Findings leave the exit status 0.
    var endsWithZero = false
    /// Nil: the place of the run is not saved.
    var checkpoint: CheckpointFile?
    /// The key and id of every rule of the plan.
    var rules: [(key: String, rule: String)]
    /// How the findings are written, and what else is.
    let form: ReportForm
    let layout: FindingLayout
    /// Nil: no page is written.
    var page: PageCollector?
    /// Nothing counted yet; nil: what the rules do is not counted.
    var statistics: RuleStatistics?
}

extension FormatName {
    /// The format gets a line with the totals on standard error.
    var isForPeople: Bool { self == .full || self == .concise }
}

/// Where the summary goes.
enum SummaryTarget: Sendable {
    case none
    case standardOutput
    case file(OutputFile)
}
