// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Numbers as in JSON (RFC 8259 section 6). Every digit is kept.
extension ExpressionScanner {
    /// True when a number, or what someone took for one, comes next.
    var isNumberNext: Bool {
        guard let byte = next else { return false }
        if byte.isDigit { return true }
        let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        return isSign || (byte == UInt8(ascii: ".") && peek(1)?.isDigit == true)
    }

    mutating func number() throws(ExpressionError) -> Value {
        let start = position
        _ = take("-")
        try digits(of: start)
        if next == UInt8(ascii: "."), peek(1) != UInt8(ascii: ".") {
            position += 1
            try digits(of: start)
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits(of: start)
        }
        if let byte = next, byte.continuesWord {
            while let byte = next, byte.continuesWord { position += 1 }
            throw badNumber(start, help: "a text stands in double quotes")
        }
        do throws(JSONError) {
            return try JSONValueParser.parse(text(start..<position))
        } catch {
            throw badNumber(start, help: "a number has no leading zeros; a text stands in quotes")
        }
    }

    private mutating func digits(of start: Int) throws(ExpressionError) {
        guard next?.isDigit == true else {
            switch next {
            case UInt8(ascii: "+"):
                throw expected("a value", help: "a positive number is written without '+'")
            case UInt8(ascii: ".") where position == start:
                throw expected("a value", help: "a digit stands before the decimal point: 0.5")
            default: throw expected("a digit", help: nil)
            }
        }
        while next?.isDigit == true { position += 1 }
    }

    private func badNumber(_ start: Int, help: String) -> ExpressionError {
        ExpressionError(
            "expression.number", "'\(abbreviated(text(start..<position)))' is not a number",
            help: help,
            extent: start..<position)
    }
}
