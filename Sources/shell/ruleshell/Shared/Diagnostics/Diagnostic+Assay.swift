// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTrials

extension Diagnostic {
    /// The reason a header or a record in another encoding cannot be read.
    static let otherEncoding = "invalid UTF-8"
    static let encodingHelp = "--encoding latin-1 or windows-1252 reads text that is not UTF-8"
    /// The help at the prompt, which reads only UTF-8.
    static let conversionHelp = "convert the file to UTF-8, with iconv for example"

    init(_ error: PluginError) {
        self.init(
            error.code,
            "cannot load plugin '\(error.path)': found \(error.found), expected \(error.expected)",
            help: error.remedy)
    }

    init(_ error: InputError) {
        switch error.reason {
        case .unreadable(let name, let reason):
            self.init(
                error.code, "cannot read '\(name)': \(reason)",
                help: "name a file that exists and may be read, or - for standard input")
        case .shrunk:
            self.init(
                error.code, error.description,
                help: "validate it again when no program writes to it")
        case .isDirectory(let name):
            self.init(
                error.code, "cannot read '\(name)': it is a directory",
                help: "name a file, or - for standard input")
        case .badHeader(let name, let line, let reason):
            self = .header(of: name, line: line, reason: reason)
        case .missingColumns(_, let missing): self = .missing(missing, error.description)
        case .unreadText(let name, let issues): self = .unread(issues, of: name)
        case .duplicateColumns:
            self.init(
                error.code, error.description,
                help: "rename or remove one of the two columns")
        case .foreign(_, let content):
            self.init(error.code, error.description, help: content.remedy)
        case .badEncoding:
            self.init(
                error.code, error.description,
                help: "records before that byte are validated; --encoding names another encoding")
        case .badCompression(let name, let format, let reason):
            self.init(
                error.code, "cannot read '\(name)' as \(format): \(reason)",
                help:
                    "records before that byte are validated; --compression names the format of the inputs"
            )
        case .badArrow(_, _, let remedy):
            self.init(
                error.code, error.description,
                help: remedy ?? "records before that place are validated; write the input again")
        case .unreadColumns(let name, let issues): self = .unread(issues, ofTable: name)
        case .badPosition(let name): self = .changed("'\(name)' is shorter than it was")
        case .outOfMemory:
            self.init(error.code, "there is not enough memory", help: "use fewer threads: -j 1")
        case .badDelimiter:
            self.init(
                "usage", error.description, help: "such as --delimiter ';' or --delimiter tab")
        case .badDialect:
            self.init(
                error.code, error.description,
                help: "give different characters, and only options that belong together")
        case .notCSV:
            self.init(
                error.code, error.description,
                help: "validate it in a run without these options, or give --input-format csv")
        case .longLines:
            self.init(
                error.code, error.description,
                help: "give --skip-last a smaller number, or cut the lines off before")
        case .allSkipped(_, let lines, let comments):
            let options = lines > 0 ? ["--skip or --skip-last a smaller number"] : []
            let others = comments > 0 ? ["--comment another character"] : []
            self.init(
                error.code, error.description,
                help: "give " + (options + others).joined(separator: ", and "))
        case .uncheckedRecords:
            self.init(
                error.code, error.description,
                help: "validate it with 'ruleshell validate', or without the rules under 'records'")
        }
    }

    /// Returns the error about a header.
    private static func header(of name: String, line: Int, reason: String) -> Diagnostic {
        let names = "begin a CSV input with the names of its fields"
        if reason == "no record" {
            return Diagnostic(
                "input.header",
                "cannot read '\(name)' as CSV: it has neither a header nor a record", help: names)
        }
        return Diagnostic(
            "input.header", "cannot read '\(name)' as CSV: line \(line), the header: \(reason)",
            help: reason == otherEncoding
                ? encodingHelp : "\(names); --input-format names another format")
    }

    /// Returns the error about fields without a column.
    private static func missing(_ missing: MissingColumns, _ message: String) -> Diagnostic {
        let separator = missing.isOneCell ? "; --delimiter gives the field separator" : ""
        let comment =
            missing.isOfComment ? "; --comment '#' skips lines that begin with it" : ""
        // Where quotes are text, the names have them.
        let quote =
            missing.header.contains { $0.hasPrefix("\"") } ? "; --quote '\"' reads quotes" : ""
        let option =
            missing.areAll
            ? "; --allow-missing-columns needs one of the columns"
            : "; --allow-missing-columns validates the input without"
        return Diagnostic(
            "column.missing", message,
            help: missing.headerWords + separator + comment + quote + option)
    }

