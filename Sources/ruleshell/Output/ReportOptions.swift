// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// What `validate` writes besides the findings.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where a page for browsers with all figures is written.", valueName: "file"),
        completion: .file())
    var html: String?

    @Flag(help: "Count what each rule did and how long it took, on standard error.")
    var stats = false

    func validate() throws {
        if html == "-" || html == "" {
            throw ValidationError("--html takes the name of a file, not '\(html ?? "")'")
        }
    }

    /// Adds what the options ask for.
    func apply(
        to settings: inout OutputSettings, _ ruleSet: RuleSet, _ plan: ValidationPlan,
        rulesFile: String, inputs: [String]
    ) {
        if stats { settings.statistics = RuleStatistics(plan) }
        guard html != nil else { return }
        settings.page = PageCollector(
            settings.layout, ruleSet, title: PageTitle(rules: rulesFile, inputs: inputs))
    }
}
