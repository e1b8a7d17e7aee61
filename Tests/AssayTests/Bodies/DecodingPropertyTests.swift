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
}
