// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// What all findings of one rule with one code have in common.
struct FindingText: Sendable {
    let field: String
    /// What people call the field, nil if it has no label.
    let label: String?
    let rule: String
    let code: String
    let kind: FindingKind
    let message: String
    /// The parameters as the JSON object of reports.
    let parametersJSON: [UInt8]
    let ruleLocation: FileLocation?
    /// Whether the message contains the value, and so differs between findings.
    let showsValue: Bool

    /// The message as terminals and logs show it, where isolates would be escapes.
    var line: String { message.withoutIsolates }

    init(_ finding: ReportedFinding) {
        switch finding {
        case .violation(let violation): self.init(violation)
        case .fault(let fault): self.init(fault)
        }
    }

    init(_ violation: Violation) {
        field = violation.field
        rule = violation.rule
        code = violation.code
        kind = violation.severity == .warning ? .warning : .error
        let messages = ShownMessages.current
        label = violation.label(in: messages?.language ?? "en")
        message = messages?.message(of: violation) ?? violation.message
        parametersJSON = Self.json(of: violation.parameters)
        ruleLocation = violation.ruleLocation
        showsValue = violation.showsValue(in: messages)
    }

    init(_ fault: Fault) {
        field = fault.field
        rule = fault.rule
        code = fault.code
        kind = .fault
        let messages = ShownMessages.current
        label = fault.label(in: messages?.language ?? "en")
        message = messages?.message(of: fault) ?? fault.message
        parametersJSON = Self.json(of: [])
        ruleLocation = fault.ruleLocation
        showsValue = false
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

/// A text as a format writes it around the pointer of each finding.
final class WrittenText: Sendable {
    let text: FindingText
    let before: [UInt8]
    let after: [UInt8]

    init(_ text: FindingText, before: [UInt8], after: [UInt8]) {
        self.text = text
        self.before = before
        self.after = after
    }
}
