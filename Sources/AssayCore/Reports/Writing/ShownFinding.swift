// SPDX-License-Identifier: Apache-2.0

/// A violation or a fault as writers show it.
package struct ShownFinding {
    package let written: WrittenText
    package let pointer: String
    /// `absent`: not shown.
    package let value: Value
    package let source: RecordSource?

    package var text: FindingText { written.text }
    package var field: String { text.field }
    package var rule: String { text.rule }
    package var code: String { text.code }
    package var kind: FindingKind { text.kind }
    package var message: String { text.message }
    package var line: String { text.line }

    /// A finding whose text is known.
    ///
    /// - Parameters:
    ///   - written: The text of its rule and code.
    ///   - index: Its place among the findings.
    ///   - findings: Those of a chunk.
    ///   - showsValue: Whether its value is shown.
    ///   - showsPlace: Whether its place in the input is shown, which takes a scan of the record.
    package init(
        _ written: WrittenText, at index: Int, in findings: BatchReport, showsValue: Bool,
        showsPlace: Bool = true
    ) {
        self.written = written
        pointer = findings.pointer(at: index)
        value = showsValue && !findings.isFault(at: index) ? findings.value(at: index) : .absent
        source = showsPlace ? findings.source(at: index) : nil
    }

    /// A finding with a text of its own.
    package init(_ finding: ReportedFinding, as written: WrittenText) {
        self.written = written
        switch finding {
        case .violation(let violation):
            pointer = violation.pointer
            value = violation.value
            source = violation.source
        case .fault(let fault):
            pointer = fault.pointer
            value = .absent
            source = fault.source
        }
    }
}

/// How a finding counts; the raw value is what reports call it.
package enum FindingKind: String, Sendable {
    case error
    case warning
    case fault
}
