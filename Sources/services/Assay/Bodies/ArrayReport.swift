// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore
@_spi(Engine) import AssayRecords

/// The report of an array of records.
public struct ArrayReport: Sendable, Equatable {
    /// A report for each element of the array, in order.
    public var records: [ValidationReport]
    /// The report of the document itself.
    ///
    /// It has a violation if the document is no array, is beyond the limits, or is malformed
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
