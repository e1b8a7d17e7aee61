// SPDX-License-Identifier: Apache-2.0
@testable import AssayCore
import AssayPluginABI
import TestRandomness
import Testing

/// Keys that are looked up together are found as those that are looked up alone.
@Suite struct MemberGroupTests {
    private static let keys = [
        "", "a", "b", "ab", "sku", "name", "nome", "price", "prices", "quantity", "quantitY",
        "a key of sixteen", "a key of sixteem", "a key of seventeen", "é", "e\u{301}",
        "a key that is longer than any vector", "a key that is longer then any vector",
    ]

    private static func objects(_ count: Int, _ random: inout SeededNumbers) -> [Value] {
        (0..<count).map { row in
            switch Int.random(in: 0..<8, using: &random) {
            case 0: return [.absent, .null, 1, "name", .array([1])][row % 5]
            case 1: return .object(Value.Object(keys.map { ($0, .string($0)) }))
            default:
                // Some keys appear more than once: the last one counts.
                let members = (0..<Int.random(in: 0...12, using: &random)).map { index in
                    (keys.randomElement(using: &random) ?? "", Value.integer(Int64(index)))
                }
                return .object(Value.Object(members))
            }
        }
    }

    @Test func everyKeyIsFoundAsItIsAlone() throws {
        var random = SeededNumbers(seed: 11)
        for _ in 0..<200 {
            let wanted = Array(
                Self.keys.shuffled(using: &random).prefix(.random(in: 1...9, using: &random)))
            let sources = [ColumnSource.field(0)] + wanted.map { .member(of: 0, key: $0) }
            let places = MemberGroup.places(of: sources)
            #expect(places[0] == nil)
            let group = try #require(places[1]).group
            #expect(group.columns == Array(1...wanted.count))
            let values = Self.objects(.random(in: 0...30, using: &random), &random)
            let arena = ValueArena()
            let stored = values.map { arena.store($0) }
            let first = Int.random(in: 0..<wanted.count, using: &random)
            let columns = (first..<wanted.count).map { _ in
                UnsafeMutablePointer<assay_value>.allocate(capacity: max(1, values.count))
            }
            defer { for column in columns { column.deallocate() } }
            let areObjects = values.allSatisfy { value in
                if case .object = value { true } else { value == .absent || value == .null }
            }
            stored.withUnsafeBufferPointer { stored in
                guard let start = stored.baseAddress else { return }
                columns.map { Optional($0) }.withUnsafeBufferPointer { targets in
                    guard let target = targets.baseAddress else { return }
                    let found = group.find(
                        first..<wanted.count, in: start, count: values.count, into: target)
                    #expect(found == areObjects)
                }
                for row in values.indices {
                    for (place, column) in columns.enumerated() {
                        let alone = MemberLookup.member(wanted[first + place], of: start + row)
                        let expected = alone.map { Value(FieldValue(unsafePointer: $0)) } ?? .absent
                        let found = Value(FieldValue(unsafePointer: column + row))
                        #expect(found == expected)
                    }
                }
            }
            withExtendedLifetime(arena) {}
        }
    }
}
