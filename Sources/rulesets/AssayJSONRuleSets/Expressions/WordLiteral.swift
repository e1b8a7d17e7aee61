// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Bare words: rule ids, names of arguments, choices and field paths.
extension ExpressionScanner {
    /// Reads keys with dots between them and `[*]` or `[3]` after them: `items[*].price`.
    mutating func word() throws(ExpressionError) -> String {
        let start = position
        plainKey()
        try restOfPath()
        return text(in: start..<position)
    }

    /// Reads what follows the first key of a path.
    mutating func restOfPath() throws(ExpressionError) {
        while true {
            if next == UInt8(ascii: "["), continuesPath {
                try bracket()
            } else if next == UInt8(ascii: "."), peek(distance: 1) != UInt8(ascii: ".") {
                position += 1
                try key()
            } else {
                return
            }
        }
    }

    /// True when a path continues here: `.key` or `[`, but not the dots of a range.
    var continuesPath: Bool {
        next == UInt8(ascii: "[")
            || (next == UInt8(ascii: ".") && peek(distance: 1) != UInt8(ascii: "."))
    }

    private mutating func plainKey() {
        while let byte = next, byte.continuesWord { position += 1 }
    }

    private mutating func key() throws(ExpressionError) {
        if next == UInt8(ascii: "\"") {
            _ = try string()
        } else if next?.continuesWord == true {
            plainKey()
        } else {
            throw expected("a name after the '.'")
        }
    }

    private mutating func bracket() throws(ExpressionError) {
        position += 1
        if !take("*") {
            guard next?.isDigit == true else { throw expected("'*' or an index") }
            while next?.isDigit == true { position += 1 }
        }
        guard take("]") else { throw expected("']'") }
    }
}
