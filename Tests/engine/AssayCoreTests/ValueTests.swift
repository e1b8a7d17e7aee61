// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Foundation
import Testing

@Suite struct ValueTests {
    @Test(arguments: [
        ("1", "1.0", true), ("1", "1e0", true), ("0.1", "0.10", true), ("1", "true", false),
        ("0", "false", false), ("null", "0", false), ("\"a\"", "\"a\"", true),
        ("\"\\u00e9\"", "\"e\\u0301\"", false), ("[1,2]", "[2,1]", false),
        ("{\"a\":1,\"b\":2}", "{\"b\":2.0,\"a\":1}", true),
        ("{\"a\":1}", "{\"a\":1,\"b\":2}", false),
        ("9007199254740993", "9007199254740992", false),
        ("9007199254740993", "9007199254740993.0", true),
        ("18446744073709551615", "18446744073709551614", false),
        ("123456789012345678901234567890", "123456789012345678901234567891", false),
        ("1e400", "10e399", true), ("-0.0", "0", true), ("1e-400", "0", false),
    ])
    func equalityIsThatOfJSON(left: String, right: String, equal: Bool) throws {
        let a = try JSONValueParser.parse(left)
        let b = try JSONValueParser.parse(right)
        #expect((a == b) == equal)
        #expect(valuesAreEqual(NativeValue(a).value, NativeValue(b).value) == equal)
        #expect((b == a) == equal)
    }

    @Test(arguments: [
        "null", "true", "-7", "9223372036854775808", "0.5", "1e400", "123456789012345678901",
        "\"a\\u0000\\\"\\\\\\n\\u0001b\"", "[1,[2,{}],[]]", "{\"a\":{\"b\":[null]},\"a\\/b\":1}",
        "19.990",
    ])
    func valuesSurviveTheWayThroughC(json: String) throws {
        let value = try JSONValueParser.parse(json)
        let copy = Value(NativeValue(value).value)
        #expect(copy == value)
        #expect(copy.json == value.json)
        #expect(try JSONValueParser.parse(value.json) == value)
    }

    @Test func codableRoundTripKeepsValues() throws {
        let value: Value = [
            "a": [1, -2.5, "x", .null, true], "b": ["c": .integer(.max)],
            "d": .unsignedInteger(.max),
        ]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(Value.self, from: data) == value)
    }

    @Test(arguments: [
        ("", "expected a JSON value at byte 0"), ("nul", "expected a JSON value at byte 0"),
        ("[1,]", "expected a JSON value at byte 3"), ("{\"a\" 1}", "expected ':' at byte 5"),
        ("01", "expected no digit after a leading zero at byte 1"),
        ("1.", "expected a digit at byte 2"), ("-", "expected a digit at byte 1"),
        ("1 2", "expected the end at byte 2"), ("\"a", "expected a closing '\"' at byte 2"),
        ("\"\\x\"", "expected one of \" \\ / b f n r t u at byte 2"),
        ("\"\\ud800\"", "expected a low surrogate at byte 7"),
        ("\"\\udc00\"", "expected no lone surrogate at byte 7"),
        ("\"\t\"", "expected an escape such as \\n, not a control character at byte 1"),
        ("{1:2}", "expected a key in double quotes at byte 1"),
        ("[1 2]", "expected ',' or ']' at byte 3"),
    ])
    func textThatIsNoJSONSaysWhereAndWhatWasExpected(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSONValueParser.parse(text) }
        #expect(error?.description == message)
    }

    @Test func deepNestingIsRejected() {
        let text = String(repeating: "[", count: 5000)
        #expect(throws: JSONError(offset: 256, expected: "at most 256 levels")) {
            try JSONValueParser.parse(text)
        }
    }

    @Test func decimalTextOrdersLikeNumbers() throws {
        let ordered = [
            "-1e9", "-10.5", "-10.25", "-1e-9", "0", "1e-9", "0.1", "1", "9.99", "10", "1e9",
        ]
        let numbers = try ordered.map { try #require(ExactNumber(text: $0)) }
        for (index, number) in numbers.enumerated().dropFirst() {
            #expect(numbers[index - 1] < number, "\(ordered[index])")
            #expect(!(number < numbers[index - 1]))
        }
    }

    @Test(arguments: ["", "-", ".5", "1.", "1e", "1e+", "--1", "0x1", "inf", "nan", " 1", "1 "])
    func otherTextIsNoNumber(text: String) {
        #expect(ExactNumber(text: text) == nil)
    }

    @Test func aSubscriptThatFindsNothingIsAbsent() {
        let value: Value = ["a": [1]]
        #expect(value["a"][0] == 1)
        #expect(value["a"][9] == .absent)
        #expect(value["x"]["y"] == .absent)
    }
}
