// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// Which findings `validate` reports.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Report only these codes, or all of a rule: length.",
            valueName: "code,.."))
    var select: [CodeList] = []

    @Option(help: ArgumentHelp("Leave out these codes.", valueName: "code,.."))
    var ignore: [CodeList] = []

    /// Nil: all.
    ///
    /// - Throws: The first code that no finding can have.
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

/// The codes that findings can have.
private struct KnownCodes {
    private let codes: [String]

    init(registry: RuleRegistry) {
        let rules = registry.allDefinitions.flatMap { definition in
            [definition.id]
                + (definition.allCodes + [definition.code(at: Verdict.undecidedCode)]).map(\.id)
        }
        codes = rules + FaultReason.allCases.map(\.code) + RecordIssue.allCodes
    }

    func check(_ lists: [CodeList], of option: String) throws(Diagnostic) {
        for code in lists.flatMap(\.codes) {
            guard !codes.contains(where: { CodeFilter.covers(code, $0) }) else { continue }
            throw Diagnostic(
                "usage", "\(option): there is no code '\(code)'",
                help: nearestName(to: code, in: names).map { "did you mean '\($0)'?" }
                    ?? "'ruleshell rules' lists the rules and their codes")
        }
    }

    /// The codes and their beginnings up to a dot.
    private var names: Set<String> {
        var names: Set<String> = []
        for code in codes {
            var words = code.split(separator: ".")
            while !words.isEmpty {
                names.insert(words.joined(separator: "."))
                words.removeLast()
            }
        }
        return names
    }
}
