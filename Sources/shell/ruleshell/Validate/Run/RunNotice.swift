// SPDX-License-Identifier: Apache-2.0
import Assay

/// A message about the run instead of a record: an input that cannot be read, too few records, a
/// field that no record has.
///
/// The message is also on standard error, which is not part of a report for machines.
struct RunNotice {
    /// `true` if a part of the input was not validated; otherwise the notice is a warning.
    let isError: Bool
    let code: String
    let message: String
    let help: String?
    /// The name of the input, or `nil` if the notice is about the whole run.
    var input: String?

    init(_ diagnostic: Diagnostic, isError: Bool, input: String? = nil) {
        self.isError = isError
        code = diagnostic.code
        message = diagnostic.message
        help = diagnostic.help
        self.input = input
    }

    /// The message on standard error.
    var shown: String {
        let diagnostic = Diagnostic(code, message, help: help)
        return isError ? diagnostic.shown : diagnostic.shownWarning
    }

    /// The message with its help.
    var text: String { message + (help.map { "; \($0)" } ?? "") }
    var severity: String { isError ? "error" : "warning" }
    /// The notice for a person to read, in one line.
    var line: String { "\(severity)[\(code)] \(text)" }
}

extension RunNotice {
    /// The notices of what plugins have changed in the process.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - plugins: The plugins that are loaded, with their versions.
    /// - Returns: The notices, none if nothing has changed.
    static func notices(
        of changes: ProcessSnapshot.Changes, by plugins: [String]
    ) -> [RunNotice] {
        let subject =
            plugins.count == 1
            ? "plugin \(plugins[0])" : "one of the plugins \(plugins.joined(separator: ", "))"
        let kinds = [
            (changes.descriptors, true, "a part of the input or of the outputs may be missing"),
            (changes.others, false, "the outputs cannot be trusted"),
        ]
        return kinds.filter { !$0.0.isEmpty }.map { changed, isError, effect in
            RunNotice(
                Diagnostic(
                    "plugin.process",
                    "\(subject) changed the process during the run: \(changed.joined(separator: ", ")); \(effect)",
                    help: "find the plugin with 'ruleshell plugin check', and run again without it"),
                isError: isError)
        }
    }
}

extension RunNotice {
    /// The notice for reports in JSON and for checkpoints.
    var value: Value {
        var members: [(key: String, value: Value)] = [
            ("severity", .string(severity)), ("code", .string(code)),
        ]
        if let input { members.append(("input", .string(input))) }
        members.append(("message", .string(message)))
        if let help { members.append(("help", .string(help))) }
        return .object(Value.Object(members))
    }

    /// Creates a notice from a checkpoint, or returns `nil` if the value is not a notice.
    init?(saved: Value) {
        guard case .string(let severity) = saved["severity"],
            case .string(let code) = saved["code"],
            case .string(let message) = saved["message"]
        else { return nil }
        isError = severity == "error"
        self.code = code
        self.message = message
        if case .string(let help) = saved["help"] { self.help = help } else { help = nil }
        if case .string(let input) = saved["input"] { self.input = input }
    }
}
