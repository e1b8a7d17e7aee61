// SPDX-License-Identifier: Apache-2.0
import Assay

/// The lines of a small text file, for messages that show them.
struct FileLines {
    private let lines: [ArraySlice<UInt8>]

    /// The lines of a rule-set file; none if it cannot be read.
    init(path: String) {
        let bytes = (try? SmallFile.read(path, limit: RuleSetReader.maximumBytes)) ?? []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    }

    /// The line with a caret under the column; nil beyond the end of the file.
    func excerpt(at location: FileLocation) -> Excerpt? {
        excerpt(at: location, endColumn: location.column)
    }

    /// The line with carets under a stretch of it.
    ///
    /// - Parameters:
    ///   - location: Where the stretch begins.
    ///   - endColumn: The first column behind it; equal to the first one: one caret.
    /// - Returns: Nil beyond the end of the file.
    func excerpt(at location: FileLocation, endColumn: Int) -> Excerpt? {
        guard location.line >= 1, location.line <= lines.count else { return nil }
        var line = lines[location.line - 1]
        if line.last == 0x0D { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        let start = Self.offset(ofColumn: location.column, in: text)
        let end = Self.offset(ofColumn: max(location.column, endColumn), in: text)
        return Excerpt(text, marking: start..<end)
    }

    private static func offset(ofColumn column: Int, in text: String) -> Int {
        text.unicodeScalars.prefix(max(0, column - 1)).reduce(0) { $0 + UTF8.width($1) }
    }
}
