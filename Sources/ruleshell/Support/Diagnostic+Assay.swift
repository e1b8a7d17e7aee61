// SPDX-License-Identifier: Apache-2.0
import Assay

extension Diagnostic {
    init(_ error: PluginError) {
        self.init(
            "plugin.\(error.stage.rawValue)",
            "cannot load plugin '\(error.path)': found \(error.found), expected \(error.expected)",
            help: error.remedy)
    }

    init(_ error: InputError) {
        switch error {
        case .unreadable(let name, let reason):
            self.init(
                "input.unreadable", "cannot read '\(name)': \(reason)",
                help: "name a file that exists and may be read, or - for standard input")
        case .isDirectory(let name):
            self.init(
                "input.isDirectory", "cannot read '\(name)': it is a directory",
                help: "name a file, or - for standard input")
        case .badHeader(let name, let line, let reason):
            self.init(
                "input.header", "cannot read '\(name)' as CSV: line \(line), the header: \(reason)",
                help:
                    "a CSV input begins with the names of its columns; --input-format names another format"
            )
        case .badCompression(let name, let format, let reason):
            self.init(
                "input.compression", "cannot read '\(name)' as \(format): \(reason)",
                help: "what stands before it is judged; --compression says how inputs are packed")
        case .badPosition(let name): self = .changed("'\(name)' has no such place any more")
        case .outOfMemory:
            self.init("input.memory", "there is not enough memory", help: "use fewer threads: -j 1")
        case .badDelimiter:
            self.init(
                "usage", error.description, help: "such as --delimiter ';' or --delimiter tab")
        }
    }

    /// A mistake in an expression that was given as an argument.
    init(_ error: ExpressionError, in text: String) {
        self.init(
            error.code, error.message, help: error.help,
            excerpt: Excerpt(text, marking: error.extent),
            column: Self.column(of: error.extent.lowerBound, in: text))
    }

    /// Code points before a byte of the text, and one.
    private static func column(of offset: Int, in text: String) -> Int {
        String(decoding: text.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
    }

    /// A rule of an expression that was given as an argument.
    init(_ error: RuleError, in text: String) {
        self.init(
            error.code, error.message, help: error.help,
            excerpt: error.extent.map { Excerpt(text, marking: $0) },
            column: error.extent.map { Self.column(of: $0.lowerBound, in: text) })
    }

    /// A mistake in a rule set.
    ///
    /// - Parameters:
    ///   - issue: The mistake; without a place it is about the whole file.
    ///   - file: The lines of the file.
    init(_ issue: RuleSetIssue, in file: FileLines) {
        let about = issue.field.map { "\(abbreviated($0)): " } ?? ""
        self.init(
            issue.code, about + issue.message, help: issue.help, location: issue.location,
            excerpt: issue.location.flatMap { file.excerpt(at: $0) })
    }
}
