// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Strings that a rule may get although no one meant to send them: all are valid UTF-8.
enum HostileTexts {
    static let all: [String] = short + [String(repeating: "a", count: 1 << 20), longScalars]

    static let short: [String] =
        [
            "", "\0", "a\0b", "\0\0\0\0", "%s%n", "%p%x%d%1000000s", "\n", "\r\n", "\u{7F}",
            "\u{1B}[31m",
            "../../etc/passwd", "'; DROP TABLE a; --", "<script>", "\\", "\"",
        ] + unicode + lengths

    /// First and last scalar of each length, what looks like surrogates and marks, what combines
    /// and what turns.
    private static let unicode: [String] = [
        "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{D7FF}\u{E000}",
        "\u{FEFF}a", "\u{FFFD}", "\u{FFFE}", "e\u{301}", "\u{301}",
        "a" + String(repeating: "\u{301}", count: 1000), "\u{202E}abc\u{202C}", "\u{2066}\u{2069}",
        "\u{200B}\u{200D}\u{00AD}", "👨‍👩‍👧‍👦", "🇩🇪🇪", "👍🏽", "ﷺ", "İıſK", "ßẞ", "１２３", "٣", "ａ",
        "한글", "\u{1100}\u{1161}", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙",
    ]

    /// Around the sizes of buffers and registers.
    private static let lengths: [String] = [
        7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 255, 256, 257, 1023, 1024, 4095, 4096,
        65_536,
    ]
    .map { String(repeating: "9", count: $0) }

    private static let longScalars = String(repeating: "𝄞", count: 1 << 18)

    /// The texts as values: alone, as elements, and as keys and members.
    static let values: [Value] =
        all.map(Value.string) + short.map { .array([.string($0), .string($0)]) }
        + short.map { .object(Value.Object([($0, .string($0))])) }
}
