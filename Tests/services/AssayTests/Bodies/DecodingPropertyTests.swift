// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import Foundation
import TestRandomness
import Testing

/// Values of types that are Codable, on their way through validators.
struct DecodingPropertyTests {
    enum Shape: Codable, Equatable, Sendable {
        case dot
        case line(length: Double, UInt64)
        case group([Shape])
    }

    struct Item: Codable, Equatable, Sendable {
        var text: String
        var number: Int64?
        var unsigned: UInt64
        var real: Double
        var short: Float
        var flag: Bool?
        var shape: Shape
        var list: [Item]
        var byText: [String: Int8?]
        var byNumber: [Int: String]
        var id: UUID
        var price: Decimal
    }

    private struct Items {
        var numbers: SeededNumbers

        private static let pieces = [
            "", "a", "é", "e\u{301}", "\u{1F600}", "\"", "\\", "/", "~1", "\n", "\u{0}", "\u{2028}",
        ]

        mutating func text() -> String {
            (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                Self.pieces.randomElement(using: &numbers) ?? ""
            }.joined()
        }

        mutating func shape(depth: Int) -> Shape {
            switch Int.random(in: 0...2, using: &numbers) {
            case 0: .dot
            case 1:
                .line(
                    length: Double(Int.random(in: -999...999, using: &numbers)) / 8,
                    .random(in: 0...(.max), using: &numbers))
            default: .group(depth == 0 ? [] : [shape(depth: depth - 1), .dot])
            }
        }

        mutating func item(depth: Int) -> Item {
            Item(
                text: text(),
                number: Bool.random(using: &numbers)
                    ? .random(in: (.min)...(.max), using: &numbers) : nil,
                unsigned: [0, 1, .max, 1 << 63].randomElement(using: &numbers) ?? 0,
                real: Double.random(in: -1e9...1e9, using: &numbers),
                short: Float.random(in: -10...10, using: &numbers),
                flag: [true, false, nil].randomElement(using: &numbers) ?? nil,
                shape: shape(depth: 2),
                list: depth == 0
                    ? []
                    : (0..<Int.random(in: 0...2, using: &numbers)).map { _ in item(depth: depth - 1)
                    },
                byText: [text() + "1": 7, text() + "2": nil], byNumber: [-1: text(), 7: text()],
                id: UUID(), price: Decimal(Int.random(in: -99_999...99_999, using: &numbers)) / 1000
            )
        }
    }

    @Test func valuesGoThroughValidatorsUnchanged() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("text", .string), Field("number", .integer), Field("real", .number),
                Field("list[*].text", .string)),
            registry: .standard())
        var items = Items(numbers: SeededNumbers(seed: 71))
        for _ in 0..<200 {
            let item = items.item(depth: 2)
            let text = try JSONEncoder().encode(item)
            #expect(try manager.decode(Item.self, from: text) == item)
            #expect(try manager.validate(item).isValid)
        }
    }

    /// The record that a value is, and the one that its JSON is.
    @Test func encodedValuesAreThoseOfTheirJSON() throws {
        var items = Items(numbers: SeededNumbers(seed: 72))
        for _ in 0..<200 {
            let item = items.item(depth: 2)
            let text = String(decoding: try JSONEncoder().encode(item), as: UTF8.self)
            let expected = try #require(ValidationRecord(try Value(json: text)))
            #expect(try ValidationRecord(encoding: item) == expected, "\(text)")
        }
    }

    // MARK: - Against Foundation's decoder

    /// Replaces one value somewhere in a tree, or removes it.
    private struct Mutation {
        var numbers: SeededNumbers

        private static let others: [Value] = [
            nil, true, 0, -1, 300, 1.5, .decimal("1e400"), .unsignedInteger(.max), "", "x", [], [1],
            [:], ["a": 1], ["dot": [:]], ["line": ["length": 1]],
        ]

        mutating func changed(_ value: Value) -> Value {
            switch value {
            case .array(var elements)
            where !elements.isEmpty && Int.random(in: 0...4, using: &numbers) > 0:
                let place = Int.random(in: 0..<elements.count, using: &numbers)
                if Int.random(in: 0...5, using: &numbers) == 0 {
                    elements.remove(at: place)
                } else {
                    elements[place] = changed(elements[place])
                }
                return .array(elements)
            case .object(var object)
            where !object.members.isEmpty && Int.random(in: 0...6, using: &numbers) > 0:
                let place = Int.random(in: 0..<object.members.count, using: &numbers)
                if Int.random(in: 0...5, using: &numbers) == 0 {
                    object.members.remove(at: place)
                } else {
                    object.members[place].value = changed(object.members[place].value)
                }
                return .object(object)
            default: return Self.others.randomElement(using: &numbers) ?? .null
            }
        }
    }

    /// The code and the pointer of an error; no pointer where Foundation has none.
    private static func finding(_ error: DecodingError) -> (code: String, pointer: String?) {
        func pointer(_ path: [any CodingKey]) -> String {
            path.map { key in
                key.stringValue.hasPrefix("Index ")
                    ? "/\(key.intValue ?? -1)"
                    : "/"
                        + key.stringValue.replacing("~", with: "~0").replacing("/", with: "~1")
            }.joined()
        }
        switch error {
        case .typeMismatch(_, let context):
            return ("decoding.typeMismatch", pointer(context.codingPath))
        case .valueNotFound(_, let context):
            return ("decoding.valueNotFound", pointer(context.codingPath))
        case .keyNotFound(let key, let context):
            return ("decoding.keyNotFound", pointer(context.codingPath + [key]))
        case .dataCorrupted(let context):
            return (
                "decoding.dataCorrupted",
                context.codingPath.isEmpty ? nil : pointer(context.codingPath)
            )
        @unknown default: return ("", nil)
        }
    }

    @Test func errorsAreThoseOfFoundationsDecoder() throws {
        let manager = try ValidatorsManager(registry: .standard())
        var items = Items(numbers: SeededNumbers(seed: 73))
        var mutation = Mutation(numbers: SeededNumbers(seed: 74))
        var codes: [String: Int] = [:]
        for _ in 0..<1500 {
            let original = try Value(
                json: String(
                    decoding: try JSONEncoder().encode(items.item(depth: 1)), as: UTF8.self))
            let value = mutation.changed(original)
            guard case .object = value else { continue }
            let text = value.json
            do {
                let expected = try JSONDecoder().decode(Item.self, from: Data(text.utf8))
                #expect(try manager.decode(Item.self, from: text) == expected, "\(text)")
                codes["", default: 0] += 1
            } catch let error as DecodingError {
                let expected = Self.finding(error)
                let thrown = #expect(throws: ValidationError.self) {
                    try manager.decode(Item.self, from: text)
                }
                let violation = try #require(thrown?.report.violations.first)
                #expect(violation.code == expected.code, "\(text) \(error)")
                if let pointer = expected.pointer {
                    #expect(violation.pointer == pointer, "\(text) \(error)")
                }
                codes[violation.code, default: 0] += 1
            }
        }
        #expect(codes.count == 5 && codes.values.allSatisfy { $0 > 20 }, "\(codes)")
    }
}
