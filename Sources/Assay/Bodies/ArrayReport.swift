// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
@_spi(Engine) import AssayRecords

/// What is wrong with an array of records.
public struct ArrayReport: Sendable, Equatable {
    /// A report for each element of the array, in order.
    public var records: [ValidationReport]
    /// What is wrong with the document itself: it is no array, is beyond the limits, or is malformed
    /// between its elements.
    public var document: ValidationReport

    /// True when the document and all of its records are valid.
    public var isValid: Bool { document.isValid && records.allSatisfy(\.isValid) }

    init(unread document: ValidationReport) {
        records = []
        self.document = document
    }

    init(_ findings: BatchReport, of parsed: ParsedChunk) {
        records = findings.reports()
        document = ValidationReport()
        document.violations = parsed.inputViolations
    }
}
