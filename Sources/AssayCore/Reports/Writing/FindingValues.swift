// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Reads the values of findings for those who count values.
///
/// Made once for the findings of a batch; not to be used longer than the batch.
package struct FindingValues {
    /// A value.
    package enum Content {
        /// A text, borrowed from the batch.
        case text(UnsafeBufferPointer<UInt8>)
        /// Any other value, as JSON.
        case json(String)
    }

    private let findings: UnsafePointer<Finding>
    private let reader: FindingReader

    package init(_ report: BatchReport) {
        findings = report.findings
        reader = FindingReader(session: report.session, locates: false)
    }

    /// The value of a finding, and a hash by which it is told from others.
    ///
    /// - Parameters:
    ///   - index: The place of the finding.
    ///   - hash: Hashes the whole value.
    /// - Returns: Nil where there is no value, and for sensitive fields.
    package func value(at index: Int, hash: KeyedHash) -> (content: Content, key: UInt64)? {
        guard let value = reader.openValue(of: findings[index]) else { return nil }
        guard value.pointee.kind == ASSAY_STR else {
            var json: [UInt8] = []
            JSONText.append(value.pointee, to: &json)
            let key = json.withUnsafeBufferPointer { hash.bytes($0) }
            return (.json(String(decoding: json, as: UTF8.self)), key)
        }
        let text = UnsafeBufferPointer(start: value.pointee.as.ptr, count: Int(value.pointee.len))
        // The same bytes are another value where they are no text.
        return (.text(text), hash.word(hash.bytes(text), salt: 1))
    }
}

extension FindingReader {
    /// The value of a finding where it is in memory; nil where there is none and for sensitive fields.
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
