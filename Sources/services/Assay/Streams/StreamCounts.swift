// SPDX-License-Identifier: Apache-2.0
package import AssayRecords

/// The numbers of records, findings and bytes in a stream of records.
public struct StreamCounts: Sendable, Equatable {
    /// Records that were read, malformed ones included.
    public var records = 0
    /// Records with an error or a fault, the malformed ones included.
    public var invalid = 0
    /// Failed rules with severity `error`, malformed records included.
    public var violations = 0
    /// Failed rules with severity `warning`.
    public var warnings = 0
    /// Rules that could not decide.
    public var faults = 0
    /// Malformed records, and malformed text between records.
    public var malformed = 0
    /// Malformed texts outside of records, which `malformed` counts too.
    package var malformedTexts = 0
    /// Errors of no record: malformed texts, and those of a header.
    package var inputErrors = 0
    /// Bytes of the input that were read.
    public var bytes = 0
    /// Lines of CSV that are no records, and cells that may be read otherwise than they are meant.
    package var csv = CSVNotes()
    /// Findings of each rule, by its place in the plan's `rules`.
    package var findingsByRule: [Int]

    /// Lines of CSV before the header and at the end that were skipped.
    public var skippedLines: Int { csv.skippedLines + csv.lastLines }
    /// Lines of CSV that are comments.
    public var comments: Int { csv.comments }

    /// Records without an error or a fault.
    public var valid: Int { records - min(invalid, records) }

    @_spi(Engine) public init(ruleCount: Int = 0) {
        findingsByRule = Array(repeating: 0, count: ruleCount)
    }

    /// Adds the numbers of another part of the same input.
    public static func += (left: inout StreamCounts, right: StreamCounts) {
        left.records += right.records
        left.invalid += right.invalid
        left.violations += right.violations
        left.warnings += right.warnings
        left.faults += right.faults
        left.malformed += right.malformed
        left.malformedTexts += right.malformedTexts
        left.inputErrors += right.inputErrors
        left.bytes += right.bytes
        left.csv += right.csv
        let missing = max(0, right.findingsByRule.count - left.findingsByRule.count)
        left.findingsByRule += repeatElement(0, count: missing)
        for (rule, count) in right.findingsByRule.enumerated() where count > 0 {
            left.findingsByRule[rule] += count
        }
    }
}
