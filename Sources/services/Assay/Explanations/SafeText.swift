// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem

/// Text of the input in output for people: it cannot break a line, control a terminal, hide or
/// reorder the text around it, or give a command to a build system.
///
/// Such systems read commands from lines that begin with `::`, and from `##[`, `##vso[` and
/// `##teamcity[` anywhere in a line.
package enum SafeText {
    /// Appends a text on one line: disruptive characters are written as in JSON, `\n` and `\u001b`.
    ///
    /// - Parameters:
    ///   - text: Of any origin.
    ///   - bytes: What is written.
    ///   - isLogged: The text can get into a log that commands are read from; else what looks like
    ///     one is left.
    package static func append(_ text: String, to bytes: inout [UInt8], isLogged: Bool = true) {
        var text = text
        text.withUTF8 { source in
            if isPlain(source) {
                bytes.append(contentsOf: source)
            } else {
                escape(source, isLogged: isLogged, to: &bytes)
            }
        }
    }

    /// The text on one line.
    package static func line(_ text: String, isLogged: Bool = true) -> String {
        var same = text
        if same.withUTF8({ isPlain($0) }) { return text }
        var bytes: [UInt8] = []
        append(text, to: &bytes, isLogged: isLogged)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text on one line with one character for each of its own, as lines with carets under them
    /// need it: white space is a space, what a terminal would obey is a replacement character.
    package static func aligned(_ text: String) -> String {
        var aligned = String.UnicodeScalarView()
        let source = text.unicodeScalars[...]
        for index in source.indices {
            let scalar = source[index]
            let isReplaced = isUnsafe(scalar) || beginsCommand(source[index...], isAtStart: false)
            let isSpace = scalar == "\t" || scalar == "\n" || scalar == "\r"
            aligned.append(isSpace ? " " : isReplaced ? "\u{FFFD}" : scalar)
        }
        return String(aligned)
    }

    /// The name of a file such that no line that begins with it begins like a command: what starts
    /// with colons or signs is named from the current folder.
    ///
    /// A byte that is not part of UTF-8 is `\xE9`.
    package static func path(_ name: String) -> String {
        let name = FileName.shown(name)
        let start = name.unicodeScalars.drop { $0.properties.isWhitespace }
        let isCommand =
            start.starts(with: "::".unicodeScalars)
            || start.starts(with: "##".unicodeScalars)
        return isCommand ? "./" + name : name
    }

    /// Returns `true` if a text is certainly written unchanged.
    private static func isPlain(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = source.first else { return true }
        return first != UInt8(ascii: ":") && first != UInt8(ascii: " ")
            && source.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    }

    private static func escape(
        _ source: UnsafeBufferPointer<UInt8>, isLogged: Bool, to bytes: inout [UInt8]
    ) {
        let text = String(decoding: source, as: UTF8.self).unicodeScalars
        var isAtStart = true
        for index in text.indices {
            let scalar = text[index]
            switch scalar {
            case "\n": bytes.append(contentsOf: #"\n"#.utf8)
            case "\r": bytes.append(contentsOf: #"\r"#.utf8)
            case "\t": bytes.append(contentsOf: #"\t"#.utf8)
            default:
                let isCommand = isLogged && beginsCommand(text[index...], isAtStart: isAtStart)
                if isCommand || isUnsafe(scalar) {
                    DisruptiveScalar.appendEscape(of: scalar, to: &bytes)
                } else {
                    bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
                }
            }
            isAtStart = isAtStart && scalar.properties.isWhitespace
        }
    }

    /// Returns `true` if a text begins with a command.
    ///
    /// A command is `::` at the start of a line, and `##[` or `##name[` anywhere.
    package static func beginsCommand(
        _ text: Substring.UnicodeScalarView, isAtStart: Bool
    ) -> Bool {
        switch text.first {
        case ":": return isAtStart && text.starts(with: "::".unicodeScalars)
        case "#": return BuildCommand.begins(Substring(text).utf8)
        default: return false
        }
    }

    /// Returns `true` if a text has two `#` in a row, so that a command may begin in it.
    package static func mayHoldCommand(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = text.baseAddress else { return false }
        var index = 0
        while let sign = ByteSearch.firstIndex(
            of: UInt8(ascii: "#"), in: start + index, count: text.count - index)
        {
            index += sign + 1
            if index < text.count, text[index] == UInt8(ascii: "#") { return true }
        }
        return false
    }

    /// Returns `true` if a character cannot be written unchanged.
    package static func isUnsafe(_ scalar: UnicodeScalar) -> Bool {
        DisruptiveScalar.contains(scalar)
    }
}
