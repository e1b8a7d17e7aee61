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
    /// The parameters as the JSON object of reports.
    var parametersJSON: [UInt8]
    /// `absent`: not shown.
    var value: Value
    var source: RecordSource?
    var ruleLocation: FileLocation?

    init(_ violation: Violation, _ text: FindingText) {
        pointer = violation.pointer
        field = violation.field
        rule = violation.rule
        code = violation.code
        kind = violation.severity == .warning ? .warning : .error
        message = text.message
        parametersJSON = text.parametersJSON
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
        parametersJSON = FindingText.noParameters
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
