// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayHummingbird

/// The outcome of a body with any number of records.
struct StreamOutcome: Sendable {
    var counts = StreamCounts()
    /// Findings by code.
    var codes: [String: Int] = [:]
    /// Warnings about the body as a whole, in the language of the client.
    var notices: [Value] = []
    /// The reason the body could not be read to its end, or `nil`.
    var error: StreamError?
    /// `true` if a part of the body was not validated.
    var isCut = false
    /// `true` if the records were validated as parts of whole ones.
    var isPartial = false

    /// The result in a word, for the summary and the trailer.
    var result: String { error == nil ? counts.result.rawValue : "incomplete" }

    /// Writes the member `summary` of an answer.
    ///
    /// - Parameter sent: The status of the answer if it was sent before the outcome was known, or
    ///   `nil` if it says what the outcome is.
    /// - Returns: The name and the value of the member.
    private func summary(sent: Int?) -> String {
        var members: [(key: String, value: Value)] = [
            ("records", .integer(Int64(counts.records))),
            ("invalid", .integer(Int64(counts.invalid))),
            ("violations", .integer(Int64(counts.violations))),
            ("warnings", .integer(Int64(counts.warnings))),
            ("faults", .integer(Int64(counts.faults))),
            ("malformed", .integer(Int64(counts.malformed))), ("result", .string(result)),
        ]
        for (name, count) in [
            ("skippedLines", counts.skippedLines), ("comments", counts.comments),
        ] where count > 0 {
            members.append((name, .integer(Int64(count))))
        }
        if isPartial { members.append(("partial", true)) }
        if let sent { members.append(("statusSentBefore", .integer(Int64(sent)))) }
        if !notices.isEmpty { members.append(("notices", .array(notices))) }
        return "\"summary\":" + Value.object(Value.Object(members)).json
    }

    /// The end of an answer: its last line, or what follows the reports of a document.
    func end(in form: AnswerForm, sent: Int? = nil) -> String {
        let error =
            error.map {
                ",\"error\":\(Value.string($0.detail).json),\"code\":\(Value.string($0.code).json)"
            } ?? ""
        let members = summary(sent: sent) + error
        return form == .json ? "],\(members)}" : "{\(members)}\n"
    }

    mutating func addCodes(of report: ValidationReport) {
        for violation in report.violations { codes[violation.code, default: 0] += 1 }
        for fault in report.faults + report.pending { codes[fault.code, default: 0] += 1 }
    }
}

extension StreamCounts {
    /// The numbers of one record.
    init(_ report: ValidationReport) {
        self.init()
        records = 1
        invalid = report.isValid ? 0 : 1
        violations = report.violations.count { $0.severity == .error }
        warnings = report.violations.count - violations
        faults = report.faults.count + report.pending.count
        malformed = report.isMalformed ? 1 : 0
    }
}
