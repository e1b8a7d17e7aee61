// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Patterns: `/source/flags`.
///
/// The first slash without a backslash ends the source, inside a character class too; `\/` is a
/// slash. Every other backslash stays as it is. Flags are letters; the rule decides which it takes.
extension ExpressionScanner {
    /// Reads the pattern whose opening slash comes next.
    mutating func pattern() throws(ExpressionError) -> ArgumentValue {
        let start = position
        position += 1
        var source: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "/") {
            position += 1
            if byte == UInt8(ascii: "\\"), let escaped = next {
                if escaped != UInt8(ascii: "/") { source.append(byte) }
                source.append(escaped)
                position += 1
            } else {
                source.append(byte)
            }
        }
        guard take("/") else {
            throw ExpressionError(
                "expression.unterminatedPattern", "the pattern has no closing '/'",
                extent: start..<bytes.count)
        }
        let flags = flags()
        try checkEndOfPattern()
        return .pattern(source: String(decoding: source, as: UTF8.self), flags: flags)
    }

    private mutating func flags() -> String {
        let start = position
        while let byte = next, byte.isLetter { position += 1 }
        return text(in: start..<position)
    }

    /// Checks what follows: after an unescaped slash inside the pattern it is not the end.
    private func checkEndOfPattern() throws(ExpressionError) {
        switch next {
        case nil, UInt8(ascii: ","), closing, 0x20, 0x09, 0x0A, 0x0D: return
        default:
            throw expected(
                "',' or '\(UnicodeScalar(closing))' after the pattern",
                help: "write a slash inside a pattern as \\/")
        }
    }
}
