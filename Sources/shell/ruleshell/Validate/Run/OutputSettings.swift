// SPDX-License-Identifier: Apache-2.0
import Assay

/// The outputs of a run, and the limits and the exit status that it is run with.
struct OutputSettings: Sendable {
    var outputs: RunOutputs
    /// The name of the job that the run is, or `nil` if it is not one.
    var job: String?
    /// `true` if the records have a part of the fields, which every summary says.
    var isPartial = false
    /// The number of errors and faults that ends the run, or `nil` for no limit.
    var maximumErrors: Int?
    /// The number of warnings above which the exit status is 1, or `nil` for no limit.
    var maximumWarnings: Int?
    /// `true` if `--strict` gave that number.
    var isStrict = false
    /// The number of records below which the run is in error.
    var recordMinimum = RecordMinimum()
    /// The maximum number of records to read, or `nil` to read all.
    var recordLimit: Int?
    /// `true` if `--skip-last` leaves out the last lines of CSV, with which the files of records end.
    var skipsLastLines = false
    /// `true` if the exit status is 0 even if there are findings.
    var endsWithZero = false
    /// The file that records progress, or `nil` if progress is not saved.
    var checkpoint: CheckpointFile?
    /// The field and id of every rule of the plan.
    var rules: [(field: String, rule: String)]
    /// The formats of the findings and the reports around them, as many as there are outputs.
    let forms: [ReportForm]
    let layout: FindingLayout
    /// The collector of records and values for the page and for summaries, or `nil` without both.
    var page: PageCollector?
    /// The rule statistics to start from, or `nil` if they are not gathered.
    var statistics: RuleStatistics?
    /// The baseline whose findings are not reported, or `nil` to report all.
    var baseline: BaselineUse?
    /// The names of the inputs, and that of the rule set.
    var inputs: [String] = []
    var rulesFile = ""
    /// The inputs and how they are written, to read them again.
    var runInputs: RunInputs?
    /// The state of each input when the run began, or `nil` for one that is no regular file.
    var inputStates: [FileIdentity?] = []
    /// `true` if records with failures within a tolerance are among the invalid ones in files of records.
    var splitsStrictly = false
    /// The checks across records, or `nil` if the rule set has none.
    var dataSet: DataSetRun?
    /// The rules of fields with a tolerance, or `nil` if there are none.
    var tolerances: RunTolerances?
    /// Returns the counters of the plugins; `nil` if they are not shown.
    var counters: (@Sendable () -> [PluginCounter])?
}

/// The destination of the summary.
enum SummaryTarget: Sendable {
    case none
    case standardOutput
    case file(of: OutputFile)
}
