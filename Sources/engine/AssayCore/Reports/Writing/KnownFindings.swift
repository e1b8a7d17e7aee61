// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Reads findings of a batch whose texts are known: what differs between them.
///
/// Made once for all of them; not to be used longer than the batch.
package struct KnownFindings {
    private let findings: UnsafePointer<Finding>
    private let reader: FindingReader
    private let showsValues: Bool

    /// - Parameters:
    ///   - report: The findings of a batch.
    ///   - showsValues: `true` if values are shown.
    package init(_ report: BatchReport, showsValues: Bool) {
        findings = report.findings
        reader = FindingReader(session: report.session, locates: true)
        self.showsValues = showsValues
    }

    /// A finding of a rule, with its place, which takes a scan of the record.
    ///
    /// - Parameters:
    ///   - index: Its place among the findings; it has no arguments of its own.
    ///   - written: The text of its rule and code.
    /// - Returns: The finding, as long as the batch is there.
    package func finding(at index: Int, as written: WrittenText) -> ShownFinding {
        reader.shown(findings[index], as: written, showsValue: showsValues)
    }
}

extension FindingReader {
    fileprivate func shown(
        _ finding: Finding, as written: WrittenText, showsValue: Bool
    ) -> ShownFinding {
        withRule(of: finding) { validator, _ in
            let value = recordValue(of: validator, finding)
            let isHidden =
                !showsValue || validator.isSensitive || Verdict(bits: finding.verdict).isUndecided
            return ShownFinding(
                written,
                pointer: written.pointer == nil
                    ? pointer(of: validator, row: row(of: finding)) : nil,
                value: isHidden ? .none : Self.shown(value),
                source: source(of: value, finding, validator))
        }
    }

    @inline(__always)
    private static func shown(_ value: UnsafePointer<assay_value>?) -> ShownFinding.ShownValue {
        guard let value, value.pointee.kind != ASSAY_ABSENT else { return .none }
        return .borrowed(value)
    }
}
