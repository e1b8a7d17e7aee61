// SPDX-License-Identifier: Apache-2.0
import Testing

@_spi(Engine) @testable import AssayCore

/// Keys are told apart by their code points, not by what they look like.
@Suite struct ExactKeyTests {
    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    @Test func equivalentKeysAreTwo() throws {
        let (composed, decomposed) = (Self.composed, Self.decomposed)
        #expect(composed == decomposed)
        #expect(!composed.hasSameBytes(as: decomposed))
        #expect(Set([composed, decomposed].map { ExactKey($0) }).count == 2)
        #expect(ExactKey(composed) == ExactKey(String(decoding: [0xC3, 0xA9], as: UTF8.self)))
        // As many bytes, in another order.
        #expect(!"a\u{323}\u{307}".hasSameBytes(as: "a\u{307}\u{323}"))
        #expect(FieldPath(key: composed) != FieldPath(key: decomposed))
        #expect(!FieldPath(key: composed).overlaps(FieldPath(key: decomposed)))
        #expect(Set([FieldPath(key: composed), FieldPath(key: decomposed)]).count == 2)
        #expect(PointerToken.key(composed) != .key(decomposed))
        #expect(PointerToken.key(composed) == .key(composed))
    }

    @Test func membersAreFoundByTheirBytes() {
        var object: Value.Object = Value.Object([(Self.composed, 1), (Self.decomposed, 2)])
        #expect(object[Self.composed] == 1)
        #expect(object[Self.decomposed] == 2)
        object[Self.composed] = nil
        #expect(object.members.map(\.value) == [2])
        object[Self.composed] = 3
        #expect(object.members.map(\.value) == [2, 3])
        #expect(Value.object(object) != [Self.decomposed: 3])
        #expect(Value.object(Value.Object([(Self.composed, 1)])) != [Self.decomposed: 1])
    }

    @Test func objectsAreEqualByTheLastValuesOfTheirKeys() {
        let twice = Value.Object([("a", 1), ("a", 2)])
        #expect(twice == Value.Object([("a", 2)]))
        #expect(twice != Value.Object([("a", 2), ("b", 3)]))
        #expect(Value.Object([("a", 2), ("b", 3)]) != twice)
    }

    @Test func fieldsOfRecordsAreFoundByTheirBytes() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                [
                    Field(FieldPath(key: Self.composed), .size(2)),
                    Field(FieldPath(key: Self.decomposed), .size(3)),
                ], unknownFields: .reject), registry: .testing())
        let record = ValidationRecord(
            Value.Object([(Self.composed, "x"), (Self.decomposed, "xyz")]))
        #expect(manager.validate(record).violations.map(\.code) == ["size.small"])
        let reports = try [Self.composed, Self.decomposed].map {
            try manager.validate(record, fields: [$0])
        }
        #expect(reports.map(\.isValid) == [false, true])
        #expect(
            manager.validate(record).violations(of: Self.decomposed).isEmpty)
        let other = ValidationRecord(Value.Object([("e\u{300}", 1), ("\u{E8}", 1)]))
        #expect(
            manager.validate(other).violations.map(\.pointer.unicodeScalars.count) == [3, 2])
        #expect(
            manager.validate(other).violations.map(\.code) == [
                "record.unknownField", "record.unknownField",
            ])
    }

    // MARK: - Repeated keys

    private static func nested(_ value: Value, _ depth: Int) -> Value {
        depth == 0 ? value : ["k": nested(value, depth - 1)]
    }

    @Test(
        arguments: [
            ([("a", 1), ("a", "x")], ["/a record.duplicateKey"], "x"),
            (
                [("a", 1), ("a", 2), ("a", "x")],
                ["/a record.duplicateKey", "/a record.duplicateKey"], "x"
            ),
            (
                [("a", .object(Value.Object([("b", 1), ("b", 2)])))],
                ["/a/b record.duplicateKey"], ["b": 2]
            ),
            (
                [("a", [.object(Value.Object([("b", 1), ("b", 2), ("~/", 1)])), 3])],
                ["/a/0/b record.duplicateKey"], [["b": 2, "~/": 1], 3]
            ),
            (
                [
                    (
                        "a",
                        .object(
                            Value.Object([
                                ("b", .object(Value.Object([("c", 1), ("c", 1)]))), ("b", 1),
                            ]))
                    )
                ],
                ["/a/b/c record.duplicateKey", "/a/b record.duplicateKey"], ["b": 1]
            ),
            // No rule reads what is in a field without rules.
            ([("z", 1), ("z", .object(Value.Object([("b", 1), ("b", 2)])))], [], .absent),
        ] as [([(String, Value)], [String], Value)])
    func repeatedKeysInMemoryAreReported(
        members: [(String, Value)], expected: [String], value: Value
    ) throws {
        let record = ValidationRecord(Value.Object(members.map { (key: $0.0, value: $0.1) }))
        let manager = try ValidatorsManager.testing(Field("a"))
        #expect(manager.validate(record).summary == expected)
        #expect(manager.validate(record).isValid == expected.isEmpty)
        #expect(
            manager.validate([record, ["a": 1], record]).map(\.summary) == [expected, [], expected])
        #expect(ValidationSession(manager.plan).trace(record).report.summary == expected)
        let columns = RecordColumns(fields: ["a"])
        let batch = columns.batch(of: [record], reporting: .init(manager.plan))
        #expect(Value(FieldValue(unsafePointer: batch.columns[0])) == value)
        withExtendedLifetime(columns) {}
    }

    @Test func manyMembersAreMergedLikeFew() {
        var members = (0..<40).map { (key: "k\($0)", value: Value.integer(Int64($0))) }
        members.append(("k3", "last"))
        let object = Value.Object(members)
        #expect(object.repeatedKeys == ["k3"])
        #expect(object.withoutDuplicateKeys.members.count == 40)
        #expect(object.withoutDuplicateKeys.members[3].value == "last")
        #expect(!object.withoutDuplicateKeys.hasDuplicateKeys)
        let stored = NativeValue(.object(object))
        #expect(stored.value.count == 40)
    }

    @Test func onlyTheChosenFieldsAreLookedAt() throws {
        let manager = try ValidatorsManager.testing(Field("a"), Field("b.c"))
        let record = ValidationRecord(
            Value.Object([("a", 1), ("a", 2), ("b", .object(Value.Object([("d", 1), ("d", 2)])))]))
        #expect(try manager.validate(record, fields: ["a"]).summary == ["/a record.duplicateKey"])
        #expect(
            try manager.validate(record, fields: ["b.c"]).summary == ["/b/d record.duplicateKey"])
        #expect(try manager.validate(record, fields: [String]()).summary == [])
    }
}
