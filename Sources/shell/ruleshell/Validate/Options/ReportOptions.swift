// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssaySystem

/// The options of `validate` for the page, the statistics and the number of findings shown.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write an HTML page with charts to this file.", valueName: "file"),
        completion: .file())
    var html: String?

    @Option(
        help: ArgumentHelp(
            "Findings to show for each rule, in full and concise; all by default, 3 on a terminal.",
            valueName: "n|all"), transform: ShownCount.read)
    var show: ShownCount?

    @Flag(help: "Print statistics of the rules on standard error.")
    var stats = false

    func validate() throws {
        if html == "-" || html == "" {
            throw ValidationError("--html takes the name of a file, not '\(html ?? "")'")
        }
    }

    /// Returns the view with which an output shows findings.
    func view(isStandardOutput: Bool) -> FindingView {
        var view = FindingView(mostOfRule: show?.count)
        guard isStandardOutput else { return view }
        view.paint = Terminal.outputPaint
        view.columns = Terminal.columnsOfOutput
        if show == nil, view.columns != nil { view.mostOfRule = FindingView.mostOnTerminal }
        return view
    }

    /// Applies the options to the settings of a run.
    func apply(
        to settings: inout OutputSettings, ruleSet: RuleSet, plan: ValidationPlan,
        rulesFile: String, inputs: [String]
    ) {
        if stats { settings.statistics = RuleStatistics(plan) }
        guard html != nil || settings.forms.contains(where: \.showsFrequentValues) else { return }
        settings.page = PageCollector(
            layout: settings.layout, ruleSet: ruleSet,
            title: html.map { _ in
                PageTitle(rules: rulesFile, inputs: inputs.map { FileName.shown($0) })
            })
    }
}

/// The number of findings of a rule that are shown.
struct ShownCount {
    /// The number, or `nil` to show all.
    let count: Int?
    /// The argument as it was given.
    let text: String

    static func read(_ text: String) throws -> ShownCount {
        if text == "all" { return ShownCount(count: nil, text: text) }
        guard let count = Int(text), count >= 0 else {
            throw ValidationError("--show takes a number from 0, or 'all', not '\(text)'")
        }
        return ShownCount(count: count, text: text)
    }
}
