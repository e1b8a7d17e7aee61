// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Numbers as in JSON (RFC 8259 section 6). Every digit is kept.
extension ExpressionScanner {
    /// True when a number comes next, or a sign or a point as if of one.
    var isNumberNext: Bool {
        guard let byte = next else { return false }
        if byte.isDigit { return true }
        let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        return isSign || (byte == UInt8(ascii: ".") && peek(distance: 1)?.isDigit == true)
    }

    mutating func number() throws(ExpressionError) -> Value {
        let start = position
        let syntax: NumberSyntax
        do throws(NumberSyntax.Defect) {
            syntax = try NumberSyntax(bytes.span, from: start)
        } catch {
            throw numberError(error, from: start)
        }
        position = syntax.end
        if let byte = next, byte.continuesWord {
            let dash = position
            while let byte = next, byte.continuesWord { position += 1 }
            throw badNumber(from: start, help: helpForText(from: start, dash: dash))
        }
        return Value(number: text(in: start..<position), syntax)
    }

    private mutating func numberError(
        _ defect: NumberSyntax.Defect, from start: Int
    ) -> ExpressionError {
        switch defect {
        case .noDigit(let offset):
            position = offset
            switch next {
            case UInt8(ascii: "+"):
                return expected("a value", help: "write a positive number without '+'")
            case UInt8(ascii: ".") where position == start:
                return expected("a value", help: "write a digit before the decimal point: 0.5")
            default: return expected("a digit", help: nil)
            }
        case .leadingZero:
            if let whole = try? NumberSyntax(bytes.span, from: start, isLenient: true) {
                position = whole.end
            }
            while let byte = next, byte.continuesWord { position += 1 }
            return badNumber(
                from: start, help: "write a number without leading zeros, or a text in quotes")
        }
    }

    /// `1-5` is a range elsewhere.
    private func helpForText(from start: Int, dash: Int) -> String {
        let end = text(in: dash..<position).dropFirst()
        guard bytes[dash] == UInt8(ascii: "-"), !end.isEmpty, end.utf8.allSatisfy(\.isDigit) else {
            return "write a text in double quotes"
        }
        let whole = text(in: start..<position)
        return "write \(text(in: start..<dash))...\(end) for a range, or \"\(whole)\" for a text"
    }

    private func badNumber(from start: Int, help: String) -> ExpressionError {
        ExpressionError(
            "expression.number", "'\(abbreviated(text(in: start..<position)))' is not a number",
            help: help,
            extent: start..<position)
    }
}
