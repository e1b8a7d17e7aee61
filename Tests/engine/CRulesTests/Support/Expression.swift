// SPDX-License-Identifier: Apache-2.0
import Testing

/// The part of the rule expression language that examples of the rules in C use: a rule's id, and
/// arguments by position or name that are words, numbers, strings or lists.
struct Expression {
    indirect enum Argument: Equatable {
        case word(String)
        case integer(Int64)
        case string(String)
        case list([Argument])
    }

    var rule = ""
    /// The name is nil for an argument by position.
    var arguments: [(name: String?, value: Argument)] = []

    init(_ text: String) throws {
        var rest = Substring(text)
        rule = Self.takeWord(&rest)
        guard rest.first == "(" else { return }
        repeat {
            rest.removeFirst()
            arguments.append(try Self.takeArgument(&rest))
        } while rest.first == ","
        try #require(rest == ")", "\(text) does not end after its arguments")
    }

    private static func skipSpaces(_ rest: inout Substring) {
        rest = rest.drop { $0 == " " }
    }

    private static func takeWord(_ rest: inout Substring) -> String {
        skipSpaces(&rest)
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private static func takeArgument(_ rest: inout Substring) throws -> (String?, Argument) {
        let before = rest
        let name = takeWord(&rest)
        if rest.first == "=" {
            rest.removeFirst()
            return (name, try takeValue(&rest))
        }
        rest = before
        return (nil, try takeValue(&rest))
    }

    private static func takeValue(_ rest: inout Substring) throws -> Argument {
        skipSpaces(&rest)
        if rest.first == "\"" {
            let string = rest.dropFirst().prefix { $0 != "\"" }
            rest = rest.dropFirst(string.count + 2)
            return .string(String(string))
        }
        if rest.first == "[" {
            var items: [Argument] = []
            repeat {
                rest.removeFirst()
                if rest.first != "]" { items.append(try takeValue(&rest)) }
            } while rest.first == ","
            try #require(rest.first == "]")
            rest.removeFirst()
            return .list(items)
        }
        let word = takeWord(&rest)
        try #require(!word.isEmpty, "there is no value before \(rest)")
        return Int64(word).map { .integer($0) } ?? .word(word)
    }
}
