// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay

/// What `validate` writes besides the findings.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write an HTML page with charts to this file.", valueName: "file"),
        completion: .file())
    var html: String?

    @Flag(help: "Print statistics of the rules on standard error.")
    var stats = false

    func validate() throws {
        if html == "-" || html == "" {
            throw ValidationError("--html takes the name of a file, not '\(html ?? "")'")
        }
    }

    /// Applies the options to the settings of a run.
    func apply(
        to settings: inout OutputSettings, ruleSet: RuleSet, plan: ValidationPlan,
        rulesFile: String, inputs: [String]
    ) {
        if stats { settings.statistics = RuleStatistics(plan) }
        guard html != nil else { return }
        settings.page = PageCollector(
            layout: settings.layout, ruleSet: ruleSet,
            title: PageTitle(rules: rulesFile, inputs: inputs))
    }
}
