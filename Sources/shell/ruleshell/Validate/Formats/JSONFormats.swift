// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// One JSON object a line.
struct NDJSONFormat: FindingFormat {
    let objects: JSONObjects

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        objects.append(finding, from: origin, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        objects.write(text)
    }

    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8]) {
        objects.appendHead(of: written, pointer: pointer, to: &bytes)
    }

    var showsValues: Bool { true }
}

/// One JSON object with all findings and the summary, written as the findings come.
///
/// Every finding begins with the separator, which the report removes from the first one.
struct JSONFormat: FindingFormat {
    private static let separator = ","

    let objects: JSONObjects

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(Self.separator)
        bytes.append(UInt8(ascii: "\n"))
        objects.append(finding, from: origin, to: &bytes)
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        objects.write(text)
    }

    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8]) {
        objects.appendHead(of: written, pointer: pointer, to: &bytes)
    }

    var showsValues: Bool { true }

    static var report: ListReport {
        ListReport(head: "{\"violations\":[", separator: separator) { summary, _ in
            let notices = Value.array(summary.notices.map(\.value))
            return "\n]" + (summary.notices.isEmpty ? "" : ",\"notices\":\(notices.json)")
                + ",\"summary\":\(summary.summary.json)}\n"
        }
    }
}

extension JSONObjects {
    fileprivate func append(
        _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
    ) {
        guard !origin.isOfDataSet else {
            return JSONObjects(namesInput: false).append(finding, to: &bytes)
        }
        append(finding, input: origin.input.json, to: &bytes)
    }
}
