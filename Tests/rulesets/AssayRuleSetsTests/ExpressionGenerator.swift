// SPDX-License-Identifier: Apache-2.0
import AssayCore
import TestRandomness

/// Random expressions from a seed, as the parser would give them.
struct ExpressionGenerator {
    private var random: SeededNumbers

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
    }

    mutating func number(below limit: Int) -> Int {
        Int(random.next() % UInt64(max(1, limit)))
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices[number(below: choices.count)]
    }

    mutating func expression(depth: Int) -> RuleExpression {
        let id = pick(["length", "acme.taxId", "not", "any_of", "x-y.z1"])
        let arguments = (0..<number(below: 4)).map { _ in
            RuleArgument(
                name: number(below: 3) == 0 ? pick(["min", "max", "a_b"]) : nil,
                argument(depth: depth))
        }
        return RuleExpression(id, arguments)
    }

    private mutating func argument(depth: Int) -> ArgumentValue {
        switch number(below: depth > 0 ? 8 : 5) {
        case 0: return .value(literal())
        case 1: return .range(lower: .integer(Int64(number(below: 9))), upper: upper())
        case 2: return .range(lower: nil, upper: bound())
        case 3: return pattern()
        case 4: return .word(pick(["a", "a.b", "a[*].b", "a[3]", "größe", "\"a.b\".c", "truer"]))
        case 5: return .list((0..<number(below: 3)).map { _ in argument(depth: depth - 1) })
        case 6: return .value(object(depth: depth - 1))
        default:
            let rule = expression(depth: depth - 1)
            return rule.arguments.isEmpty ? .word(rule.id) : .rule(rule)
        }
    }

    private mutating func upper() -> Value? {
        number(below: 2) == 0 ? nil : .integer(Int64(10 + number(below: 9)))
    }

    private mutating func bound() -> Value {
        number(below: 2) == 0 ? .string(text()) : numberLiteral()
    }

    private mutating func literal() -> Value {
        switch number(below: 4) {
        case 0: .bool(number(below: 2) == 0)
        case 1: .null
        case 2: .string(text())
        default: numberLiteral()
        }
    }

    private mutating func object(depth: Int) -> Value {
        var object = Value.Object()
        for _ in 0..<number(below: 4) { object[text()] = member(depth: depth) }
        return .object(object)
    }

    private mutating func member(depth: Int) -> Value {
        switch number(below: depth > 0 ? 4 : 2) {
        case 2: .array((0..<number(below: 3)).map { _ in member(depth: depth - 1) })
        case 3: object(depth: depth - 1)
        default: literal()
        }
    }

    private mutating func numberLiteral() -> Value {
        switch number(below: 4) {
        case 0: .integer(Int64(number(below: 1000)) - 500)
        case 1: .number(Double(number(below: 1000)) / 8)
        case 2: .unsignedInteger(UInt64.max - UInt64(number(below: 9)))
        default: .decimal("-12345678901234567890.\(number(below: 1000))5e-30")
        }
    }

    private mutating func text() -> String {
        let parts = ["a", "\"", "\\", "/", "\n", "\t", "\u{1}", "é", "😀", " # ", ": ", "[", "'"]
        return (0..<number(below: 6)).map { _ in pick(parts) }.joined()
    }

    private mutating func pattern() -> ArgumentValue {
        let parts = ["a", "/", "[b/]", #"\\"#, #"\d"#, "é", "\n", ")", ","]
        let source = (0..<number(below: 6)).map { _ in pick(parts) }.joined()
        return .pattern(source: source, flags: pick(["", "i", "imsx"]))
    }
}
