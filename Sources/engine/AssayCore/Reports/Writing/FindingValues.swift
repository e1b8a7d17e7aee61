// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// The values of findings, for callers that count values.
///
/// Made once for the findings of a batch; not to be used longer than the batch.
package struct FindingValues {
    /// A value.
    package enum Content {
        /// A text, borrowed from the batch.
        case text(UnsafeBufferPointer<UInt8>)
        /// Any other value: its JSON was appended.
        case json
    }

    /// The value of each finding, or `nil` if there is none or the field is sensitive.
    private let values: [UnsafePointer<assay_value>?]

    package init(_ report: BatchReport) {
        let reader = FindingReader(session: report.session, locates: false)
        values = (0..<report.count).map { reader.openValue(of: report.findings[$0]) }
        // Texts are far apart in memory: the processor fetches several at once.
        for case let value? in values { assay_fetch_text(value) }
    }

    /// The value of a finding, and a hash that tells it from other values.
    ///
    /// - Parameters:
    ///   - index: The place of the finding.
    ///   - hash: Hashes the whole value.
    ///   - bytes: Gets the JSON of a value that is not a text.
    /// - Returns: `nil` if there is no value or the field is sensitive.
    package func value(
        at index: Int, hash: KeyedHash, json bytes: inout [UInt8]
    ) -> (content: Content, key: UInt64)? {
        guard let value = values[index] else { return nil }
        guard value.pointee.kind == ASSAY_STR else {
            let start = bytes.count
            JSONText.append(value.pointee, to: &bytes)
            let key = bytes.withUnsafeBufferPointer {
                hash.bytes(UnsafeBufferPointer(rebasing: $0[start...]))
            }
            return (.json, key)
        }
        let text = UnsafeBufferPointer(start: value.pointee.as.ptr, count: Int(value.pointee.len))
        // The same bytes are another value where they are no text.
        return (.text(text), hash.word(hash.bytes(text), salt: 1))
    }
}

extension FindingReader {
    /// The value of a finding in the batch's memory, or `nil` if there is none or the field is
    /// sensitive.
    fileprivate func openValue(of finding: Finding) -> UnsafePointer<assay_value>? {
        guard finding.validator != Finding.recordValidator else { return nil }
        return withRule(of: finding) { validator, _ in
            guard !validator.isSensitive, let value = recordValue(of: validator, finding),
                value.pointee.kind != ASSAY_ABSENT
            else { return nil }
            return value
        }
    }
}
