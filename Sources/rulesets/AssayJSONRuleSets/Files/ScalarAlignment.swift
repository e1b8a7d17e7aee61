// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Finds the place in the file of each byte of a scalar's text.
///
/// It walks text and file side by side: an escape and a doubled quote are one character, and white
/// space with a line break in it is the white space that the text has there.
struct ScalarAlignment {
    private let source: SourceText
    private let style: DocumentNode.Style
    private var position: Int
    private var line: Int
    private var column: Int
    private var runs: [ExpressionSource.Run] = []
    /// White space up to here has no line break: it is scanned once, however long it is.
    private var spaceEnd = 0

    init(of node: DocumentNode, in source: SourceText) {
        self.source = source
        style = node.style
        line = node.line
        column = node.column
        position = source.offset(line: node.line, column: node.column)
    }

    mutating func align(_ text: String) -> ExpressionSource {
        skipOpening()
        var offset = 0
        var isFolding = false
        for scalar in text.unicodeScalars {
            let isSpace =
                scalar.isASCII
                ? scalar == " " || (0x09...0x0D).contains(scalar.value)
                : scalar.properties.isWhitespace
            if !isFolding, skipLineBreak() { isFolding = true }
            record(offset: offset)
            if !(isFolding && isSpace) {
                isFolding = false
                skipCharacter()
            }
            offset += UTF8.width(scalar)
        }
        record(offset: offset)
        return ExpressionSource(file: source.file, runs: runs)
    }

    private var next: UInt8? { position < source.bytes.count ? source.bytes[position] : nil }

    /// The current place for a byte of the text, as a new run unless it continues the last one.
    private mutating func record(offset: Int) {
        if let last = runs.last, last.line == line, column - last.column == offset - last.offset {
            return
        }
        runs.append(ExpressionSource.Run(offset: offset, line: line, column: column))
    }

    /// The quote, or the header line of a block scalar.
    private mutating func skipOpening() {
        switch style {
        case .singleQuoted, .doubleQuoted: advance()
        case .block:
            while let byte = next, byte != 0x0A, byte != 0x0D { advance() }
            _ = skipLineBreak()
        case .plain, .collection: break
        }
    }

    /// Skips white space that holds a line break; false, with nothing skipped, if it holds none.
    private mutating func skipLineBreak() -> Bool {
        guard position >= spaceEnd else { return false }
        let start = (position, line, column)
        var sawBreak = false
        while let byte = next {
            let isContinuation =
                style == .doubleQuoted && byte == UInt8(ascii: "\\") && isBreak(at: position + 1)
            guard isContinuation || byte == 0x20 || byte == 0x09 || isBreak(at: position) else {
                break
            }
            if isBreak(at: position) { sawBreak = true }
            advance()
        }
        if !sawBreak {
            spaceEnd = position
            (position, line, column) = start
        }
        return sawBreak
    }

    private func isBreak(at index: Int) -> Bool {
        index < source.bytes.count && (source.bytes[index] == 0x0A || source.bytes[index] == 0x0D)
    }

    /// One character of the text: an escape, a doubled quote or a character.
    private mutating func skipCharacter() {
        var count = 1
        switch (style, next) {
        case (.doubleQuoted, UInt8(ascii: "\\")): count = escapeLength
        case (.singleQuoted, UInt8(ascii: "'")): count = 2
        default: break
        }
        for _ in 0..<count { advance() }
    }

    private var escapeLength: Int {
        let escaped = position + 1 < source.bytes.count ? source.bytes[position + 1] : 0
        return switch escaped {
        case UInt8(ascii: "x"): 4
        case UInt8(ascii: "u"): isHighSurrogate ? 12 : 6
        case UInt8(ascii: "U"): 10
        default: 2
        }
    }

    /// True at the first escape of a pair, which JSON has for one character.
    private var isHighSurrogate: Bool {
        guard position + 4 <= source.bytes.count else { return false }
        return UInt8(ascii: "d") == source.bytes[position + 2] | 0x20
            && "89abAB".utf8.contains(source.bytes[position + 3])
    }

    private mutating func advance() {
        guard let byte = next else { return }
        position += 1
        while let byte = next, byte & 0xC0 == 0x80 { position += 1 }
        if byte == 0x0D, next == 0x0A { position += 1 }
        if byte == 0x0A || byte == 0x0D {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}
