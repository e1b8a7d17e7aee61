// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension RuleSet {
    /// Reads a rule set in JSON; the format is in `docs/rule-sets.md`.
    ///
    /// It needs neither a file nor a library of the system, so that an app can carry its rule set as a
    /// text.
    ///
    /// - Parameters:
    ///   - text: The rule set, at most 4 MiB of JSON (RFC 8259).
    ///   - file: The name that issues show.
    /// - Throws: `RuleSetError` with every issue of the text, in its order, with line and column.
    ///   Whether its rules exist is checked when it is compiled.
    public init(parsingJSON text: String, file: String = "<text>") throws(RuleSetError) {
        let (ruleSet, issues) = DocumentReader.ruleSet(
            bytes: Array(text.utf8), file: file, compose: JSONComposer.compose)
        guard issues.isEmpty else { throw issues.error }
        self = ruleSet
    }
}