    /// Returns the error about cells that the rules cannot check.
    private static func unread(_ issues: [RuleSetIssue], of name: String) -> Diagnostic {
        let rest = issues.dropFirst().map { "\n\($0)" }.joined()
        let first = issues.first
        return Diagnostic(
            first?.code ?? "field.unread",
            "cannot check '\(name)', whose cells are text: "
                + (first.map { ($0.field.map { "\($0): " } ?? "") + $0.message } ?? "") + rest,
            help: first?.help, location: first?.location)
    }

    /// Returns the error about columns of a table that the rules cannot check.
    private static func unread(_ issues: [RuleSetIssue], ofTable name: String) -> Diagnostic {
        let first = issues.first
        let texts = issues.map { ($0.field.map { "\($0): " } ?? "") + $0.message }
        return Diagnostic(
            first?.code ?? "field.unread",
            "cannot check '\(name)': \(texts.joined(separator: "\n"))", help: first?.help,
            location: first?.location)
    }

    /// Creates the error for the prompt, which has no options.
    init(atPrompt error: InputError) {
        let own = Diagnostic(error)
        let read = "records before that byte can be read"
        let help: String? =
            switch error.reason {
            case .unreadable: "name a file that exists and may be read"
            case .isDirectory: "name a file"
            case .badHeader(_, _, Self.otherEncoding): Self.conversionHelp
            case .badHeader(_, _, "no record"): own.help
            case .badHeader:
                "begin a CSV file with the names of its fields; the ending of a file's name selects "
                    + "another format"
            case .missingColumns(_, let missing): missing.headerWords
            case .foreign(_, .utf16): Self.conversionHelp
            case .foreign(_, .arrowFile), .foreign(_, .arrowStream):
                "give the file a name with the ending .arrow"
            case .badEncoding: "\(read); \(Self.conversionHelp)"
            case .badCompression: read
            default: own.help
            }
        self.init(own.code, own.message, help: help)
    }

    /// An error in an expression on the command line.
    init(_ error: ExpressionError, in text: String) {
        self.init(
            error.code, error.message, help: error.help,
            excerpt: Excerpt(text, marking: error.extent),
            column: Self.column(of: error.extent.lowerBound, in: text))
    }

    /// The column of a byte of the text, in code points from 1.
    private static func column(of offset: Int, in text: String) -> Int {
        String(decoding: text.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
    }

    /// An error in a rule of an expression on the command line.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - text: The expression.
    ///   - loading: The option or command that loads a plugin, which may have the rule.
    init(_ error: RuleError, in text: String, loading: String = "--plugin FILE") {
        self.init(
            error.code, error.message,
            help: Self.help(error.code, error.message) ?? error.help
                ?? Self.commandLineHelp(error.code, error.message, loading: loading),
            excerpt: error.extent.map { Excerpt(text, marking: $0) },
            column: error.extent.map { Self.column(of: $0.lowerBound, in: text) })
    }

    /// Rules for which no examples can be looked for.
    init(_ failure: ExampleSearch.Failure) {
        switch failure {
        case .rule(let error, let text): self.init(error, in: text)
        case .ruleSet(let error): self.init(error.issues.first)
        }
    }

    /// An issue in a rule set.
    ///
    /// - Parameters:
    ///   - issue: The issue; without a place it is about the whole file.
    ///   - file: The lines of the file.
    ///   - loading: The option or command that loads a plugin, which may have an unknown rule.
    init(_ issue: RuleSetIssue, in file: FileLines, loading: String = "--plugin FILE") {
        let about = issue.field.map { "\(abbreviated($0)): " } ?? ""
        self.init(
            issue.code, about + issue.message, help: issue.shownHelp(loading: loading),
            location: issue.location,
            excerpt: issue.location.flatMap { file.excerpt(at: $0) })
    }

    /// Help that names the rule for a word of another tool.
    fileprivate static func help(_ code: String, _ message: String) -> String? {
        code == "rule.unknown" ? Synonym.help(forUnknownRule: message) : nil
    }

    /// Returns the help of the command line for an issue that has no help of its own.
    fileprivate static func commandLineHelp(
        _ code: String, _ message: String, loading: String
    ) -> String? {
        switch code {
        case "ruleSet.file": return "name a file that exists and may be read"
        case "rule.unknown":
            let parts = message.split(separator: "'", omittingEmptySubsequences: false)
            guard parts.count == 3, let dot = parts[1].firstIndex(of: ".") else { return nil }
            return "a plugin has this rule: load '\(parts[1][..<dot])' with \(loading)"
        default: return nil
        }
    }
}

extension RuleSetIssue {
    /// The help for the issue, which names the rule for a word of another tool.
    var ownHelp: String? { shownHelp(loading: "--plugin FILE") }

    /// Returns the same help for a place where plugins are loaded in another way.
    func shownHelp(loading: String) -> String? {
        Diagnostic.help(code, message) ?? help
            ?? Diagnostic.commandLineHelp(code, message, loading: loading)
    }
}
