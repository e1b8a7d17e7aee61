// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ruleshell

/// Lines that end between words.
@Suite struct WrappedTextTests {
    @Test(arguments: [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two\n..three"),
        ("one two three", 7, "one two\n..three"),
        ("incomprehensibilities of one", 7, "incomprehensibilities\n..of\n..one"),
        ("", 1, ""),
        // The margin stays, and spaces in a row go where the line ends.
        ("  one two three", 9, "  one two\n..three"),
        ("one    two   three", 10, "one    two\n..three"),
        ("one  two", 4, "one\n..two"),
        // Colors take no cells.
        ("\u{1B}[31mone\u{1B}[0m two three", 7, "\u{1B}[31mone\u{1B}[0m two\n..three"),
        ("語語 語語 語", 9, "語語 語語\n..語"),
    ])
    func linesEndBetweenWords(line: String, columns: Int, expected: String) {
        #expect(WrappedText(columns: columns, indent: "..").text(line) == expected)
    }

    @Test func everyLineOfATextIsWrapped() {
        #expect(
            WrappedText(columns: 5, indent: " ").lines("a b c d\n\ne f g\n")
                == "a b c\n d\n\ne f g\n")
        #expect(WrappedText(columns: nil, indent: " ").lines("a b c d\n") == "a b c d\n")
    }
}
