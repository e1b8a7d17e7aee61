// SPDX-License-Identifier: Apache-2.0
import Assay

/// A value in a line of text: as JSON, cut to what a reader takes in.
enum ShortValue {
    static let mostCells = 40

    /// The text if it has no more cells than are shown, else its beginning and `…`.
    static func cut(_ json: String) -> String {
        guard json.utf8.count > mostCells else { return json }
        var (cells, text) = (0, "")
        for character in json {
            let width = CaretDiagram.width(of: String(character))
            if cells + width >= mostCells {
                let isLast = text.utf8.count + character.utf8.count == json.utf8.count
                return isLast && cells + width == mostCells ? json : text + "…"
            }
            cells += width
            text.append(character)
        }
        return text
    }

    /// What follows the message of a finding: `: "Bo"`; empty where the finding has no value that may
    /// be shown, where the message shows it, and for what is wrong with the record: an unknown field can
    /// be a mistyped name of a sensitive one.
    static func after(_ finding: ShownFinding) -> String {
        isShown(after: finding) ? ": " + cut(finding.value.json) : ""
    }

    /// Appends what follows the message of a finding, as safe text.
    static func append(after finding: ShownFinding, to bytes: inout [UInt8]) {
        guard isShown(after: finding) else { return }
        guard let text = finding.plainText, isPlain(text.prefix(mostCells)) else {
            return SafeText.append(": " + cut(finding.value.json), to: &bytes)
        }
        bytes.append(": \"" as StaticString)
        // With its quotes a character is a cell.
        if text.count + 2 <= mostCells {
            bytes.append(contentsOf: text)
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes.append(contentsOf: text.prefix(mostCells - 2))
            bytes.append("…" as StaticString)
        }
    }

    private static func isShown(after finding: ShownFinding) -> Bool {
        finding.hasValue && !finding.text.showsValue && !finding.text.isAboutRecord
    }

    /// Whether ASCII characters are the same in JSON and in safe text.
    private static func isPlain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
                && $0 != UInt8(ascii: "#")
        }
    }
}
