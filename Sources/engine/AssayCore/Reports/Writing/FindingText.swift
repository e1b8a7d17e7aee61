// SPDX-License-Identifier: Apache-2.0

/// The text that all findings of one rule with one code share.
package struct FindingText: Sendable {
    package let field: String
    /// The label of the field, or `nil` if it has none.
    package let label: String?
    package let rule: String
    package let code: String
    package let kind: FindingKind
    package private(set) var message: String
    /// The parameters as the JSON object of reports.
    package private(set) var parametersJSON: [UInt8]
    package let ruleLocation: FileLocation?
    /// `true` if the message contains the value, and so differs between findings.
    package let showsValue: Bool
    /// `true` if the findings are about the record itself, and not about a value.
    package let isAboutRecord: Bool

    /// The message as terminals and logs show it, where isolates would be escapes.
    package var line: String { message.withoutIsolates }

    /// The text of a finding.
    ///
    /// - Parameters:
    ///   - finding: One of the findings with the text.
    ///   - messages: Replaces the rules' own messages; `nil` keeps them.
    package init(_ finding: ReportedFinding, in messages: MessageCatalogue?) {
        switch finding {
        case .violation(let violation): self.init(violation, in: messages)
        case .fault(let fault): self.init(fault, in: messages)
        }
    }

    private init(_ violation: Violation, in messages: MessageCatalogue?) {
        field = violation.field
        rule = violation.rule
        code = violation.code
        isAboutRecord = RecordIssue.allCodes.contains(violation.code)
        kind = violation.severity == .warning ? .warning : .error
        label = violation.label(in: messages?.language ?? "en")
        message = messages?.message(of: violation) ?? violation.message
        parametersJSON = Self.json(of: violation.parameters)
        ruleLocation = violation.ruleLocation
        showsValue = violation.showsValue(in: messages)
    }

    private init(_ fault: Fault, in messages: MessageCatalogue?) {
        field = fault.field
        rule = fault.rule
        code = fault.code
        isAboutRecord = RecordIssue.allCodes.contains(fault.code)
        kind = .fault
        label = fault.label(in: messages?.language ?? "en")
        message = messages?.message(of: fault) ?? fault.message
        parametersJSON = Self.json(of: [])
        ruleLocation = fault.ruleLocation
        showsValue = false
    }

    /// The text of a finding of the same rule and code with a message of its own.
    package func with(message: String, parametersJSON: [UInt8]) -> FindingText {
        var text = self
        text.message = message
        text.parametersJSON = parametersJSON
        return text
    }

    private static func json(of parameters: [MessageParameter]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(parameter.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            JSONText.append(parameter.value, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
