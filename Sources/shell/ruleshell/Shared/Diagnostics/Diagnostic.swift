// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A message on standard error; all have this form.
///
///     ruleshell: error[code] message
///     help: what to do
///
/// With a place in a file, the message begins with `file:line:column`, and the line follows with a
/// caret.
struct Diagnostic: Error {
    let code: String
    let message: String
    let help: String?
    let location: FileLocation?
    let excerpt: Excerpt?
    /// The column where the error begins in its line, in code points from 1.
    let column: Int?

    init(
        _ code: String, _ message: String, help: String? = nil, location: FileLocation? = nil,
        excerpt: Excerpt? = nil, column: Int? = nil
    ) {
        self.code = code
        self.message = FileName.shown(message)
        self.help = help.map { FileName.shown($0) }
        self.location = location
        self.excerpt = excerpt
        self.column = column
    }

    /// The same error in a line of a file; one that has a place keeps it.
    func at(line: Int, of file: String) -> Diagnostic {
        let place = location ?? FileLocation(file: file, line: line, column: column ?? 1)
        return Diagnostic(
            code, message, help: help, location: place, excerpt: excerpt, column: column)
    }

    /// The same error about a place of a file; one that has a place keeps it.
    func placed(at location: FileLocation) -> Diagnostic {
        Diagnostic(
            code, message, help: help, location: self.location ?? location, excerpt: excerpt,
            column: column)
    }

    /// The same error in a line with more code points before it.
    func shifted(by columns: Int) -> Diagnostic {
        Diagnostic(
            code, message, help: help, location: location, excerpt: excerpt,
            column: column.map { $0 + columns })
    }

    /// The whole message with its line feeds.
    var text: String { text(as: "error") }

    /// The message for standard error: on a terminal it has colors, and its lines end between
    /// words.
    var shown: String {
        text(as: "error", columns: Terminal.columnsForMessages, paint: Terminal.messagePaint)
    }

    /// The message as a warning, which does not end the command.
    var warning: String { text(as: "warning") }

    /// The warning for standard error, as `shown`.
    var shownWarning: String {
        text(as: "warning", columns: Terminal.columnsForMessages, paint: Terminal.messagePaint)
    }

    /// The message, or warning, for standard output.
    func listed(isError: Bool, paint: Paint) -> String {
        text(as: isError ? "error" : "warning", paint: paint)
    }

    /// The message at the prompt, which does not name ruleshell.
    func promptText(with paint: Paint, columns: Int? = nil) -> String {
        let place = location.map { SafeText.line("\($0.safe): ") } ?? ""
        let line =
            place + paint.bad("error[\(SafeText.line(code))]") + SafeText.line(" \(message)")
        return WrappedText(columns: columns, indent: "  ").text(line)
            + "\n" + rest(columns: columns, paint: .none, tone: .bad)
    }

    private func text(
        as severity: String, columns: Int? = nil, paint: Paint = .none
    ) -> String {
        let place = location.map { "\($0.safe)" } ?? "ruleshell"
        let kind = SafeText.line("\(severity)[\(code)]")
        let line = SafeText.line("\(place): \(severity)[\(code)] \(message)")
        let wrapped = WrappedText(columns: columns, indent: "  ").text(line)
        let tone: Paint.Tone = severity == "error" ? .bad : .doubtful
        let painted = paint.text(kind, in: tone)
        return wrapped.replacing(kind, with: painted, maxReplacements: 1) + "\n"
            + rest(columns: columns, paint: paint, tone: tone)
    }

    /// The line with the caret, and the help.
    private func rest(columns: Int?, paint: Paint, tone: Paint.Tone) -> String {
        var text = ""
        if let excerpt {
            let shown = columns.map { excerpt.fitted(to: $0 - 2) } ?? excerpt
            text += "  \(shown.line)\n  \(shown.carets(in: tone, of: paint))\n"
        }
        if let help {
            let word = "help:"
            let lines = Self.indented(help, columns: columns)
            text += paint.strong(word) + lines.dropFirst(word.count)
        }
        return text
    }

    /// Returns `help:` and the text, whose further lines are indented by as much, so that carets
    /// stay under the characters that they point at.
    private static func indented(_ help: String, columns: Int?) -> String {
        guard help.contains("\n") else {
            let wrapped = WrappedText(columns: columns, indent: "      ")
            return wrapped.text("help: \(SafeText.line(help))") + "\n"
        }
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        return "help: " + lines.map { SafeText.aligned(String($0)) }.joined(separator: "\n      ")
            + "\n"
    }
}

extension FileLocation {
    /// The place with a file name that does not begin like a command of a build system.
    fileprivate var safe: FileLocation {
        FileLocation(file: SafeText.path(file), line: line, column: column)
    }
}
