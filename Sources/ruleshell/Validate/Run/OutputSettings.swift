// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a run writes and where.
struct OutputSettings: Sendable {
    var outputs: RunOutputs
    /// Nil: all.
    var maximumErrors: Int?
    /// More make the exit status 1; nil: no number does.
    var maximumWarnings: Int?
    /// How many records are read; nil: all.
    var recordLimit: Int?
    /// Findings leave the exit status 0.
    var endsWithZero = false
    /// Nil: the place of the run is not saved.
    var checkpoint: CheckpointFile?
    /// The field and id of every rule of the plan.
    var rules: [(field: String, rule: String)]
    /// The formats of the findings and the reports around them, as many as there are outputs.
    let forms: [ReportForm]
    let layout: FindingLayout
    /// Nil: no page is written.
    var page: PageCollector?
    /// Nothing counted yet; nil: what the rules do is not counted.
    var statistics: RuleStatistics?
    /// The findings that do not count; nil: all count.
    var baseline: BaselineUse?
    /// What the plugins have counted; nil: that is not shown.
    var counters: (@Sendable () -> [PluginCounter])?
}

/// Where the summary goes.
enum SummaryTarget: Sendable {
    case none
    case standardOutput
    case file(of: OutputFile)
}
