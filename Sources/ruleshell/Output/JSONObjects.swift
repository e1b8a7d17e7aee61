// SPDX-License-Identifier: Apache-2.0
import Assay

/// A finding as a JSON object: what `ndjson` and `json` share.
struct JSONObjects {
    /// Whether the object begins with the input's name.
    let namesFile: Bool

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        if namesFile {
            text("\"file\":", origin.file, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        if let source = finding.source {
            bytes.append("\"record\":")
            bytes.append(source.record)
            bytes.append(UInt8(ascii: ","))
        }
        text("\"pointer\":", finding.pointer, to: &bytes)
        text(",\"field\":", finding.field, to: &bytes)
        text(",\"rule\":", finding.rule, to: &bytes)
        text(",\"code\":", finding.code, to: &bytes)
        text(",\"severity\":", finding.kind.rawValue, to: &bytes)
        text(",\"message\":", finding.message, to: &bytes)
        bytes.append(",\"parameters\":")
        bytes.append(contentsOf: finding.parametersJSON)
        if finding.value != .absent {
            bytes.append(",\"value\":")
            JSONText.append(finding.value, to: &bytes)
        }
        if let source = finding.source { append(source, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
    }

    private func text(_ name: StaticString, _ value: String, to bytes: inout [UInt8]) {
        bytes.append(name)
        JSONText.append(value, to: &bytes)
    }

    private func append(_ source: RecordSource, to bytes: inout [UInt8]) {
        bytes.append(",\"source\":{\"byteOffset\":")
        bytes.append(source.byteOffset)
        bytes.append(",\"byteLength\":")
        bytes.append(source.byteLength)
        bytes.append(",\"line\":")
        bytes.append(source.line)
        bytes.append(",\"column\":")
        bytes.append(source.column)
        bytes.append(UInt8(ascii: "}"))
    }
}
