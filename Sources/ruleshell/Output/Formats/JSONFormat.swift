// SPDX-License-Identifier: Apache-2.0

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
