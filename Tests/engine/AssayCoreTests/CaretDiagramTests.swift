// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct CaretDiagramTests {
    static let cases: [(String, Range<Int>, String)] = [
        ("length(3..20)", 8..<10, "length(3..20)\n        ^^"),
        ("abc", 3..<3, "abc\n   ^"),
        ("", 0..<0, "\n^"),
        ("abc", 90..<99, "abc\n   ^"),
        ("abc", -5 ..< -1, "abc\n^"),
        ("a\tb!", 3..<4, "a\tb!\n \t ^"),
        ("größe!", 7..<8, "größe!\n     ^"),
        ("日本!", 6..<7, "日本!\n    ^"),
        ("日本!", 3..<6, "日本!\n  ^^"),
        ("e\u{301}!", 3..<4, "e\u{301}!\n ^"),
        ("one\ntwo\nthree", 4..<20, "two\n^^^"),
        ("one\r\ntwo", 0..<1, "one\n^"),
    ]

    @Test(arguments: cases)
    func caretsAreUnderTheExtent(_ text: String, _ extent: Range<Int>, _ expected: String) {
        #expect(CaretDiagram(text, extent: extent).description == expected)
    }
}
