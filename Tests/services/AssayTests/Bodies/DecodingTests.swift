// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Foundation
import Testing

/// The body of a request becomes a value of its type, or one error.
struct DecodingTests {
    struct Address: Codable, Equatable, Sendable {
        var zip: String
        var country: String?
    }

    enum Plan: String, Codable, Sendable { case free, paid }

    struct SignUp: Codable, Equatable, Sendable {
        var name: String
        var age: Int8
        var plan: Plan
        var address: Address?
        var tags: [String]
        var scores: [String: Double]

        enum CodingKeys: String, CodingKey {
            case name = "full/name"
            case age, plan, address, tags, scores
        }
    }

    private let manager: ValidatorsManager

    init() throws {
        manager = try ValidatorsManager(
            RuleSet(
                Field("age", .integer, .range(18...)),
                Field("address.zip", .length(5...5)),
                Field("tags[*]", .length(1...3))),
            registry: .standard())
    }

    static let valid =
        #"{"full/name":"Ann","age":41,"plan":"paid","address":{"zip":"12345"},"#
        + #""tags":["a","b"],"scores":{"x":1.5}}"#

    @Test func aValidDocumentIsItsValue() throws {
        let expected = SignUp(
            name: "Ann", age: 41, plan: .paid, address: Address(zip: "12345"), tags: ["a", "b"],
            scores: ["x": 1.5])
        #expect(try manager.decode(SignUp.self, from: Self.valid) == expected)
        #expect(try manager.decode(SignUp.self, from: Array(Self.valid.utf8)) == expected)
        #expect(try manager.decode(SignUp.self, from: Data(Self.valid.utf8)) == expected)
        #expect(try manager.decode(SignUp.self, from: "\u{FEFF}" + Self.valid) == expected)
        let bytes = Array(Self.valid.utf8)
        #expect(try manager.decode(SignUp.self, from: bytes.span) == expected)
        #expect(try manager.decode(SignUp.self, from: bytes.span.bytes) == expected)
    }

