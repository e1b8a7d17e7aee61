// SPDX-License-Identifier: Apache-2.0
import AssayJSONRuleSets

/// Bounds how much YAML aliases can multiply a file before anything expands them.
///
/// With `a` anchors and `n` aliases no node can be reached on more than (n/a)^a ways. The count
/// includes bytes that only look like an anchor or an alias, which errs on the safe side.
struct AliasBudget {
    static let maximumGrowth = 10_000.0
    private(set) var anchors = 0
    private(set) var aliases = 0

    init(of bytes: [UInt8]) {
        var previous = UInt8(ascii: "\n")
        for (index, byte) in bytes.enumerated() {
            defer { previous = byte }
            guard byte == UInt8(ascii: "&") || byte == UInt8(ascii: "*"),
                Self.mayPrecede(byte: previous), index + 1 < bytes.count,
                Self.beginsName(byte: bytes[index + 1])
            else { continue }
            if byte == UInt8(ascii: "&") { anchors += 1 } else { aliases += 1 }
        }
    }

    /// An upper bound for the ways to reach a node.
    var growth: Double {
        guard anchors > 0, aliases > 0 else { return 1 }
        let levels = min(Double(anchors), max(1, Double(aliases) / 2.718281828))
        var growth = 1.0
        var left = levels
        while left > 0, growth <= Self.maximumGrowth {
            growth *= max(1, Double(aliases) / levels)
            left -= 1
        }
        return growth
    }

    var isExceeded: Bool { growth > Self.maximumGrowth }

    private static func mayPrecede(byte: UInt8) -> Bool {
        byte <= 0x20 || byte >= 0x80 || "[]{},:-?!\"'".utf8.contains(byte)
    }

    private static func beginsName(byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
    }
}
