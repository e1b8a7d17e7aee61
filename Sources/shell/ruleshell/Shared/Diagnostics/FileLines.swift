// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The lines of a small text file, for messages that show them.
struct FileLines {
    private let source: SourceText

    /// The lines of a rule-set file; none if it cannot be read.
    init(path: String) {
        let bytes = RuleSetInput.bytesForMessages(path)
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        source = SourceText(
            file: path, bytes: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes)
    }

    /// Returns the line with a caret under the column, or `nil` beyond the end of the file.
    func excerpt(at location: FileLocation) -> Excerpt? {
        excerpt(at: location, endColumn: location.column)
    }

    /// The line with carets under a stretch of it.
    ///
    /// The cost does not grow with the length of the line.
    ///
    /// - Parameters:
    ///   - location: The place where the stretch begins.
    ///   - endColumn: The first column after it. If the stretch is empty, there is one caret.
    /// - Returns: `nil` beyond the end of the file.
    func excerpt(at location: FileLocation, endColumn: Int) -> Excerpt? {
        guard let line = source.bytes(ofLine: location.line) else { return nil }
        let start = offset(location, column: location.column, in: line)
        let end = offset(location, column: max(location.column, endColumn), in: line)
        return source.bytes.withUnsafeBufferPointer { bytes in
            Excerpt(
                MarkedLine(
                    bytes: UnsafeBufferPointer(rebasing: bytes[line]),
                    extent: start..<max(start, end), visible: 0..<line.count))
        }
    }

    /// Returns the first column after the word at a place, or after another character.
    ///
    /// At the end of a line, it is the column of the place itself.
    func endColumn(ofWordAt location: FileLocation) -> Int {
        guard let line = source.bytes(ofLine: location.line) else { return location.column }
        let bytes = source.bytes[line].dropFirst(
            offset(location, column: location.column, in: line))
        let isOfWord = { (byte: UInt8) in
            byte >= 0x80 || Unicode.Scalar(byte).properties.isAlphabetic
                || "0123456789_-.".utf8.contains(byte)
        }
        let word = bytes.prefix(while: isOfWord)
        let count = word.isEmpty ? min(1, bytes.count) : word.count { $0 & 0xC0 != 0x80 }
        return location.column + count
    }

    /// The byte of a column, counted from the start of the line.
    private func offset(_ location: FileLocation, column: Int, in line: Range<Int>) -> Int {
        let offset = source.offset(line: location.line, column: column)
        return min(max(offset, line.lowerBound), line.upperBound) - line.lowerBound
    }
}

extension RuleSetError {
    /// The issues of files as messages, and one for those that are only counted.
    func diagnostics(in files: [String]) -> [Diagnostic] {
        let lines = Dictionary(files.map { ($0, FileLines(path: $0)) }) { first, _ in first }
        return issues.map { issue in
            let file = issue.location?.file ?? files.last ?? ""
            return Diagnostic(issue, in: lines[file] ?? FileLines(path: file))
        } + omissionDiagnostic
    }

    /// A message with the number of issues that are not listed, or an empty array if all are.
    var omissionDiagnostic: [Diagnostic] {
        omission.map { [Diagnostic("ruleSet.tooManyIssues", $0)] } ?? []
    }
}