    /// Part of a buffer is read as if it were the whole.
    @Test func aSpanIsReadAsItIs() throws {
        let bytes = Array(("[" + Self.valid.replacing("41", with: "17") + "]").utf8)
        let part = bytes.span.extracting(1..<bytes.count - 1)
        let report = manager.validate(json: part)
        #expect(report.violations.map(\.message) == ["must be at least 18"])
        let expected = ValidationError(report: report)
        // Spans are not captured by the closures of expectations.
        do {
            _ = try manager.decode(SignUp.self, from: part)
            Issue.record("a span is decoded")
        } catch {
            #expect(error as? ValidationError == expected)
        }
        do {
            _ = try manager.decode(
                SignUp.self, from: part.bytes, limits: JSONLimits(maximumBytes: 9))
            Issue.record("a long span is decoded")
        } catch {
            #expect(
                (error as? ValidationError)?.report.violations.map(\.message)
                    == ["cannot be parsed: record too long"])
        }
    }

    /// A type with rules of its own.
    struct Login: Codable, Equatable, Sendable, Validated {
        var user: String

        static var ruleSet: RuleSet { RuleSet(Field("user", .required, .length(2...))) }
    }

    @Test func aTypeWithRulesIsDecodedFromAllBytes() async throws {
        let wrong = Array(#"{"user":"A"}"#.utf8)
        let messages: [String]
        do {
            _ = try Login.decode(from: wrong.span)
            messages = []
        } catch {
            messages = (error as? ValidationError)?.report.violations.map(\.message) ?? []
        }
        #expect(messages == ["must have at least 2 characters"])
        let failed = await #expect(throws: ValidationError.self) {
            try await Login.decode(from: #"{"user":"A"}"#, within: .seconds(60))
        }
        #expect(failed?.report.violations.map(\.message) == messages)
        let text = #"{"user":"Ann"}"#
        let bytes = Array(text.utf8)
        let expected = Login(user: "Ann")
        #expect(try Login.decode(from: text) == expected)
        #expect(try Login.decode(from: bytes) == expected)
        #expect(try Login.decode(from: bytes.span) == expected)
        #expect(try Login.decode(from: bytes.span.bytes) == expected)
        #expect(try await Login.decode(from: text, within: .seconds(60)) == expected)
        #expect(try await Login.decode(from: bytes, within: .seconds(60)) == expected)
    }

    /// The error of a document.
    private func failure<Decoded: Decodable>(
        decoding type: Decoded.Type, from text: String, by manager: ValidatorsManager? = nil
    ) throws -> ValidationError {
        try #require(throws: ValidationError.self) {
            try (manager ?? self.manager).decode(type, from: text)
        }
    }

    // MARK: - One error

    struct Wrong: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let findings: [String]
        var testDescription: String { new }

        init(_ old: String, _ new: String, _ findings: String...) {
            (self.old, self.new, self.findings) = (old, new, findings)
        }
    }

    static let wrong = [
        Wrong(
            #""Ann""#, "17",
            "/full~1name decoding.typeMismatch must be of type string 1:14+2"),
        Wrong(#""Ann""#, "null", "/full~1name decoding.valueNotFound must not be null 1:14+4"),
        Wrong(#""full/name":"Ann","#, "", "/full~1name decoding.keyNotFound is required 1:1+86"),
        Wrong(#""paid""#, #""gold""#, "/plan decoding.dataCorrupted must be a valid value 1:36+6"),
        Wrong("41", "300", "/age decoding.dataCorrupted must be a valid value 1:26+3"),
        Wrong(
            #"{"zip":"12345"}"#, "[]",
            "/address path.object must be an object because of the rules for address.zip 1:53+2"),
        Wrong(
            #"["a","b"]"#, #"{"a":1}"#,
            "/tags path.array must be an array because of the rules for tags[*] 1:76+7"),
        Wrong(
            #"["a","b"]"#, #"["é",null]"#, "/tags/1 decoding.valueNotFound must not be null 1:81+4"),
        Wrong("1.5", #""é""#, "/scores/x decoding.typeMismatch must be of type number 1:100+4"),
        Wrong("1.5", "1e999", "/scores/x decoding.dataCorrupted must be a valid value 1:100+5"),
        // Rules first, and one violation for a place.
        Wrong("41", "\n17", "/age range.tooSmall must be at least 18 2:1+2"),
        Wrong("41", "\"x\"", "/age integer.kind must be a number 1:26+3"),
        Wrong(
            #""age":41,"plan":"paid""#, #""age":17,"plan":7"#,
            "/age range.tooSmall must be at least 18 1:26+2",
            "/plan decoding.typeMismatch must be of type string 1:36+1"),
        Wrong("12345", "1", "/address/zip length.tooShort must have at least 5 characters 1:60+3"),
        // What is not read is not decoded.
        Wrong(
            #""x":1.5}}"#, #""x":1.5"#,
            " record.malformed cannot be parsed: unexpected end of the record 1:103+0"),
    ]

    @Test(arguments: wrong) func everythingWrongIsInOneError(_ wrong: Wrong) throws {
        let text = Self.valid.replacing(wrong.old, with: wrong.new)
        #expect(text != Self.valid)
        let error = #expect(throws: ValidationError.self) {
            try manager.decode(SignUp.self, from: text)
        }
        let report = try #require(error).report
        #expect(!report.isValid)
        let found = report.violations.map { violation in
            let source = violation.source
            return "\(violation.pointer) \(violation.code) \(violation.message) "
                + "\(source?.line ?? 0):\(source?.column ?? 0)+\(source?.byteLength ?? -1)"
        }
        #expect(found == wrong.findings)
    }

    @Test func warningsAloneAreNoError() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("zip", Validator(rules: [RuleEntry(.length(5...5), severity: .warning)]))),
            registry: .standard())
        #expect(try manager.decode(Address.self, from: #"{"zip":"1"}"#) == Address(zip: "1"))
        // A warning at a place does not hide that it cannot be decoded.
        let strict = try ValidatorsManager(
            RuleSet(Field("zip", Validator(rules: [RuleEntry(.string, severity: .warning)]))),
            registry: .standard())
        let error = #expect(throws: ValidationError.self) {
            try strict.decode(Address.self, from: #"{"zip":1}"#)
        }
        #expect(
            error?.report.violations.map(\.code) == ["string.kind", "decoding.typeMismatch"])
    }

    @Test func theErrorTellsWhatIsWrong() throws {
        let error = try failure(
            decoding: SignUp.self, from: #"{"age":1,"tags":["long tag"],"full/name":2}"#,
            by: manager)
        #expect(
            error.description
                == "/age must be at least 18; /tags/0 must have at most 3 characters; "
                + "/full~1name must be of type string; /plan is required; /scores is required")
        #expect(error.localizedDescription == error.description)
        let tags = (0..<20).map { _ in "\"long tag\"" }.joined(separator: ",")
        let long = try failure(
            decoding: [String: [String]].self, from: "{\"tags\":[\(tags)]}", by: manager)
        #expect(long.description.hasSuffix("/tags/9 must have at most 3 characters; 10 more"))
        let malformed = try failure(
            decoding: SignUp.self, from: "", by: manager)
        #expect(
            malformed.description == "the document cannot be parsed: no record")
    }

    // MARK: - Hostile documents

    @Test func truncatedDocumentsAreErrors() {
        let bytes = Array(Self.valid.utf8)
        for count in bytes.indices {
            let error = #expect(throws: ValidationError.self) {
                try manager.decode(SignUp.self, from: bytes.prefix(count))
            }
            #expect(error?.report.violations.map(\.code) == ["record.malformed"], "\(count)")
        }
    }

    @Test func changedBytesAreErrorsOrValues() throws {
        let bytes = Array(Self.valid.utf8)
        var errors = 0
        for place in bytes.indices {
            for byte: UInt8 in [0, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
                var changed = bytes
                changed[place] = byte
                do {
                    _ = try manager.decode(SignUp.self, from: changed)
                } catch let error as ValidationError {
                    errors += 1
                    #expect(!error.report.isValid && !error.description.isEmpty)
                    for violation in error.report.violations {
                        #expect(violation.source.map { $0.byteOffset <= bytes.count } == true)
                    }
                }
            }
        }
        #expect(errors > 500)
    }

    struct Nest: Decodable { var next: [String: Nest]? }

    @Test func limitsHoldBeforeDecoding() {
        let deep =
            String(repeating: #"{"next":{"a":"#, count: 40) + "{}"
            + String(repeating: "}}", count: 40)
        func codes(_ limits: JSONLimits) -> [String] {
            do {
                _ = try manager.decode(Nest.self, from: deep, limits: limits)
                return []
            } catch {
                return (error as? ValidationError)?.report.violations.map(\.message) ?? ["\(error)"]
            }
        }
        #expect(codes(JSONLimits(maximumDepth: 81)) == [])
        #expect(
            codes(JSONLimits(maximumDepth: 80)) == [
                "cannot be parsed: nesting too deep"
            ])
        #expect(codes(JSONLimits(maximumDepth: 81, maximumKeys: 80)) == [])
        #expect(
            codes(JSONLimits(maximumDepth: 81, maximumKeys: 79)) == [
                "cannot be parsed: too many keys"
            ])
        #expect(
            codes(JSONLimits(maximumBytes: 100, maximumDepth: 81)) == [
                "cannot be parsed: record too long"
            ])
    }

    @Test func aRepeatedKeyIsAnErrorWhateverIsDecoded() {
        let error = #expect(throws: ValidationError.self) {
            try manager.decode([String: Int].self, from: #"{"age":41,"age":42}"#)
        }
        #expect(error?.report.violations.map(\.code) == ["record.duplicateKey"])
    }

    /// A value that no rule has seen is not decoded: keys that only look alike are two.
    @Test(arguments: ["\u{212A}ey", #"\u212aey"#, "pre\u{301}nom"])
    func keysAreEqualWhereTheirBytesAre(_ key: String) throws {
        struct Keyed: Decodable {
            var Key: String?
            var prénom: String?
        }
        let manager = try ValidatorsManager(
            RuleSet(Field("Key", .length(...3)), Field("prénom", .length(...3))),
            registry: .standard())
        let exact = try manager.decode(Keyed.self, from: #"{"Key":"é","prénom":"abc"}"#)
        #expect(exact.Key == "é" && exact.prénom == "abc")
        let other = try manager.decode(Keyed.self, from: "{\"\(key)\":\"far too long\"}")
        #expect(other.Key == nil && other.prénom == nil)
        let both = try manager.decode(
            Keyed.self, from: "{\"\(key)\":\"far too long\",\"Key\":\"a\",\"prénom\":\"b\"}")
        #expect(both.Key == "a" && both.prénom == "b")
    }

    @Test func sensitiveValuesAreInNoError() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("card", Validator(rules: [RuleEntry(.present)], isSensitive: true)),
                Field("pin", Validator(rules: [RuleEntry(.present)], isSensitive: true))),
            registry: .standard())
        struct Payment: Decodable {
            struct Card: Decodable { var number: [String: UInt8] }
            var card: Card
            var pin: UInt8
        }
        let error = try failure(
            decoding: Payment.self, from: #"{"card":{"number":{"4711":4711}},"pin":815}"#,
            by: manager)
        #expect(error.report.violations.map(\.pointer) == ["/card", "/pin"])
        #expect(!"\(error) \(error.report)".contains("4711"))
        let pin = try failure(
            decoding: Payment.self, from: #"{"card":{"number":{"a":1}},"pin":815}"#, by: manager)
        #expect(pin.report.violations.map(\.pointer) == ["/pin"])
        #expect(!"\(pin) \(pin.report)".contains("815"))
    }

    struct Picky: Decodable {
        struct Mood: Error {}
        init(from decoder: any Decoder) throws { throw Mood() }
    }

    @Test func errorsOfTheTypeItselfAreThrownAsTheyAre() {
        #expect(throws: Picky.Mood.self) { try manager.decode(Picky.self, from: "{}") }
        #expect(throws: ValidationError.self) { try manager.decode(Picky.self, from: "{") }
    }

    // MARK: - The form of types

    class Animal: Codable {
        var name: String
        init(name: String) { self.name = name }
    }

    final class Dog: Animal {
        var legs: Int
        private enum Key: String, CodingKey { case legs, animal }

        init(name: String, legs: Int) {
            self.legs = legs
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            legs = try container.decode(Int.self, forKey: .legs)
            try super.init(from: try container.superDecoder(forKey: .animal))
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(legs, forKey: .legs)
            try super.encode(to: container.superEncoder(forKey: .animal))
        }
    }

    struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            _ = try list.decode(Int.self)
            _ = try list.decode(Int.self)
        }
    }

    struct Parts: Decodable {
        var pair: Pair?
        var byNumber: [Int: [UUID]]?
        var url: URL?
        var price: Decimal?
        var at: Date?
        var data: Data?
        var big: UInt64?
        var dog: DogBox?
        struct DogBox: Decodable {
            let dog: Dog
            init(from decoder: any Decoder) throws { dog = try Dog(from: decoder) }
        }
    }

    @Test(arguments: [
        (#"{"pair":[1]}"#, "/pair/1 decoding.valueNotFound is required 8+3"),
        (#"{"pair":[1,null]}"#, "/pair/1 decoding.valueNotFound must not be null 11+4"),
        (
            #"{"byNumber":{"7":["x"]}}"#,
            "/byNumber/7/0 decoding.dataCorrupted must be a valid value 18+3"
        ),
        (#"{"url":17}"#, "/url decoding.typeMismatch must be of type string 7+2"),
        (#"{"price":"1"}"#, "/price decoding.typeMismatch must be of type number 9+3"),
        (#"{"at":"2026-11-23"}"#, "/at decoding.typeMismatch must be of type number 6+12"),
        (#"{"data":"*"}"#, "/data decoding.dataCorrupted must be a valid value 8+3"),
        (
            #"{"big":18446744073709551616}"#,
            "/big decoding.dataCorrupted must be a valid value 7+20"
        ),
        (
            #"{"dog":{"legs":4,"animal":{"name":1}}}"#,
            "/dog/animal/name decoding.typeMismatch must be of type string 34+1"
        ),
        (#"{"dog":{"legs":4}}"#, "/dog/animal decoding.valueNotFound is required 7+10"),
    ])
    func placesAreThoseOfTheDocument(_ text: String, _ expected: String) throws {
        let error = try failure(
            decoding: Parts.self, from: text, by: manager)
        let violation = try #require(error.report.violations.first)
        #expect(
            "\(violation.pointer) \(violation.code) \(violation.message) "
                + "\(violation.source?.byteOffset ?? -1)+\(violation.source?.byteLength ?? -1)"
                == expected)
    }

    /// The decoder's keys are not in the document, and what clients are told is.
    @Test func pointersHaveTheKeysOfTheDocument() throws {
        struct Person: Decodable {
            var firstName: String
            var homes: [String: Home]
            struct Home: Decodable { var zipCode: Int }
        }
        let text = #"{"first_name":1,"homes":{"a_b":{"zip_code":"x"}}}"#
        func found(_ old: String, _ new: String) -> [String] {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            do {
                let person = try manager.decode(
                    Person.self, from: text.replacing(old, with: new), decoder: decoder)
                return [person.firstName] + person.homes.keys
            } catch {
                let violations = (error as? ValidationError)?.report.violations ?? []
                return violations.map { "\($0.pointer) \($0.source?.byteOffset ?? -1)" }
            }
        }
        #expect(found("", "") == ["/first_name 14", "/homes/a_b/zip_code 43"])
        #expect(found("1", #""A""#) == ["/homes/a_b/zip_code 45"])
        #expect(
            found(#"1,"homes":{"a_b":{"zip_code":"x"}}"#, #""A","homes":{"a_b":{"zip_code":1}}"#)
                == ["A", "a_b"])
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            CustomKey(path.map(\.stringValue).joined(separator: "."))
        }
        struct Deep: Decodable {
            var a: [String: Int]
            var b: Inner?
            struct Inner: Decodable {
                var c: Int
                enum CodingKeys: String, CodingKey { case c = "b.c" }
            }
        }
        let deep = try manager.decode(
            Deep.self, from: #"{"a":{"x":1},"b":{"c":2}}"#, decoder: decoder)
        #expect(deep.a == ["x": 1] && deep.b?.c == 2)
        let error = #expect(throws: ValidationError.self) {
            try manager.decode(Deep.self, from: #"{"a":{},"b":{"c":"2"}}"#, decoder: decoder)
        }
        #expect(error?.report.violations.map(\.pointer) == ["/b/c"])
    }

    struct CustomKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    @Test func numbersThatJSONLacksAreThoseOfTheStrategy() throws {
        let decoder = JSONDecoder()
        #expect(throws: ValidationError.self) {
            try manager.decode([String: Double].self, from: #"{"a":"inf"}"#, decoder: decoder)
        }
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        #expect(
            try manager.decode(
                [String: Double].self, from: #"{"a":"-inf","b":1}"#, decoder: decoder)
                == ["a": -.infinity, "b": 1])
        #expect(throws: ValidationError.self) {
            try manager.decode([String: Double].self, from: #"{"a":"big"}"#, decoder: decoder)
        }
    }

    /// `Int` of what kinds of numbers.
    @Test(arguments: [
        ("1.0", 1), ("-0", 0), ("1e3", 1000), ("9223372036854775807", Int.max),
        ("1200.00e-2", 12), ("9223372036854775808", nil), ("9007199254740992.5", nil), ("1.5", nil),
        ("1e30", nil), ("-1e999", nil), ("\"1\"", nil),
        ("true", nil), ("null", nil), ("[1]", nil),
    ])
    func integersAreExactOrErrors(_ text: String, _ number: Int?) throws {
        let decoded = try? manager.decode([String: Int].self, from: "{\"a\":\(text)}")
        #expect(decoded?["a"] == number)
    }

    @Test func theUserInfoIsThatOfTheDecoder() throws {
        struct Reader: Decodable {
            var text: String
            init(from decoder: any Decoder) throws {
                guard let key = CodingUserInfoKey(rawValue: "text") else {
                    throw CancellationError()
                }
                text = decoder.userInfo[key] as? String ?? "none"
            }
        }
        let decoder = JSONDecoder()
        decoder.userInfo = [try #require(CodingUserInfoKey(rawValue: "text")): "some"]
        #expect(try manager.decode(Reader.self, from: "{}", decoder: decoder).text == "some")
    }

    @Test func foundationsTypesAreThoseOfItsDecoder() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let parts = try manager.decode(
            Parts.self,
            from: #"{"url":"https://a.example/","price":0.1234567890123456789012345,"#
                + #""at":"2026-11-23T00:00:00Z","data":"AQI=","big":18446744073709551615}"#,
            decoder: decoder)
        #expect(parts.url == URL(string: "https://a.example/"))
        #expect(parts.price == Decimal(string: "0.1234567890123456789012345"))
        #expect(parts.at == Date(timeIntervalSince1970: 1_795_392_000))
        #expect(parts.data == Data([1, 2]))
        #expect(parts.big == .max)
    }
}
