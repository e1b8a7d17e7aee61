// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// Reads rule sets in YAML or JSON.
///
/// The format is in `docs/rule-sets.md`.
package enum RuleSetReader {
    /// The largest file.
    package static let maximumBytes = 4 << 20

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
        return try read(bytes: bytes, file: path, format: format)
    }

    /// The rule set as far as it can be read, and every issue in the order of the file.
    static func readAll(
        bytes: [UInt8], file: String, format: RuleSetFormat
    ) -> (RuleSet, IssueList) {
        do throws(RuleSetError) {
            let source = try source(of: bytes, file: file, format: format)
            guard let root = try YAMLComposer.compose(source), !root.isNull else {
                throw single(
                    "ruleSet.empty", message: "the file has no rule set",
                    help: "begin it with 'assay: 1' and add 'fields:'", file: file)
            }
            var parser = RuleSetParser(source)
            var ruleSet = parser.ruleSet(from: root)
            ruleSet.isPart = !parser.issues.isEmpty
            return (ruleSet, parser.issues.inFileOrder)
        } catch {
            var issues = IssueList()
            issues.append(contentsOf: error.issues, omitted: error.omittedCount)
            return (RuleSet([]), issues)
        }
    }

    /// The text of a file of any shape.
    ///
    /// - Throws: An issue for a text that is too large, not UTF-8, or not the JSON that it should be.
    static func source(
        of bytes: [UInt8], file: String, format: RuleSetFormat
    ) throws(RuleSetError) -> SourceText {
        let source = SourceText(file: file, bytes: try checked(bytes, file: file))
        if format.isJSON(file: file) { try checkJSON(in: source) }
        return source
    }

    /// The bytes without a byte order mark, if there are not too many and they are UTF-8.
    private static func checked(_ bytes: [UInt8], file: String) throws(RuleSetError) -> [UInt8] {
        guard bytes.count <= maximumBytes else {
            throw single(
                "ruleSet.tooLarge", message: "the file is larger than 4 MiB", help: nil, file: file)
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard String(validating: text, as: UTF8.self) != nil else {
            throw single(
                "ruleSet.encoding", message: "the file is not UTF-8", help: nil, file: file)
        }
        return text
    }

    private static func checkJSON(in source: SourceText) throws(RuleSetError) {
        guard source.bytes.contains(where: { $0 > 0x20 }) else { return }
        do throws(JSONError) {
            _ = try JSONValueParser.parse(String(decoding: source.bytes, as: UTF8.self))
        } catch {
            throw RuleSetError([
                RuleSetIssue(
                    code: "ruleSet.syntax", message: "JSON: expected \(error.expected)",
                    location: source.location(ofByte: error.offset))
            ])
        }
    }

    private static func single(
        _ code: String, message: String, help: String?, file: String
    ) -> RuleSetError {
        RuleSetError([
            RuleSetIssue(
                code: code, message: message, help: help,
                location: FileLocation(file: file, line: 1, column: 1))
        ])
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

extension IssueList {
    /// The list with its issues ordered by line and column.
    var inFileOrder: IssueList {
        var ordered = IssueList()
        ordered.append(contentsOf: kept.inFileOrder, omitted: count - kept.count)
        return ordered
    }
}

extension [RuleSetIssue] {
    /// By line and column; issues of one place keep their order, those without a place come last.
    var inFileOrder: [RuleSetIssue] {
        enumerated().sorted { left, right in
            let a = left.element.location.map { ($0.line, $0.column) } ?? (.max, .max)
            let b = right.element.location.map { ($0.line, $0.column) } ?? (.max, .max)
            return (a.0, a.1, left.offset) < (b.0, b.1, right.offset)
        }.map(\.element)
    }
}
