// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Foundation
import Testing

/// Values of the program as records.
struct EncodableTests {
    private func record(_ value: some Encodable) throws -> Value {
        .object(try ValidationRecord(encoding: value).fields)
    }

    struct Wrapped<Content: Encodable>: Encodable { var a: Content }

    // MARK: - What is no record

    @Test func whatIsNoObjectIsAnError() throws {
        let manager = try ValidatorsManager(registry: .standard())
        #expect(throws: EncodingError.self) { try manager.validate(17) }
        #expect(throws: EncodingError.self) { try manager.validate([1, 2]) }
        #expect(throws: EncodingError.self) { try manager.validate(Int?.none) }
        #expect(throws: EncodingError.self) { try manager.validate(Value.null) }
        #expect(throws: EncodingError.self) { try manager.validate(Value.absent) }
    }

    struct Silent: Encodable { func encode(to encoder: any Encoder) {} }

    @Test func whatEncodesNothingIsAbsent() throws {
        #expect(throws: EncodingError.self) { try record(Silent()) }
        #expect(try record(Wrapped(a: Silent())) == [:])
        #expect(try record(Wrapped(a: [Silent()])) == ["a": [nil]])
    }

    struct Failing: Encodable {
        struct Mood: Error {}
        func encode(to encoder: any Encoder) throws { throw Mood() }
    }

    @Test func errorsOfTheValueAreThrownAsTheyAre() {
        #expect(throws: Failing.Mood.self) { try record(Wrapped(a: Failing())) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numbersThatAreNotFiniteAreErrors(_ number: Double) throws {
        let error = #expect(throws: EncodingError.self) { try record(Wrapped(a: [1, number])) }
        guard case .invalidValue(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
        #expect(throws: EncodingError.self) { try record(Wrapped(a: Float(number))) }
    }

    // MARK: - What values become

    struct Optionals: Encodable {
        var none: Int?
        var null: Int?
        var some: Int? = 1

        enum CodingKeys: String, CodingKey { case none, null, some = "other name" }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(none, forKey: .none)
            try container.encode(null, forKey: .null)
            try container.encode(some, forKey: .some)
        }
    }

    @Test func nilIsAbsentOrNullAsTheTypeSays() throws {
        #expect(try record(Optionals()) == ["null": nil, "other name": 1])
        #expect(try record(Wrapped<Int?>(a: nil)) == ["a": nil])
        #expect(try record(Wrapped<[Int?]>(a: [nil, 1])) == ["a": [nil, 1]])
    }

    @Test func scalarsAreExact() throws {
        #expect(try record(Wrapped(a: UInt64.max)) == ["a": .unsignedInteger(.max)])
        #expect(try record(Wrapped(a: Int64.min)) == ["a": .integer(.min)])
        #expect(try record(Wrapped(a: Float(0.1))) == ["a": 0.1])
        #expect(try record(Wrapped(a: true)) == ["a": true])
        let digits = "0.1234567890123456789012345"
        let price = try #require(Decimal(string: digits))
        #expect(try record(Wrapped(a: price)) == ["a": .decimal(digits)])
        #expect(try record(Wrapped(a: Value.decimal(digits))) == ["a": .decimal(digits)])
        #expect(try record(Wrapped(a: Value.absent)) == [:])
    }

    @Test func foundationsValuesAreThoseThatRulesRead() throws {
        let id = UUID()
        #expect(try record(Wrapped(a: id)) == ["a": .string(id.uuidString)])
        #expect(
            try record(Wrapped(a: Date(timeIntervalSince1970: 0)))
                == ["a": "1970-01-01T00:00:00Z"])
        #expect(try record(Wrapped(a: Data([1, 2]))) == ["a": "AQI="])
        #expect(
            try record(Wrapped(a: URL(string: "https://a.example/?b"))) == [
                "a": "https://a.example/?b"
            ])
    }

    enum Mood: String, Encodable { case good }
    enum Shape: Encodable { case line(length: Int, Bool) }

    @Test func enumerationsAndDictionariesAreThoseOfJSON() throws {
        #expect(try record(Wrapped(a: Mood.good)) == ["a": "good"])
        #expect(try record(Shape.line(length: 1, true)) == ["line": ["length": 1, "_1": true]])
        #expect(try record([7: "x"]) == ["7": "x"])
        #expect(try record(["x": [1]]) == ["x": [1]])
    }

    struct Containers: Encodable {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(_ text: String) { stringValue = text }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { return nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: Key("twice"))
            try container.encode(2, forKey: Key("twice"))
            var object = container.nestedContainer(keyedBy: Key.self, forKey: Key("object"))
            try object.encodeNil(forKey: Key("nil"))
            var again = container.nestedContainer(keyedBy: Key.self, forKey: Key("object"))
            try again.encode("x", forKey: Key("e\u{301}"))
            try again.encode("y", forKey: Key("é"))
            var list = container.nestedUnkeyedContainer(forKey: Key("list"))
            try list.encodeNil()
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(1)
            var keyed = list.nestedContainer(keyedBy: Key.self)
            try keyed.encode(list.count, forKey: Key("count"))
            try 7.encode(to: list.superEncoder())
            try 8.encode(to: container.superEncoder())
            try 9.encode(to: container.superEncoder(forKey: Key("named")))
            // The same object: what was encoded stays.
            var whole = encoder.container(keyedBy: Key.self)
            try whole.encode(true, forKey: Key("last"))
        }
    }

    @Test func containersOfEveryKind() throws {
        #expect(
            try record(Containers()) == [
                "twice": 2, "object": ["nil": nil, "e\u{301}": "x", "é": "y"],
                "list": [nil, [1], ["count": 3], 7], "super": 8, "named": 9, "last": true,
            ])
    }

    @Test func classesEncodeTheirSuperclass() throws {
        #expect(
            try record(DecodingTests.Dog(name: "Rex", legs: 4))
                == ["legs": 4, "animal": ["name": "Rex"]])
    }

    // MARK: - Reports

    struct SignUp: Encodable {
        var age: Int
        var emails: [String]
    }

    @Test func aValueIsValidatedAsARecord() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("age", .required, .range(18...)), Field("emails[*]", .email),
                Field("name", .required), unknownFields: .reject),
            registry: .standard())
        let report = try manager.validate(SignUp(age: 17, emails: ["a@b.example", "x"]))
        #expect(
            report.violations.map { "\($0.pointer) \($0.code)" } == [
                "/age range.tooSmall", "/emails/1 email.syntax", "/name required.missing",
            ])
        // Literals stay records, whatever they consist of.
        let record: ValidationRecord = ["age": 17]
        #expect(manager.validate(["age": 17]) == manager.validate(record))
        #expect(manager.validate([["age": 17], record]).count == 2)
    }
}
