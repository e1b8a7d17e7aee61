// SPDX-License-Identifier: Apache-2.0
import Assay

/// What a run says of itself rather than of a record: an input that cannot be read, a field that no record has.
///
/// It is on standard error too, which a report for machines does not have.
struct RunNotice {
    /// Not a warning: a part of what was to be validated was not.
    let isError: Bool
    let code: String
    let message: String
    let help: String?
    /// Nil: all inputs.
    var input: String?

    init(_ diagnostic: Diagnostic, isError: Bool, input: String? = nil) {
        self.isError = isError
        code = diagnostic.code
        message = diagnostic.message
        help = diagnostic.help
        self.input = input
    }

    /// The message with its help.
    var text: String { message + (help.map { "; \($0)" } ?? "") }
    var severity: String { isError ? "error" : "warning" }
    /// For people, in one line.
    var line: String { "\(severity)[\(code)] \(text)" }
}

extension RunNotice {
    /// For the reports in JSON.
    var value: Value {
        var members: [(key: String, value: Value)] = [
            ("severity", .string(severity)), ("code", .string(code)),
        ]
        if let input { members.append(("input", .string(input))) }
        members.append(("message", .string(message)))
        if let help { members.append(("help", .string(help))) }
        return .object(Value.Object(members))
    }

    /// For checkpoints; nil for another value.
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
