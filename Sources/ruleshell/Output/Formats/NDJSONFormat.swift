// SPDX-License-Identifier: Apache-2.0

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
