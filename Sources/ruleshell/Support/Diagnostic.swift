// SPDX-License-Identifier: Apache-2.0
import Assay

/// One message on standard error, in the one form that all of them have.
///
///     ruleshell: error[code] message
///     help: what to do
///
/// With a place in a file, `file:line:column` stands instead of `ruleshell` and the line follows
/// with a caret.
struct Diagnostic: Error {
    let code: String
    let message: String
    let help: String?
    let location: FileLocation?
    let excerpt: Excerpt?

    init(
        _ code: String, _ message: String, help: String? = nil, location: FileLocation? = nil,
        excerpt: Excerpt? = nil
    ) {
        self.code = code
        self.message = message
        self.help = help
        self.location = location
        self.excerpt = excerpt
    }

    /// The whole message with its line feeds.
    var text: String { text(as: "error") }

    /// The message of what does not end the command.
    var warning: String { text(as: "warning") }

    private func text(as severity: String) -> String {
        let place = location.map { "\($0)" } ?? "ruleshell"
        var text = SafeText.line("\(place): \(severity)[\(code)] \(message)") + "\n"
        if let excerpt { text += excerpt.indented }
        if let help { text += Self.indented(help) }
        return text
    }

    /// `help:` and the text, whose further lines stand below its first.
    private static func indented(_ help: String) -> String {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        return "help: " + lines.map { SafeText.line(String($0)) }.joined(separator: "\n      ")
            + "\n"
    }
}
