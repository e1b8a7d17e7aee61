// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// The body of a request becomes a report, whatever it is.
struct JSONBodyTests {
    private let manager: ValidatorsManager

    init() throws {
        manager = try ValidatorsManager(
            RuleSet(
                Field("name", Validator(.rule("required"), .rule("string"))),
                Field("address.zip", Validator(.length(5...5))),
                Field("items[*].price", Validator(.rule("number"), .range(0...))),
                unknownFields: .allow),
            registry: .standard())
    }

    // MARK: - Bodies that are no record

    struct Hostile: Sendable, CustomTestStringConvertible {
        let name: String
        let body: [UInt8]
        let reason: String
        let byteOffset: Int
        let line: Int
        let column: Int

        init(
            _ name: String, _ body: some Sequence<UInt8>, _ reason: String, at byteOffset: Int,
            line: Int = 1, column: Int
        ) {
            self.name = name
            self.body = Array(body)
            self.reason = reason
            self.byteOffset = byteOffset
            self.line = line
            self.column = column
        }

        /// An escape that is wrong at its start, in a string.
        static func escape(_ text: String, _ reason: String) -> Hostile {
            Hostile(
                "the escape \(text)", "{\"a\": \"\(text)\"}".utf8, "invalid escape: \(reason)",
                at: 7,
                column: 8)
        }

        var testDescription: String { name }
    }

