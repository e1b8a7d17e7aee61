// SPDX-License-Identifier: Apache-2.0
import TestRandomness

/// JSON texts of records whose keys, numbers and texts are at the edges: repeated keys, empty ones,
/// those that look alike, escapes, numbers that no machine type holds.
struct RandomRecords {
    private var random: SeededNumbers

    static let composed = "\u{E9}"
    static let decomposed = "e\u{301}"

    /// As they are written: two of them are the same key.
    private static let keys = [
        #""""#, "\"\(composed)\"", "\"\(decomposed)\"", #""\u00e9""#, #""e\u0301""#, #""a""#,
        #""n""#,
        #""o""#, #""l""#, #""a/b~""#, #""\u0061""#, #""unknown""#, "\"\(decomposed)\(composed)\"",
    ]

    private static let leaves = [
        "0", "-0", "-0.0", "1", "1.0", "1e0", "1E+2", "0.1", "0.10", "100", "-1", "5e-324",
        "1e-400",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e308", "1e309",
        "123456789012345678901234567890", "0.1000000000000000055511151231257827", "true", "false",
        "null", #""""#, #""a""#, #""ab""#, "\"\(composed)\"", "\"\(decomposed)\"", #""\u00e9""#,
        #""\ud83d\ude00""#, #""\n\t\"\\\/""#, #""{[""#, #"" ""#,
    ]

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
    }

    mutating func record() -> String { object(depth: 0) }

    /// Any value that begins with no dash.
    mutating func value() -> String {
        while true {
            let text = value(depth: 0)
            if !text.hasPrefix("-") { return text }
        }
    }

    private mutating func object(depth: Int) -> String {
        let members = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            "\(pick(Self.keys)):\(value(depth: depth + 1))"
        }
        return "{" + members.joined(separator: pick([",", " , "])) + "}"
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1 where depth < 4: return object(depth: depth)
        case 2 where depth < 4:
            let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                value(depth: depth + 1)
            }
            return "[" + elements.joined(separator: ",") + "]"
        default: return pick(Self.leaves)
        }
    }

    private mutating func pick(_ elements: [String]) -> String {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
