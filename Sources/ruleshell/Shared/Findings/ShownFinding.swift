// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A violation or a fault as all formats show it.
struct ShownFinding {
    let written: WrittenText
    let pointer: String
    /// `absent`: not shown.
    let value: Value
    let source: RecordSource?

    var text: FindingText { written.text }
    var field: String { text.field }
    var rule: String { text.rule }
    var code: String { text.code }
    var kind: FindingKind { text.kind }
    var message: String { text.message }
    var line: String { text.line }

    /// A finding whose text is known.
    ///
    /// - Parameters:
    ///   - written: The text of its rule and code.
    ///   - index: Its place among the findings.
    ///   - findings: Those of a chunk.
    ///   - showsValue: Whether its value is shown.
    init(
        _ written: WrittenText, at index: Int, in findings: BatchReport, showsValue: Bool
    ) {
        self.written = written
        pointer = findings.pointer(at: index)
        value = showsValue && !findings.isFault(at: index) ? findings.value(at: index) : .absent
        source = findings.source(at: index)
    }

    /// A finding with a text of its own.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - format: The format that writes it; nil if none does.
    init(_ finding: ReportedFinding, in format: (any FindingFormat)? = nil) {
        let text = FindingText(finding)
        written =
            format?.write(text) ?? WrittenText(text, before: [], after: [])
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

    /// The findings of a report, violations first.
    static func all(_ report: ValidationReport) -> [ShownFinding] {
        report.violations.map { ShownFinding(.violation($0)) }
            + report.faults.map { ShownFinding(.fault($0)) }
    }
}

/// How a finding counts; the raw value is what reports call it.
enum FindingKind: String, Sendable {
    case error
    case warning
    case fault
}
