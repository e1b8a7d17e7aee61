// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// One JSON object a line.
struct NDJSONFormat: FindingFormat {
    let objects: JSONObjects

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        objects.append(finding, from: origin, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    func write(_ text: FindingText) -> WrittenText { objects.write(text) }

    var showsValues: Bool { true }
}

/// One JSON object with all findings and the summary, written as the findings come.
///
/// Every finding begins with the separator; the report leaves out that of the first.
struct JSONFormat: FindingFormat {
    private static let separator = ","

    let objects: JSONObjects

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(Self.separator)
        bytes.append(UInt8(ascii: "\n"))
        objects.append(finding, from: origin, to: &bytes)
    }

    func write(_ text: FindingText) -> WrittenText { objects.write(text) }

    var showsValues: Bool { true }

    static var report: ListReport {
        ListReport(head: "{\"violations\":[", separator: separator) { summary, _ in
            "\n],\"summary\":\(summary.summary.json)}\n"
        }
    }
}

/// A finding as a JSON object: what `ndjson` and `json` share.
struct JSONObjects {
    /// Whether the object begins with the input's name.
    let namesFile: Bool

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        if namesFile {
            bytes.append("\"file\":" as StaticString)
            bytes.append(contentsOf: origin.input.json)
            bytes.append(UInt8(ascii: ","))
        }
        if let source = finding.source {
            bytes.append("\"record\":" as StaticString)
            bytes.append(source.record)
            bytes.append(UInt8(ascii: ","))
        }
        bytes.append("\"pointer\":" as StaticString)
        JSONText.append(finding.pointer, to: &bytes)
        bytes.append(contentsOf: finding.written.after)
        if finding.value != .absent {
            bytes.append(",\"value\":" as StaticString)
            JSONText.append(finding.value, to: &bytes)
        }
        if let source = finding.source { append(source, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The members that findings of one rule and code have in common, which follow the pointer.
    func write(_ text: FindingText) -> WrittenText {
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
        bytes.append(source.byteOffset)
        bytes.append(",\"byteLength\":" as StaticString)
        bytes.append(source.byteLength)
        bytes.append(",\"line\":" as StaticString)
        bytes.append(source.line)
        bytes.append(",\"column\":" as StaticString)
        bytes.append(source.column)
        bytes.append(UInt8(ascii: "}"))
    }
}
