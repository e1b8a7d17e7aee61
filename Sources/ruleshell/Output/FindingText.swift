// SPDX-License-Identifier: Apache-2.0
import Assay

/// What all findings of one rule with one code say alike.
struct FindingText: Sendable {
    let field: String
    let rule: String
    let code: String
    let kind: FindingKind
    let message: String
    /// The parameters as the JSON object of reports.
    let parametersJSON: [UInt8]
    let ruleLocation: FileLocation?
    /// The message names the value: another finding has another one.
    let showsValue: Bool

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
        message = violation.message
        parametersJSON = Self.json(violation.parameters)
        ruleLocation = violation.ruleLocation
        showsValue = violation.messageShowsValue
    }

    init(_ fault: Fault) {
        field = fault.field
        rule = fault.rule
        code = fault.code
        kind = .fault
        message = fault.message
        parametersJSON = Self.json([])
        ruleLocation = fault.ruleLocation
        showsValue = false
    }

    private static func json(_ parameters: [(name: String, value: Value)]) -> [UInt8] {
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
    let behind: [UInt8]

    init(_ text: FindingText, before: [UInt8], behind: [UInt8]) {
        self.text = text
        self.before = before
        self.behind = behind
    }
}

/// The texts of an input's findings, each written once where nothing but rule and code decides
/// about it.
final class FindingTexts: Sendable {
    /// By the slots of the layout; nil: not known yet, or another one for each finding.
    typealias BySlot = [WrittenText?]

    private let known: Locked<BySlot>

    init(_ layout: FindingLayout) {
        known = Locked(Array(repeating: nil, count: layout.slots.count))
    }

    /// What is known so far.
    var all: BySlot { known.withLock { $0 } }

    /// Adds what a chunk has found out.
    func add(_ texts: BySlot) {
        known.withLock { known in
            for (slot, text) in texts.enumerated() where known[slot] == nil { known[slot] = text }
        }
    }
}
