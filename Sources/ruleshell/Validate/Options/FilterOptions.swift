// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The options of `validate` that select the findings to report.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Report only these codes, or all of a rule: length.",
            valueName: "code,.."))
    var select: [CodeList] = []

    @Option(help: ArgumentHelp("Leave out these codes.", valueName: "code,.."))
    var ignore: [CodeList] = []

    /// Returns the filter of the findings, or `nil` to report all.
    ///
    /// - Throws: A diagnostic about the first code that no finding can have or that cannot be
    ///   ignored.
    func filter(codesOf registry: RuleRegistry) throws(Diagnostic) -> CodeFilter? {
        guard !select.isEmpty || !ignore.isEmpty else { return nil }
        let known = KnownCodes(registry: registry)
        try known.check(select, of: "--select")
        try known.check(ignore, of: "--ignore")
        let malformed = RecordIssue.malformedCode
        if ignore.contains(where: { $0.codes.contains(malformed) }) {
            throw Diagnostic(
                "usage", "--ignore: \(malformed) cannot be left out",
                help:
                    "such a record is not validated; a report without the finding would call it valid"
            )
        }
        return CodeFilter(
            selected: select.flatMap(\.codes), ignored: ignore.flatMap(\.codes))
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

extension KnownCodes {
    fileprivate func check(_ lists: [CodeList], of option: String) throws(Diagnostic) {
        for code in lists.flatMap(\.codes) where !covers(code) {
            throw Diagnostic(
                "usage", "\(option): there is no code '\(code)'",
                help: nearest(to: code).map { "did you mean '\($0)'?" }
                    ?? "'ruleshell rules' lists the rules and their codes")
        }
    }
}
