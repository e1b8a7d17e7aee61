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
            excerpt: Excerpt(text, marking: error.extent))
    }

    /// A rule of an expression that was given as an argument.
    init(_ error: RuleError, in text: String) {
        self.init(
            error.code, error.message, help: error.help,
            excerpt: error.extent.map { Excerpt(text, marking: $0) })
    }

    /// A mistake in a rule set.
    ///
    /// - Parameters:
    ///   - issue: The mistake; without a place it is about the whole file.
    ///   - file: The lines of the file.
    init(_ issue: RuleSetIssue, in file: FileLines) {
        let about = issue.field.map { "\($0): " } ?? ""
        self.init(
            issue.code, about + issue.message, help: issue.help, location: issue.location,
            excerpt: issue.location.flatMap { file.excerpt(at: $0) })
    }
}
