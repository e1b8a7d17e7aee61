// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Values that rules are run on.
enum ValueCorpus {
    /// One or more of each kind, at the limits of their ranges and nested.
    static let kinds: [Value] =
        [
            .absent, .null, .bool(true), .bool(false), .unsignedInteger(UInt64(Int64.max) + 1),
            .unsignedInteger(.max),
        ] + integers.map(Value.integer) + doubles.map(Value.number) + decimals.map(Value.decimal)
        + ["", "a", "Zoë", .array([]), .object(Value.Object())] + collections

    private static let integers: [Int64] = [
        0, 1, -1, 2, 127, 128, 255, 256, 1 << 31, -(1 << 31), 1 << 53, (1 << 53) + 1, .max, .min,
        .min + 1,
    ]

    private static let doubles: [Double] = [
        0.5, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
        -.greatestFiniteMagnitude, 1e15, 0.1,
    ]

    /// Decimals, which keep their text beside a double, some beyond the range of a double.
    private static let decimals = [
        "0.10", "1e2", "123456789012345678901234567890", "0.1000000000000000055511151231257827",
        "1e400", "-1e400", "1e-400", String(repeating: "9", count: 1000),
    ]

    private static let collections: [Value] = [
        .array([.null, .bool(true), 1, 0.5, "a", .array([]), .object(Value.Object())]),
        .array((0..<1000).map { .integer($0) }),
        .object(["a": 1, "": nil, "b": ["c": "d"]]),
        .object(Value.Object([("a", 1), ("a", 2)])),
        nested(depth: 256) { .array([$0]) },
        nested(depth: 256) { .object(Value.Object([("a", $0)])) },
    ]

    /// Returns a value of `depth` levels; the host reads JSON 256 levels deep.
    private static func nested(depth: Int, in wrap: (Value) -> Value) -> Value {
        (1..<depth).reduce(1) { value, _ in wrap(value) }
    }

    /// Texts as records have them.
    static let ordinary: [Value] = [
        "2024-02-29", "12:30", "anna@example.org", "+49 30 123456", "DE89370400440532013000",
        "3.14",
        "-7", "true", "https://example.org/a?b=c", "Lorem ipsum dolor sit amet", " ", "0",
        .array(["a", "b"]), .array([1, 2, 3]),
    ]
}

extension Value {
    fileprivate static func object(_ members: KeyValuePairs<String, Value>) -> Value {
        .object(Object(members.map { ($0.key, $0.value) }))
    }
}
