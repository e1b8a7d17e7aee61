// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay

/// The options of `validate` that select the findings to report.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Report only these codes, or all of a rule: length.",
            valueName: "code,.."),
        completion: ShellCompletion.codes)
    var select: [CodeList] = []

    @Option(
        help: ArgumentHelp("Leave out these codes.", valueName: "code,.."),
        completion: ShellCompletion.codes)
    var ignore: [CodeList] = []

    func validate() throws {
        for code in ignore.flatMap(\.codes) {
            if let problem = CodeFilter.problem(ignoring: code) {
                throw ValidationError("--ignore: \(problem)")
            }
        }
    }

    /// Checks that findings can have the codes.
    ///
    /// - Throws: A diagnostic about the first code that no rule has.
    func check(codesOf registry: RuleRegistry) throws(Diagnostic) {
        guard !isEmpty else { return }
        let known = KnownCodes(registry: registry)
        for (option, code) in all where !known.covers(code) {
            throw Diagnostic(
                "usage", "\(option): there is no code '\(code)'",
                help: known.nearest(to: code).map { "did you mean '\($0)'?" }
                    ?? "'ruleshell rules' lists the rules and their codes")
        }
    }

    /// Returns the filter of the findings of a plan, or `nil` to report all.
    ///
    /// - Throws: A diagnostic about the first code that no rule of the plan has: all findings would
    ///   be left out, or none.
    func filter(codesOf plan: ValidationPlan) throws(Diagnostic) -> CodeFilter? {
        guard !isEmpty else { return nil }
        let known = KnownCodes(plan: plan)
        for (option, code) in all where !known.covers(code) {
            throw Diagnostic(
                "usage", "\(option): no rule of the rule set has the code '\(code)'",
                help: known.nearest(to: code).map { "did you mean '\($0)'?" }
                    ?? "leave the code out, or name the rule set that has it")
        }
        return CodeFilter(
            selected: select.flatMap(\.codes), ignored: ignore.flatMap(\.codes))
    }

    private var isEmpty: Bool { select.isEmpty && ignore.isEmpty }

    /// The codes with the options that give them.
    private var all: [(option: String, code: String)] {
        select.flatMap(\.codes).map { ("--select", $0) }
            + ignore.flatMap(\.codes).map { ("--ignore", $0) }
    }
}

/// Codes, separated by commas.
struct CodeList: ExpressibleByArgument {
    let codes: [String]

    init?(argument: String) {
        codes = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if codes.contains("") { return nil }
    }
}