    private static let digits = String(repeating: "9", count: 1_000_000)
    private static let hostile: [Hostile] = [
        Hostile("nothing", "".utf8, "no record", at: 0, column: 1),
        Hostile("white space", " \t\r\n ".utf8, "no record", at: 5, line: 2, column: 2),
        Hostile("a byte order mark", "\u{FEFF}".utf8, "no record", at: 3, column: 1),
        Hostile("an array", "[{\"name\": \"Ann\"}]".utf8, "not an object", at: 0, column: 1),
        Hostile("a string", " \"Ann\"".utf8, "not an object", at: 1, column: 2),
        Hostile("null", "null".utf8, "not an object", at: 0, column: 1),
        Hostile("a number", "\n\n17".utf8, "not an object", at: 2, line: 3, column: 1),
        Hostile("two objects", "{} {}".utf8, "more text after the record", at: 3, column: 4),
        Hostile("a comma after it", "{},".utf8, "more text after the record", at: 2, column: 3),
        Hostile(
            "NUL alone", [0], "unexpected character U+0000", at: 0, column: 1),
        Hostile("a slash after it", "{} /".utf8, "more text after the record", at: 3, column: 4),
        Hostile(
            "a comment after it", "{} // x".utf8, "unexpected character '/': JSON has no comments",
            at: 3, column: 4),
        Hostile(
            "a comment of a shell after it", "{}#".utf8,
            "unexpected character '#': JSON has no comments", at: 2, column: 3),
        Hostile("NUL after it", "{}\0".utf8, "more text after the record", at: 2, column: 3),
        Hostile(
            "NUL between", "{\0}".utf8, "unexpected character U+0000", at: 1, column: 2),
        Hostile(
            "NUL in a string", "{\"name\": \"A\0\"}".utf8, "control character in a string", at: 11,
            column: 12),
        Hostile(
            "a line break in a string", "{\"name\":\n \"A\n\"}".utf8,
            "control character in a string", at: 12, line: 2, column: 4),
        Hostile(
            "invalid UTF-8", Array("{\"né\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
            "invalid UTF-8", at: 9, column: 9),
        Hostile(
            "a surrogate in UTF-8", Array("{\"a\": \"".utf8) + [0xED, 0xA0, 0x80, 0x22, 0x7D],
            "invalid UTF-8", at: 7, column: 8),
        .escape(#"\ud800"#, #"\ud800 without the second half of its surrogate pair"#),
        .escape(#"\uDBFFx"#, #"\uDBFF without the second half of its surrogate pair"#),
        .escape(#"\ud83d\ud83d"#, #"\ud83d without the second half of its surrogate pair"#),
        .escape(#"\ud83d\u0041"#, #"\ud83d without the second half of its surrogate pair"#),
        .escape(#"\ud83d\n"#, #"\ud83d without the second half of its surrogate pair"#),
        .escape(#"\udc00"#, #"\udc00 without the first half of its surrogate pair"#),
        .escape(#"\uDFFF\ud83d"#, #"\uDFFF without the first half of its surrogate pair"#),
        .escape(#"\u"#, #"expected four hexadecimal digits after \u"#),
        .escape(#"\u12g4"#, #"expected four hexadecimal digits after \u"#),
        .escape(#"\u+123"#, #"expected four hexadecimal digits after \u"#),
        .escape(#"\uD83"#, #"expected four hexadecimal digits after \u"#),
        .escape(#"\ud8é"#, #"expected four hexadecimal digits after \u"#),
        .escape(#"\x41"#, #"expected ", \, /, b, f, n, r, t or u after the backslash"#),
        .escape(#"\U0041"#, #"expected ", \, /, b, f, n, r, t or u after the backslash"#),
        .escape(#"\é"#, #"expected ", \, /, b, f, n, r, t or u after the backslash"#),
        Hostile(
            "half of a pair, at the end of the body", #" {"a": "\ud83d"#.utf8,
            #"invalid escape: \ud83d without the second half of its surrogate pair"#, at: 8,
            column: 9),
        Hostile(
            "half of an escape, at the end of the body", #"{"a": "\u12"#.utf8,
            #"invalid escape: expected four hexadecimal digits after \u"#, at: 7, column: 8),
        Hostile(
            "an escape in a key", #"{"a": 1, "\q": 2}"#.utf8,
            #"invalid escape: expected ", \, /, b, f, n, r, t or u after the backslash"#, at: 10,
            column: 11),
        Hostile("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "invalid UTF-8", at: 0, column: 1),
        Hostile(
            "a number that is none", "{\"age\": 0x1F}".utf8,
            "invalid number", at: 8, column: 9),
        Hostile(
            "digits after zero", "{\"age\": 01}".utf8,
            "invalid number", at: 8, column: 9),
        Hostile(
            "a point without digits", "{\"age\": 5.}".utf8,
            "invalid number", at: 8, column: 9),
        Hostile(
            "a point alone", "{\"age\": .5}".utf8,
            "unexpected character '.': a number begins with a digit or a minus sign", at: 8,
            column: 9),
        Hostile(
            "a plus sign", "{\"age\": +5}".utf8,
            "unexpected character '+': a number begins with a digit or a minus sign", at: 8,
            column: 9),
        Hostile(
            "NaN", "{\"age\": NaN}".utf8,
            "unexpected word NaN: write null", at: 8, column: 9),
        Hostile(
            "negative infinity", "{\"age\": -Infinity}".utf8,
            "unexpected word -Infinity: write null", at: 8, column: 9),
        Hostile(
            "True", "{\"age\": True}".utf8, "unexpected word True: write true", at: 8, column: 9),
        Hostile(
            "a word", "{\"age\": nul}".utf8,
            "invalid literal", at: 8,
            column: 9),
        Hostile(
            "a text without quotes", "{\"pin\": x17}".utf8,
            "unexpected letter or digit: names and texts must be in double quotes", at: 8,
            column: 9),
        Hostile(
            "a comment", "{/* */}".utf8, "unexpected character '/': JSON has no comments", at: 1,
            column: 2),
        Hostile(
            "a comma too many", "{\"a\": 1,}".utf8,
            "unexpected character '}' after a comma: remove the comma", at: 8, column: 9),
        Hostile(
            "a comma too many in an array", "{\"a\": [1, ]}".utf8,
            "unexpected character ']' after a comma: remove the comma", at: 10, column: 11),
        Hostile(
            "no value", "{\"a\": }".utf8,
            "unexpected character '}' after a colon: write a value between them", at: 6,
            column: 7),
        Hostile(
            "a name alone", "{\"a\"}".utf8,
            "unexpected character '}': a colon or the other bracket must precede it", at: 4,
            column: 5),
        Hostile(
            "no comma", "{\"a\": 1 \"b\": 2}".utf8,
            "unexpected character '\"': a comma or a colon must precede it", at: 8, column: 9),
        Hostile(
            "an object in place of a name", "{{}: 1}".utf8,
            "unexpected character '{': a name in double quotes must precede it",
            at: 1, column: 2),
        Hostile(
            "no name", "{: 1}".utf8,
            "unexpected character ':': a name in double quotes must precede it", at: 1, column: 2),
        Hostile(
            "an equals sign", "{\"a\"=1}".utf8,
            "unexpected character '='", at: 4, column: 5),
        Hostile(
            "apostrophes", "{'a': 1}".utf8,
            "unexpected character \"'\": write straight double quotes", at: 1, column: 2),
        Hostile(
            "typographic quotes", "{\u{201C}a\u{201D}: 1}".utf8,
            "unexpected character '\u{201C}': write straight double quotes",
            at: 1, column: 2),
        Hostile(
            "a no-break space", "{\u{A0}}".utf8, "unexpected character U+00A0", at: 1,
            column: 2),
        Hostile("HTML", "<html></html>".utf8, "unexpected character '<'", at: 0, column: 1),
        Hostile(
            "65 levels",
            Array("{\"a\":".utf8) + Array(repeating: 0x5B, count: 64)
                + Array(repeating: 0x5D, count: 64) + Array("}".utf8),
            "nesting too deep", at: 68, column: 69),
        Hostile(
            "a million brackets", Array(repeating: 0x5B, count: 1_000_000), "nesting too deep",
            at: 64, column: 65),
        Hostile(
            "a million braces", String(repeating: "{\"a\":", count: 200_000).utf8,
            "nesting too deep", at: 320, column: 321),
        Hostile("only digits", digits.utf8, "not an object", at: 0, column: 1),
        Hostile(
            "a minus after digits", "{\"age\": \(digits)-}".utf8, "invalid number", at: 8, column: 9
        ),
        Hostile(
            "an open string", "{\"name\": \"\(digits)".utf8, "unterminated string", at: 9,
            column: 10),
        Hostile(
            "too many bytes", Array(repeating: 0x20, count: (1 << 20) - 1) + Array("{}".utf8),
            "record too long", at: 0, column: 1),
    ]

    @Test(arguments: hostile)
    func whatIsNoRecordIsAViolationWithItsPlace(_ hostile: Hostile) throws {
        let report = manager.validate(json: hostile.body)
        #expect(!report.isValid)
        #expect(report.faults.isEmpty)
        try #require(report.violations.count == 1)
        let violation = report.violations[0]
        #expect(violation.code == "record.malformed")
        #expect(violation.rule == "record")
        #expect(violation.pointer == "")
        #expect(violation.message == "cannot be parsed: \(hostile.reason)")
        let source = try #require(violation.source)
        #expect(source.record == 1)
        #expect(source.byteOffset == hostile.byteOffset)
        #expect(source.line == hostile.line)
        #expect(source.column == hostile.column)
        #expect(source.byteOffset + source.byteLength <= hostile.body.count)
    }

    /// Whatever is left of a document, and whatever was read before it.
    @Test func truncatedBodiesAreViolationsInTheirBytes() throws {
        let body = Array(
            #" {"name": "\u00e9\n", "address": {"zip": "1é345"}, "items": [{"price": -1.5e3}]} "#
                .utf8)
        let end = try #require(body.lastIndex(of: UInt8(ascii: "}")))
        for count in 0...end {
            // The bytes after it are not its own, and none of them is read.
            for after: [UInt8] in [[], Array("\"}]}".utf8)] {
                let buffer = Array(body.prefix(count)) + after
                let report = manager.validate(json: buffer.prefix(count))
                try #require(report.violations.map(\.code) == ["record.malformed"], "\(count)")
                let source = try #require(report.violations[0].source)
                #expect(source.byteOffset + source.byteLength <= count, "\(count)")
            }
        }
        for count in end + 1...body.count {
            let report = manager.validate(json: body.prefix(count))
            #expect(report.violations.map(\.code) == ["range.tooSmall"], "\(count)")
        }
    }

    @Test func changedBytesGiveViolationsInTheirBytes() {
        let body = Array(#"{"name": "Ann", "items": [{"price": 1}, {"price": "x"}]}"#.utf8)
        for place in body.indices {
            for byte: UInt8 in [0, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xC0, 0xFF] {
                var changed = body
                changed[place] = byte
                for violation in manager.validate(json: changed).violations {
                    #expect(violation.source.map { $0.byteOffset <= changed.count } == true)
                }
            }
        }
    }

    // MARK: - Findings in records

    struct Found: Equatable {
        let code: String
        let pointer: String
        let place: [Int]

        init(_ code: String, _ pointer: String, _ place: [Int]) {
            self.code = code
            self.pointer = pointer
            self.place = place
        }

        init(_ violation: Violation) {
            let source = violation.source
            self.init(
                violation.code, violation.pointer,
                source.map { [$0.byteOffset, $0.byteLength, $0.line, $0.column] } ?? [])
        }
    }

    private func found(_ text: String) -> [Found] {
        manager.validate(json: text).violations.map { Found($0) }
    }

    @Test func violationsHaveTheirPlaces() {
        let text = """
            {
              "address": {"zip": "é1"}, "items": [
                {"price": 1}, {"price": -2},
                {"price": "3"}]
            }
            """
        #expect(
            found(text) == [
                Found("required.missing", "/name", [0, 96, 1, 1]),
                Found("length.tooShort", "/address/zip", [23, 5, 2, 22]),
                Found("range.tooSmall", "/items/1/price", [70, 2, 3, 29]),
                Found("number.kind", "/items/2/price", [89, 3, 4, 15]),
            ])
    }

    @Test func repeatedKeysAreViolationsAtTheLaterKey() {
        #expect(
            found(#"{"name": 1, "name": "Ann", "address": {"a": 1, "a": 2}}"#) == [
                Found("record.duplicateKey", "/name", [12, 43, 1, 13]),
                Found("record.duplicateKey", "/address/a", [47, 8, 1, 48]),
            ])
    }

    @Test func unknownFieldsAreViolationsWhereTheyAreNotAllowed() throws {
        let manager = try ValidatorsManager(
            RuleSet(Field("name", Validator(.rule("string"))), unknownFields: .reject),
            registry: .standard())
        let report = manager.validate(json: #"{"name": "Ann", "x/y": [1]}"#)
        #expect(
            report.violations.map { Found($0) } == [
                Found("record.unknownField", "/x~1y", [16, 11, 1, 17])
            ])
    }

    @Test func hugeNumbersAreNumbers() {
        let digits = Self.digits
        #expect(found("{\"name\": \"Ann\", \"items\": [{\"price\": \(digits)}]}").isEmpty)
        #expect(found("{\"name\": \"Ann\", \"items\": [{\"price\": 1e\(digits)}]}").isEmpty)
        #expect(
            found("{\"name\": \"Ann\", \"items\": [{\"price\": -\(digits)}]}")
                == [Found("range.tooSmall", "/items/0/price", [36, 1_000_001, 1, 37])])
    }

    @Test func placesCountTheByteOrderMark() {
        #expect(
            found("\u{FEFF}{\"name\": 1}") == [Found("string.kind", "/name", [12, 1, 1, 10])])
    }

    // MARK: - Limits and inputs

    @Test func limitsAreThoseOfTheCall() {
        let text = #"{"name": "Ann", "a": [[]]}"#
        #expect(manager.validate(json: text, limits: JSONLimits(maximumDepth: 3)).isValid)
        #expect(!manager.validate(json: text, limits: JSONLimits(maximumDepth: 2)).isValid)
        #expect(manager.validate(json: text, limits: JSONLimits(maximumDepth: .max)).isValid)
        #expect(!manager.validate(json: text, limits: JSONLimits(maximumDepth: .min)).isValid)
        let count = text.utf8.count
        #expect(manager.validate(json: text, limits: JSONLimits(maximumBytes: count)).isValid)
        #expect(manager.validate(json: text, limits: JSONLimits(maximumBytes: .max)).isValid)
        #expect(!manager.validate(json: text, limits: JSONLimits(maximumBytes: count - 1)).isValid)
        #expect(!manager.validate(json: "", limits: JSONLimits(maximumBytes: .min)).isValid)
        #expect(manager.validate(json: text).isValid)
    }

    @Test func inputsOfEveryKindGiveOneReport() {
        let text = #"{"name": 17, "address": {"zip": "1"}}"#
        let bytes = Array(text.utf8)
        let expected = manager.validate(json: text)
        #expect(expected.violations.map(\.code) == ["string.kind", "length.tooShort"])
        #expect(manager.validate(json: bytes) == expected)
        #expect(manager.validate(json: ([0] + bytes + [0])[1...bytes.count]) == expected)
        #expect(manager.validate(json: text.utf8) == expected)
        #expect(manager.validate(json: "x\(text)".dropFirst().utf8) == expected)
        #expect(manager.validate(json: bytes.span) == expected)
        #expect(manager.validate(json: bytes.span.bytes) == expected)
        #expect(bytes.withUnsafeBytes { manager.validate(json: $0) } == expected)
        #expect(manager.validate(json: bytes.lazy.map { $0 }) == expected)
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(manager.validate(json: empty).violations.map(\.code) == ["record.malformed"])
    }

    @Test func aRuleSetWithoutFieldsReadsTheBody() throws {
        let manager = try ValidatorsManager(registry: .standard())
        #expect(manager.validate(json: "{}").isValid)
        #expect(manager.validate(json: "{").violations.map(\.code) == ["record.malformed"])
    }

    @Test func replacedValidatorsReadTheirOwnFields() throws {
        let text = #"{"name": "Ann", "age": "x"}"#
        #expect(manager.validate(json: text).isValid)
        try manager.replaceValidators(with: RuleSet(Field("age", Validator(.rule("integer")))))
        #expect(found(text) == [Found("integer.kind", "/age", [23, 3, 1, 24])])
    }
}
