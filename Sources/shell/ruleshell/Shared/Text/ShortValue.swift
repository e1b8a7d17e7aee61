// SPDX-License-Identifier: Apache-2.0
import Assay

/// A value in a line of text: as JSON, cut to what a reader takes in.
enum ShortValue {
    static let mostCells = 40

    /// The number of bytes that nearly always have as many cells as are shown.
    private static let enoughBytes = 192

    /// The text if it has no more cells than are shown, else its beginning and `…`.
    static func cut(_ json: String, to cells: Int = mostCells) -> String {
        guard json.utf8.count > cells else { return json }
        return beginning(of: json, cells: cells, isWhole: true) ?? json
    }

    /// The value of a finding, of which no more is read than is shown.
    private static func cut(_ finding: ShownFinding) -> String {
        var bytes: [UInt8] = []
        let isWhole = finding.appendJSON(limit: enoughBytes, to: &bytes)
        let json = String(decoding: bytes, as: UTF8.self)
        if isWhole { return cut(json) }
        return beginning(of: json, cells: mostCells, isWhole: false) ?? cut(finding.value.json)
    }

    /// Returns the beginning of a text with `…`, or `nil` if all of it fits, whole or not.
    private static func beginning(of json: String, cells: Int, isWhole: Bool) -> String? {
        var json = json
        let plain = json.withUTF8 { PlainCells($0).end(of: cells, isWhole: isWhole) }
        switch plain {
        case .some(let end?): return String(decoding: json.utf8.prefix(end), as: UTF8.self) + "…"
        case .some(nil): return nil
        case nil: return beginning(ofCharacters: json, cells: cells, isWhole: isWhole)
        }
    }

    /// The same for a text of characters that are more than a code point.
    private static func beginning(
        ofCharacters json: String, cells: Int, isWhole: Bool
    ) -> String? {
        var (taken, text) = (0, "")
        for character in json {
            let width = CaretDiagram.width(of: String(character))
            let isLast = text.utf8.count + character.utf8.count == json.utf8.count
            // What follows a text that is not whole may belong to its last character.
            if isLast, !isWhole { return nil }
            if taken + width >= cells {
                return isLast && taken + width == cells ? nil : text + "…"
            }
            taken += width
            text.append(character)
        }
        return nil
    }

    /// Returns the text after the message of a finding, such as `: "Bo"`.
    ///
    /// It is empty if the finding has no value that may be shown, if the message shows the value,
    /// and for a finding about the record: an unknown field can be a mistyped name of a sensitive
    /// one.
    static func after(_ finding: ShownFinding) -> String {
        finding.leavesValue ? ": " + cut(finding) : ""
    }

    /// Appends what follows the message of a finding, as safe text.
    static func append(after finding: ShownFinding, to bytes: inout [UInt8]) {
        guard finding.leavesValue else { return }
        let start = bytes.count
        bytes.append(": " as StaticString)
        let isWhole = finding.appendJSON(limit: enoughBytes, to: &bytes)
        if !cut(&bytes, from: start + 2, isWhole: isWhole) {
            bytes.removeLast(bytes.count - start - 2)
            // JSON has escaped what disturbs a line.
            bytes.append(cut(finding))
        }
    }

    /// Cuts the JSON at the end of a text that is made of plain characters.
    ///
    /// - Returns: `false` if it is something else, or has to be read on.
    private static func cut(_ bytes: inout [UInt8], from start: Int, isWhole: Bool) -> Bool {
        let end: Int?? = bytes.withUnsafeBufferPointer {
            let json = UnsafeBufferPointer(rebasing: $0[start...])
            return isWhole && json.count <= mostCells
                ? .some(nil) : PlainCells(json).end(of: mostCells, isWhole: isWhole)
        }
        guard let end else { return false }
        guard let end else { return isWhole }
        bytes.removeLast(bytes.count - start - end)
        bytes.append("…" as StaticString)
        return true
    }
}
