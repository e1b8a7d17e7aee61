// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// The beginning of a value as JSON.
@Suite struct JSONBeginningTests {
    @Test(arguments: [
        ("", 4, "\"\"", true), ("abcd", 4, "\"abcd\"", true), ("abcde", 4, "\"abcd", false),
        ("a\"b\\c", 3, "\"a\\\"b", false), ("äöü", 4, "\"äö", false), ("äöü", 5, "\"äö", false),
        ("äöü", 6, "\"äöü\"", true), ("a€", 3, "\"a", false), ("😀b", 3, "\"", false),
        ("a\u{301}b", 2, "\"a", false), ("a\nb", 0, "\"", false),
    ])
    func textIsCutBetweenCharactersInUTF8(text: String, limit: Int, json: String, isWhole: Bool) {
        let beginning = JSONBeginning(.string(text), limit: limit)
        #expect(beginning.text == json && beginning.isWhole == isWhole)
    }

    @Test(arguments: [Value.null, 123_456, 1.5, [1, 2, "abcdef"], ["key": "abcdef"]])
    func otherValuesAreWhole(value: Value) {
        let beginning = JSONBeginning(value, limit: 1)
        #expect(beginning.text == value.json && beginning.isWhole)
    }
}
