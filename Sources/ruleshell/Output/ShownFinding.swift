// SPDX-License-Identifier: Apache-2.0
import Assay

/// A violation or a fault in the terms that every format shares.
struct ShownFinding {
    var pointer: String
    var field: String
    var rule: String
    var code: String
    var kind: FindingKind
    var message: String
    var parameters: [(name: String, value: Value)]
    /// `absent`: not shown.
    var value: Value
    var source: RecordSource?
    var ruleLocation: SourceLocation?

    init(_ finding: ReportedFinding) {
        switch finding {
        case .violation(let violation): self.init(violation)
        case .fault(let fault): self.init(fault)
        }
    }

    init(_ violation: Violation) {
        pointer = violation.pointer
        field = violation.field
        rule = violation.rule
        code = violation.code
        kind = violation.severity == .warning ? .warning : .error
        message = violation.message
        parameters = violation.parameters
        value = violation.value
        source = violation.source
        ruleLocation = violation.ruleLocation
    }

    init(_ fault: Fault) {
        pointer = fault.pointer
        field = fault.field
        rule = fault.rule
        code = fault.code
        kind = .fault
        message = fault.message
        parameters = []
        value = .absent
        source = fault.source
        ruleLocation = fault.ruleLocation
    }
}

/// How a finding counts; the raw value is what reports call it.
enum FindingKind: String {
    case error
    case warning
    case fault
}
