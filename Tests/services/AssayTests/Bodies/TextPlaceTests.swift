// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Testing

/// A violation names the bytes of its value, wherever the reader keeps the text.
struct TextPlaceTests {
    private let manager: ValidatorsManager

    init() throws {
        manager = try ValidatorsManager(
            RuleSet(
                Field("name", Validator(.length(20...30))),
                Field("list[*]", Validator(.length(20...30))), unknownFields: .allow),
            registry: .standard())
    }

    /// A document, and what the place of its one violation covers.
    private static let documents: [(text: String, value: String)] = [
        (#"{"name":"Ann"}"#, #""Ann""#),
        (#"{"name":""}"#, #""""#),
        (#"{"name": "Zoë" , "age":1}"#, #""Zoë""#),
        ("{\n  \"other\": \"Ann\",\n  \"name\" :\t\"Ann\"\n}\n", #""Ann""#),
        (#"{"name":"A\u006en"}"#, #""A\u006en""#),
        (#"{"name":"A\"nn"}"#, #""A\"nn""#),
        (#"{"n\u0061me":"Bob"}"#, #""Bob""#),
        (#"{"nested":{"name":"no"},"name":"yes"}"#, #""yes""#),
        (#"{"list":["Ann"]}"#, #""Ann""#),
        ("\u{FEFF}{\"name\":\"Ann\"}", #""Ann""#),
    ]

    @Test(arguments: documents)
    func thePlaceOfATextIsThatOfItsBytes(text: String, value: String) throws {
        let bytes = Array(text.utf8)
        let violations = manager.validate(json: bytes).violations
        try #require(violations.count == 1)
        let source = try #require(violations[0].source)
        let range = source.byteOffset..<source.byteOffset + source.byteLength
        #expect(String(decoding: bytes[range], as: UTF8.self) == value)
        let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
        let lineBreaks = before.unicodeScalars.count { $0 == "\n" }
        #expect(source.line == lineBreaks + 1)
    }

    /// The last of several members with one key is the value, and its place is the value's.
    @Test func theLastOfTwoIsTheValue() throws {
        let text = #"{"name":"first","name":"second"}"#
        let violations = manager.validate(json: text).violations
        let place = try #require(violations.first { $0.code == "length.tooShort" }?.source)
        #expect(place.byteOffset == 23)
        #expect(place.byteLength == 8)
    }
}
