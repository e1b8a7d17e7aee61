// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Commands of build systems, which no JSON has as they are.
@Suite struct BuildCommandTests {
    @Test(arguments: ["##[", "##vso[task.x]", "##TeamCity[", "##[error]"])
    func jsonEscapesThemWhereverTheyAre(_ text: String) throws {
        for before in ["", "a", "#", "##", "12345678", "123456789012345", "é"] {
            for after in ["", "z", "##[", "12345678"] {
                let value = Value.string(before + text + after)
                #expect(!value.json.contains(#/##[A-Za-z]*\[/#), "\(value.json)")
                #expect(value.json.contains(#"\u0023#"#))
                #expect(try JSONValueParser.parse(value.json) == value)
                let key = Value.object(Value.Object([(before + text + after, 1)]))
                #expect(!key.json.contains(#/##[A-Za-z]*\[/#), "\(key.json)")
                #expect(try JSONValueParser.parse(key.json) == key)
            }
        }
    }

    @Test(arguments: ["#", "##", "####", "## Title", "#[", "# #[", "##a b[", "##1[", "##ä[", "##["])
    func onlyCommandsBegin(_ text: String) {
        #expect(BuildCommand.begins(text.utf8) == (text == "##["))
        guard text != "##[" else { return }
        #expect(Value.string(text).json == "\"\(text)\"")
    }
}
