// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Writes a finding as a JSON object, the form of every report.
package struct JSONObjects: Sendable {
    /// `true` if the object begins with the input's name.
    package let namesInput: Bool

    /// - Parameter namesInput: `true` to begin the object with the input's name.
    package init(namesInput: Bool) { self.namesInput = namesInput }

    /// Appends a finding.
    ///
    /// - Parameters:
    ///   - finding: What `write` has written before.
    ///   - input: The name of the input as JSON.
    ///   - bytes: The text so far.
    package func append(_ finding: ShownFinding, input: [UInt8] = [], to bytes: inout [UInt8]) {
        open(record: finding.source?.record, input: input, to: &bytes)
        let head = finding.head
        if head.isEmpty {
            appendHead(of: finding.written, pointer: finding.pointer, to: &bytes)
        } else {
            bytes.append(contentsOf: head)
        }
        if finding.hasValue {
            bytes.append(",\"value\":" as StaticString)
            finding.appendValue(to: &bytes)
        }
        close(finding.source, to: &bytes)
    }

    /// Appends the part of a finding that its text and its pointer decide.
    package func appendHead(
        of written: WrittenText, pointer: String, to bytes: inout [UInt8]
    ) {
        bytes.append("\"pointer\":" as StaticString)
        JSONText.append(pointer, to: &bytes)
        bytes.append(contentsOf: written.after)
    }

    /// Appends a finding that is kept in parts.
    package func append(
        _ finding: KeptFinding, input: [UInt8] = [], to bytes: inout [UInt8]
    ) {
        open(record: finding.record, input: input, to: &bytes)
        bytes.append("\"pointer\":" as StaticString)
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
        guard let record else { return }
        bytes.append(atMost: 40) { line in
            line.append("\"record\":")
            line.append(decimal: record)
            line.append(",")
        }
    }

    private func close(_ source: RecordSource?, to bytes: inout [UInt8]) {
        guard let source, source.hasLine else { return bytes.append(UInt8(ascii: "}")) }
        guard source.hasColumn else {
            bytes.append(",\"source\":{\"line\":\(source.line)}}")
            return
        }
        bytes.append(atMost: 160) { line in
            line.append(",\"source\":{\"byteOffset\":")
            line.append(decimal: source.byteOffset)
            line.append(",\"byteLength\":")
            line.append(decimal: source.byteLength)
            line.append(",\"line\":")
            line.append(decimal: source.line)
            line.append(",\"column\":")
            line.append(decimal: source.column)
            line.append("}}")
        }
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
}
