// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Writes a finding as a JSON object, the form of every report.
package struct JSONObjects: Sendable {
    /// Whether the object begins with the input's name.
    package let namesInput: Bool

    /// - Parameter namesInput: Whether the object begins with the input's name.
    package init(namesInput: Bool) { self.namesInput = namesInput }

    /// Appends a finding.
    ///
    /// - Parameters:
    ///   - finding: What `write` has written before.
    ///   - input: The name of the input as JSON.
    ///   - bytes: The text so far.
    package func append(_ finding: ShownFinding, input: [UInt8] = [], to bytes: inout [UInt8]) {
        open(record: finding.source?.record, input: input, to: &bytes)
        JSONText.append(finding.pointer, to: &bytes)
        bytes.append(contentsOf: finding.written.after)
        if finding.hasValue {
            bytes.append(",\"value\":" as StaticString)
            finding.appendValue(to: &bytes)
        }
        close(finding.source, to: &bytes)
    }

    /// Appends a finding that is kept in parts.
    package func append(
        _ finding: KeptFinding, input: [UInt8] = [], to bytes: inout [UInt8]
    ) {
        open(record: finding.record, input: input, to: &bytes)
        JSONText.append(utf8: finding.pointer, to: &bytes)
        bytes.append(contentsOf: finding.written.after)
        if finding.value.kind != ASSAY_ABSENT {
            bytes.append(",\"value\":" as StaticString)
            finding.appendValue(to: &bytes)
        }
        close(finding.source, to: &bytes)
    }

    private func open(record: Int?, input: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        if namesInput {
            bytes.append("\"file\":" as StaticString)
            bytes.append(contentsOf: input)
            bytes.append(UInt8(ascii: ","))
        }
        if let record {
            bytes.append("\"record\":" as StaticString)
            bytes.append(decimal: record)
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append("\"pointer\":" as StaticString)
    }

    private func close(_ source: RecordSource?, to bytes: inout [UInt8]) {
        if let source { append(source, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The members that findings of one rule and code have in common, which follow the pointer.
    package func write(_ text: FindingText) -> WrittenText {
        var bytes: [UInt8] = []
        let members: [(StaticString, String)] = [
            (",\"field\":", text.field), (",\"rule\":", text.rule), (",\"code\":", text.code),
            (",\"severity\":", text.kind.rawValue), (",\"message\":", text.message),
        ]
        for (name, value) in members {
            bytes.append(name)
            JSONText.append(value, to: &bytes)
        }
        bytes.append(",\"parameters\":" as StaticString)
        bytes.append(contentsOf: text.parametersJSON)
        return WrittenText(text, before: [], after: bytes)
    }

    private func append(_ source: RecordSource, to bytes: inout [UInt8]) {
        bytes.append(",\"source\":{\"byteOffset\":" as StaticString)
        bytes.append(decimal: source.byteOffset)
        bytes.append(",\"byteLength\":" as StaticString)
        bytes.append(decimal: source.byteLength)
        bytes.append(",\"line\":" as StaticString)
        bytes.append(decimal: source.line)
        bytes.append(",\"column\":" as StaticString)
        bytes.append(decimal: source.column)
        bytes.append(UInt8(ascii: "}"))
    }
}
