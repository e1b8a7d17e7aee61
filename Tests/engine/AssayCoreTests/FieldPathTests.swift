// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct FieldPathTests {
    @Test(arguments: [
        "a", "address.zip", "items[*].price", "rows[*][*]", "list[0].x", "\"a.b\".c",
        "\"say \\\"hi\\\"\"", "größe", "a-b c",
    ])
    func aPathIsPrintedAsItIsWritten(text: String) throws {
        let path = try FieldPath(text)
        #expect(path.description == text)
        #expect(try FieldPath(path.description) == path)
    }

    @Test(arguments: [
        ("", "'' is not a field path: expected a key at byte 0"),
        (".a", "'.a' is not a field path: expected a key at byte 0"),
        ("a.", "'a.' is not a field path: expected a key at byte 2"),
        ("a[", "'a[' is not a field path: expected ']' at byte 2"),
        ("a[x]", "'a[x]' is not a field path: expected '*' or an index at byte 2"),
        ("a[-1]", "'a[-1]' is not a field path: expected '*' or an index at byte 2"),
        (
            "a]",
            "'a]' is not a field path: expected a key, in double quotes if it holds ']' at byte 1"
        ),
        ("a[0]b", "'a[0]b' is not a field path: expected '.', '[' or the end at byte 4"),
        ("\"a", "'\"a' is not a field path: expected a closing '\"' at byte 2"),
        (
            "\"\\x\"",
            "'\"\\x\"' is not a field path: expected '\"' or '\\' after the backslash at byte 2"
        ),
        (
            "a[99999999999999999999]",
            "'a[99999999999999999999]' is not a field path: expected '*' or an index at byte 2"
        ),
    ])
    func textThatIsNoPathSaysWhereAndWhatWasExpected(text: String, message: String) {
        let error = #expect(throws: FieldPathError.self) { try FieldPath(text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [".a", "[*]", "[0]", ".\"a b\""])
    func aPathOfMostSegmentsIsReadAndPrinted(step: String) throws {
        let text = "a" + String(repeating: step, count: FieldPath.maximumSegments - 1)
        let path = try FieldPath(text)
        #expect(path.segments.count == 256)
        #expect(try FieldPath(path.description) == path)
    }

    @Test(arguments: [
        (".a", 511), ("[*]", 766), ("[0]", 766), (".\"a b\"", 1531),
    ])
    func aLongerPathIsRejectedWhereItGoesOn(step: String, offset: Int) {
        for count in [256, 80_000] {
            let text = "a" + String(repeating: step, count: count)
            let error = #expect(throws: FieldPathError.self) { try FieldPath(text) }
            #expect(error?.code == "field.depth")
            #expect(error?.offset == offset)
            #expect(
                error?.description
                    == "'\(text.prefix(120))…' is not a field path: expected the end after 256 keys "
                    + "and indexes, found more at byte \(offset)")
        }
    }
}
