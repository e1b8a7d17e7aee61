// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Signs that may begin a command of a build system.
@Suite struct CommandSignTests {
    @Test(arguments: [
        ("", false), ("#", false), ("a#", false), ("#a#", false), ("a#b#c", false), ("##", true),
        ("a##", true), ("#a##vso[", true), ("a#b##", true), ("::", false),
    ])
    func twoSignsInARowAreFound(text: String, isFound: Bool) {
        var text = text
        #expect(text.withUTF8 { SafeText.mayHoldCommand($0) } == isFound)
    }

    @Test(arguments: ["", "plain", "é", "a:b"])
    func textsWithoutCommandsStayAsTheyAre(text: String) {
        #expect(SafeText.line(text) == text)
    }

    @Test(arguments: ["::error", "##[group]", "\u{1B}", "a\nb"])
    func othersDoNot(text: String) {
        #expect(SafeText.line(text) != text)
    }
}
