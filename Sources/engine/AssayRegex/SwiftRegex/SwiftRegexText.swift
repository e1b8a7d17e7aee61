// SPDX-License-Identifier: Apache-2.0

/// Writes a tree in the syntax of Swift's `Regex`: every code point by its number, every class as its
/// ranges, so that no option of `Regex` changes what the text means.
struct SwiftRegexText {
    private(set) var text = ""

    init(_ node: PatternNode) {
        write(node)
    }

    private mutating func write(_ node: PatternNode) {
        switch node {
        case .set(let set): write(set)
        case .sequence(let parts): for part in parts { write(part) }
        case .choice(let parts):
            text += "(?:"
            for (index, part) in parts.enumerated() {
                if index > 0 { text += "|" }
                write(part)
            }
            text += ")"
        case .repetition(let part, let least, let most, let mode):
            write(part, within: "(?:")
            text += most.map { "{\(least),\($0)}" } ?? "{\(least),}"
            text += mode == .lazy ? "?" : mode == .possessive ? "+" : ""
        case .capture(let part, _): write(part, within: "(")
        case .atomic(let part): write(part, within: "(?>")
        case .lookahead(let part, let isNegated): write(part, within: isNegated ? "(?!" : "(?=")
        case .reference(let number): text += "(?:\\\(number))"
        // Only at the subject's start are lines left; see `PatternStart`.
        case .subjectStart, .lineStart: text += "\\A"
        case .subjectEnd: text += "\\z"
        // None is left; see `WordBoundaries`.
        case .wordBoundary: break
        }
    }

    private mutating func write(_ node: PatternNode, within opening: String) {
        text += opening
        write(node)
        text += ")"
    }

    private mutating func write(_ set: PatternClass) {
        if set.properties.isEmpty {
            let ranges = set.bounds.ranges
            if ranges.isEmpty { return text += "(?!)" }
            if ranges.count == 1, ranges[0].count == 1 {
                return text += Self.escape(ranges[0].lowerBound)
            }
        }
        let ranges = set.properties.isEmpty ? set.bounds.ranges : set.set.ranges
        text += set.isNegated && !set.properties.isEmpty ? "[^" : "["
        for range in ranges { write(range) }
        for property in set.properties {
            text += "\\\(property.isNegated ? "P" : "p"){\(property.name)}"
        }
        text += "]"
    }

    /// Surrogates are no code points of a text.
    private mutating func write(_ range: ClosedRange<UInt32>) {
        for part in [0...0xD7FF, 0xE000...0x10_FFFF] as [ClosedRange<UInt32>]
        where range.overlaps(part) {
            let range = range.clamped(to: part)
            text += Self.escape(range.lowerBound)
            if range.count > 1 { text += "-" + Self.escape(range.upperBound) }
        }
    }

    private static func escape(_ value: UInt32) -> String {
        "\\u{\(String(value, radix: 16))}"
    }
}
