// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Foundation
import Testing

/// Everything that a type does not accept of a document, at once.
struct DecodingMismatchTests {
    enum Plan: String, Codable, CaseIterable, Sendable { case free, paid }

    /// A value with two forms, of which one fails in every document that has the other.
    enum Amount: Decodable, Sendable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }

    struct Address: Decodable, Sendable {
        var zip: String
        var city: String
    }

    struct Order: Decodable, Sendable {
        var id: Int
        var plan: Plan
        var amount: Amount
        var address: Address
        var tags: [String]
        var date: Date?
        var note: String?
    }

    /// A type that cannot be decoded from any document, since it is a part of itself.
    final class Endless: Decodable, Sendable {
        let next: Endless
    }

    private func errors<Decoded: Decodable>(
        _ type: Decoded.Type, _ document: String
    ) throws -> [String] {
        let manager = try ValidatorsManager(RuleSet(), registry: .standard())
        do {
            _ = try manager.decode(type, from: document)
            return []
        } catch let error as ValidationError {
            return error.report.violations.map { "\($0.pointer) \($0.code)" }
        }
    }

    @Test func everyMismatchIsReported() throws {
        let document = """
            {"id": "x", "plan": "gold", "amount": "1", "address": {"zip": 1}, "tags": ["a", 2, 3],
             "date": "never", "note": 5}
            """
        #expect(
            try errors(Order.self, document) == [
                "/id decoding.typeMismatch", "/plan decoding.dataCorrupted",
                "/address/zip decoding.typeMismatch", "/address/city decoding.keyNotFound",
                "/tags/1 decoding.typeMismatch", "/tags/2 decoding.typeMismatch",
                "/date decoding.typeMismatch", "/note decoding.typeMismatch",
            ])
    }

    /// Enumerations whose cases no protocol lists.
    enum Level: Int, Decodable, Sendable { case low = 5, high = 9 }
    enum Kind: String, Decodable, Sendable { case order }
    enum Shape: Decodable, Sendable { case line(Level, to: String), circle(radius: Double) }
    enum State: Decodable, Sendable { case open, closed }
    enum Word: Decodable, Sendable {
        case yes, no

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            switch try container.decode(String.self) {
            case "yes": self = .yes
            case "no": self = .no
            default:
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "neither yes nor no")
            }
        }
    }

    struct Sheet: Decodable, Sendable {
        var kind: Kind
        var level: Level
        var shape: Shape
        var state: State
        var word: Word
        var levels: [Level]
        var next: Level?
        var id: Int
    }

    @Test func theSearchGoesOnAfterAnEnumeration() throws {
        let document = """
            {"kind": "bill", "level": 7, "shape": {"square": {}}, "state": "open", "word": "perhaps",
             "levels": [5, 6, 9, 10], "next": 1, "id": "x"}
            """
        #expect(
            try errors(Sheet.self, document) == [
                "/kind decoding.dataCorrupted", "/level decoding.dataCorrupted",
                "/shape decoding.typeMismatch", "/state decoding.typeMismatch",
                "/word decoding.dataCorrupted", "/levels/1 decoding.dataCorrupted",
                "/levels/3 decoding.dataCorrupted", "/next decoding.dataCorrupted",
                "/id decoding.typeMismatch",
            ])
        #expect(
            try errors(Sheet.self, "{}") == [
                "/kind decoding.keyNotFound", "/level decoding.keyNotFound",
                "/shape decoding.keyNotFound", "/state decoding.keyNotFound",
                "/word decoding.keyNotFound", "/levels decoding.keyNotFound",
                "/id decoding.keyNotFound",
            ])
    }

    /// A type that accepts few values has no placeholder, so that the search ends there.
    @Test func theSearchEndsAtATypeWithItsOwnForm() throws {
        struct Email: RawRepresentable, Decodable, Sendable {
            let rawValue: String
            init?(rawValue: String) {
                guard rawValue.contains("@") else { return nil }
                self.rawValue = rawValue
            }
        }
        struct Contact: Decodable { var email: Email; var id: Int }
        #expect(
            try errors(Contact.self, #"{"email": "x", "id": "y"}"#)
                == ["/email decoding.dataCorrupted"])
    }

    @Test func aMissingObjectIsOneMismatch() throws {
        #expect(
            try errors(Order.self, #"{"id": 1, "plan": null, "amount": [], "tags": []}"#) == [
                "/plan decoding.valueNotFound", "/amount decoding.typeMismatch",
                "/address decoding.keyNotFound",
            ])
    }

    /// A form that a type tries and gives up is no mismatch.
    @Test func aFormThatATypeTriesIsNone() throws {
        let valid =
            #"{"id": 1, "plan": "free", "amount": "1", "address": {"zip": "1", "city": "B"}, "tags": []}"#
        #expect(try errors(Order.self, valid) == [])
        #expect(
            try errors(Order.self, valid.replacing("\"id\": 1", with: "\"id\": true"))
                == ["/id decoding.typeMismatch"])
    }

    @Test func theSearchEndsForATypeWithoutEnd() throws {
        #expect(try errors(Endless.self, #"{"next": 1}"#) == ["/next decoding.typeMismatch"])
        #expect(try errors(Endless.self, "{}") == ["/next decoding.keyNotFound"])
        #expect(
            try errors([String: Endless].self, #"{"a": {}}"#) == ["/a/next decoding.keyNotFound"])
    }

    @Test func theirNumberIsBounded() throws {
        struct List: Decodable { var list: [Int] }
        let found = try errors(
            List.self,
            "{\"list\": [\(Array(repeating: "true", count: 300).joined(separator: ","))]}")
        #expect(found.count == 100)
        #expect(found.last == "/list/99 decoding.typeMismatch")
    }

    @Test func aFormHasAllOfThemToo() async throws {
        struct Form: Decodable, Sendable { var a: Int; var b: Bool; var c: String }
        let manager = try ValidatorsManager(RuleSet(), registry: .standard())
        let error = await #expect(throws: ValidationError.self) {
            try await manager.decode(Form.self, fromForm: [("a", "x"), ("b", "y")])
        }
        #expect(error?.report.violations.map(\.pointer) == ["/a", "/b", "/c"])
    }

    @Test func aWordForAMissingValueIsNotAbsentInAPartialForm() async throws {
        struct Form: Decodable, Sendable { var name: String? }
        let manager = try ValidatorsManager(
            RuleSet(parsing: "assay: 1\nfields: {name: {rules: required, missing: ['N/A']}}"),
            registry: .standard())
        let error = await #expect(throws: ValidationError.self) {
            try await manager.decode(Form.self, fromForm: [("name", "N/A")], partial: true)
        }
        #expect(error?.report.violations.map(\.code) == ["required.missing"])
        #expect(try await manager.decode(Form.self, fromForm: [], partial: true).name == nil)
    }

    @Test func aPartialDocumentIsDecoded() throws {
        struct Patch: Decodable, Equatable { var name: String?; var age: Int? }
        let manager = try ValidatorsManager(
            RuleSet(Field("name", .required, .string), Field("age", .required, .integer)),
            registry: .standard())
        #expect(throws: ValidationError.self) {
            try manager.decode(Patch.self, from: #"{"age":1}"#)
        }
        #expect(throws: ValidationError.self) {
            try manager.decode(Patch.self, from: #"{"age":null}"#, partial: true)
        }
        #expect(
            try manager.decode(Patch.self, from: #"{"age":1}"#, partial: true)
                == Patch(name: nil, age: 1))
    }
}
