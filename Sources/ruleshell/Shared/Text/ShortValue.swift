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
        guard finding.value != .absent, !finding.text.showsValue,
            !RecordIssue.allCodes.contains(finding.code)
        else { return "" }
        return ": " + cut(finding.value.json)
    }
}
