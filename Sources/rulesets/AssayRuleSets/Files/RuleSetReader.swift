// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayJSONRuleSets

/// Reads rule sets in YAML or JSON.
///
/// The format is in `docs/rule-sets.md`.
package enum RuleSetReader {
    /// The largest file.
    package static let maximumBytes = DocumentReader.maximumBytes

    /// Reads a rule set from text.
    ///
    /// - Parameters:
    ///   - text: The rule set, at most 4 MiB of UTF-8.
    ///   - file: The name that issues show.
    ///   - format: Its format.
    /// - Returns: The rule set; whether its rules exist is checked when it is compiled.
    /// - Throws: `RuleSetError` with every issue of the text, in its order, with line and column.
    package static func read(
        _ text: String, file: String = "<text>", format: RuleSetFormat = .automatic
    ) throws(RuleSetError) -> RuleSet {
        try read(bytes: Array(text.utf8), file: file, format: format)
    }

    /// Reads a rule set from UTF-8 bytes; a byte order mark is skipped.
    ///
    /// - Throws: Every issue of the text, in its order, with line and column.
    package static func read(
        bytes: [UInt8], file: String = "<bytes>", format: RuleSetFormat = .automatic
    ) throws(RuleSetError) -> RuleSet {
        let (ruleSet, issues) = readAll(bytes: bytes, file: file, format: format)
        guard issues.isEmpty else { throw issues.error }
        return ruleSet
    }

    /// Reads a file.
    ///
    /// - Throws: The file cannot be read, or every issue in it.
    package static func read(
        contentsOfFile path: String, format: RuleSetFormat = .automatic
    ) throws(RuleSetError) -> RuleSet {
        let bytes = try FileBytes.read(path, limit: maximumBytes)
        var ruleSet = try read(bytes: bytes, file: path, format: format)
        ruleSet.noteFile(path)
        return ruleSet
    }

    /// The rule set as far as it can be read, and every issue in the order of the file.
    static func readAll(
        bytes: [UInt8], file: String, format: RuleSetFormat
    ) -> (RuleSet, IssueList) {
        DocumentReader.ruleSet(bytes: bytes, file: file, compose: format.compose)
    }

    /// The text and the nodes of a file of any shape; no nodes for a file without content.
    ///
    /// - Throws: An issue for a text that is too large, not UTF-8, or not the JSON or YAML that it
    ///   should be.
    static func document(
        in bytes: [UInt8], file: String
    ) throws(RuleSetError) -> (source: SourceText, root: DocumentNode?) {
        let source = try DocumentReader.source(of: bytes, file: file)
        let root = try RuleSetFormat.automatic.compose(source)
        return (source, root?.isNull == true ? nil : root)
    }
}

extension RuleSet {
    /// Reads a rule-set file, in JSON if its name ends in `.json`, else in YAML.
    ///
    /// - Parameter path: The path of the file, which has at most 4 MiB.
    /// - Throws: `RuleSetError`: the file cannot be read, or every issue in it, with line and column.
    public init(contentsOfFile path: String) throws(RuleSetError) {
        self = try RuleSetReader.read(contentsOfFile: path)
    }

    /// Reads a rule set in YAML or JSON; the format is in `docs/rule-sets.md`.
    ///
    /// - Parameters:
    ///   - text: The rule set, at most 4 MiB.
    ///   - file: The name that issues show.
    /// - Throws: `RuleSetError` with every issue of the text, in its order, with line and column.
    ///   Whether its rules exist is checked when it is compiled.
    public init(parsing text: String, file: String = "<text>") throws(RuleSetError) {
        self = try RuleSetReader.read(text, file: file)
    }
}
