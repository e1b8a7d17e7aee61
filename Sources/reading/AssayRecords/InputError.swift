// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The reason that an input cannot be read at all.
///
/// Malformed records are violations, not errors.
public struct InputError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Reason: Sendable, Equatable {
        /// The system cannot open or read it, for this reason.
        case unreadable(name: String, reason: String)
        /// The file became shorter while it was read, so that records of it were not.
        case shrunk(name: String)
        /// The path is that of a directory.
        case isDirectory(name: String)
        /// The header of a CSV input is missing or malformed.
        case badHeader(name: String, line: Int, reason: String)
        /// The header of a CSV input has no cell for fields of the rule set.
        case missingColumns(name: String, MissingColumns)
        /// The rules cannot decide about an input of text.
        case unreadText(name: String, [RuleSetIssue])
        /// The header of a CSV input has several cells for a field of the rule set, so that no one can
        /// tell which is meant.
        case duplicateColumns(name: String, columns: [String])
        /// The input is something that is not read.
        case foreign(name: String, ForeignContent)
        /// The input is not text in its encoding.
        case badEncoding(name: String, encoding: String, reason: String)
        /// A compressed input is damaged, truncated, or followed by something else.
        case badCompression(name: String, format: String, reason: String)
        /// An Arrow input is damaged, truncated, or has what is not read, for this reason.
        case badArrow(name: String, reason: String, remedy: String?)
        /// The rules cannot decide about the texts of a table.
        case unreadColumns(name: String, [RuleSetIssue])
        /// The input does not have the position at which reading was to continue.
        case badPosition(name: String)
        /// The system has no memory for the buffers.
        case outOfMemory
        /// The field separator is not an ASCII character, or a quote, CR or LF.
        case badDelimiter
        /// The options for CSV contradict one another, for this reason.
        case badDialect(reason: String)
        /// There are options for CSV, and the input has another format.
        case notCSV(name: String, format: String)
        /// As many lines as are held back, to skip the last ones, are too long for that.
        case longLines(name: String, lines: Int, bytes: Int)
        /// A CSV input has no line that is not skipped, and so many skipped lines and comments.
        case allSkipped(name: String, lines: Int, comments: Int)
        /// The rule set has rules about the records of a data set, which are not checked here.
        case uncheckedRecords([String])
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// A sentence that says what cannot be done, and why.
    public var description: String {
        switch reason {
        case .unreadable(let name, let reason): "cannot read '\(name)': \(reason)"
        case .shrunk(let name):
            "cannot read '\(name)' to its end: it became shorter while it was read"
        case .isDirectory(let name):
            "cannot read '\(name)': it is a directory; name a file, or - for standard input"
        case .badHeader(let name, let line, let reason):
            "cannot read '\(name)' as CSV: line \(line), the header: \(reason)"
        case .missingColumns(let name, let missing): "'\(name)' has \(missing.words)"
        case .unreadText(let name, let issues):
            "cannot check '\(name)', whose cells are text: "
                + issues.map(\.description).joined(separator: "\n")
        case .duplicateColumns(let name, let columns):
            "'\(name)' has the column\(columns.count == 1 ? "" : "s") "
                + columns.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
                + (columns.count > 4 ? " and \(columns.count - 4) more" : "")
                + " more than once"
        case .foreign(let name, let content): "cannot read '\(name)': it \(content.predicate)"
        case .badEncoding(let name, let encoding, let reason):
            "cannot read '\(name)' as \(encoding): \(reason)"
        case .badCompression(let name, let format, let reason):
            "cannot read '\(name)' as \(format): \(reason)"
        case .badArrow(let name, let reason, _): "cannot read '\(name)' as Arrow: \(reason)"
        case .unreadColumns(let name, let issues):
            "cannot check '\(name)': " + issues.map(\.description).joined(separator: "\n")
        case .badPosition(let name):
            "cannot continue in '\(name)': it ends before the place to continue from, or is another input"
        case .outOfMemory: "out of memory"
        case .badDelimiter:
            "the delimiter must be one ASCII character other than quote, CR and LF"
        case .badDialect(let reason): "the options for CSV contradict one another: \(reason)"
        case .notCSV(let name, let format):
            "cannot read '\(name)' with options for CSV: its format is \(format)"
        case .longLines(let name, let lines, let bytes):
            "cannot hold back the last \(lines == 1 ? "line" : "\(lines) lines") of '\(name)': it has "
                + "\(lines == 1 ? "a line" : "\(lines) lines") of more than \(bytes) bytes"
        case .allSkipped(let name, let lines, let comments):
            "cannot read '\(name)' as CSV: it has neither a header nor a record besides "
                + [(lines, "skipped line"), (comments, "comment")].filter { $0.0 > 0 }
                .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: " and ")
        case .uncheckedRecords(let rules):
            "rules about records are not checked here, and the rule set has "
                + abbreviated(rules.joined(separator: ", "), to: Self.longestRules)
        }
    }

    /// The most characters that name rules.
    private static let longestRules = 200
}
