// SPDX-License-Identifier: Apache-2.0

/// One JSON object with all findings and the summary, written as the findings come.
///
/// Every finding begins with `separator`; the sink leaves out that of the first.
struct JSONFormat: FindingFormat {
    static let head = "{\"violations\":["
    static let separator = ","

    let objects: JSONObjects

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(Self.separator)
        bytes.append(UInt8(ascii: "\n"))
        objects.append(finding, from: origin, to: &bytes)
    }

    /// What ends the object.
    static func tail(summary: String) -> String {
        "\n],\"summary\":\(summary)}\n"
    }
}
