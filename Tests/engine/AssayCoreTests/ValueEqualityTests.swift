// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Equality as JSON, and the hashes that follow it.
@Suite struct ValueEqualityTests {
    private static func areEqual(_ left: Value, _ right: Value) -> Bool {
        let (left, right) = (NativeValue(left), NativeValue(right))
        return valuesAreEqual(left.value, right.value)
    }

    private static func hash(_ value: Value) -> UInt64 {
        ValueHash.hash(NativeValue(value).value)
    }

    /// The hash of fingerprints, which has the same canonical form.
    private static func wideHash(_ value: Value) -> [UInt64] {
        var hash = SipHash(wideKey: (1, 2))
        hash.add(value)
        return [hash.wideValue.high, hash.wideValue.low]
    }

    private static func object(_ members: [(String, Value)]) -> Value {
        .object(Value.Object(members.map { (key: $0.0, value: $0.1) }))
    }

    /// A decimal, unless its text has to become a number of another kind.
    private static func number(_ text: String) -> Value { .decimal(text) }

    private static let wide = (0..<40).map { ("key\($0)", Value.integer(Int64($0))) }

    /// The values of a list are equal; those of different lists differ.
    private static let groups: [[Value]] = [
        [
            1, 1.0, number("1"), number("1e0"), number("100e-2"), number("0.01e2"),
            number("001.000"),
        ],
        [0, -0.0, number("-0"), number("0e99999999999999999999999"), number("0.000")],
        [-1, number("-1.0")],
        [1200, 1.2e3, number("12E2"), number("0.0012e+6")],
        [.integer(.max), number("9223372036854775807"), number("9223372036854775807.000")],
        [.integer(.min), number("-9223372036854775808")],
        [
            .unsignedInteger(.max), number("18446744073709551615"),
            number("1.8446744073709551615e19"),
        ],
        [number("1234567890123456789012"), number("1.234567890123456789012e21")],
        [number("1234567890123456789013")],
        [.integer(1_000_000_000_000_000_000), 1e18, number("1e18")],
        [number("1e400"), number("10e399"), number("0.1e401")],
        [number("1e401")],
        [number("-1e401")],
        [number("1e-400"), number("10e-401")],
        [number("1e99999999999999999999"), number("0.1e100000000000000000000")],
        [number("1e-99999999999999999999"), number("10e-100000000000000000000")],
        [number("1e100000000000000000001")],
        [0.1, number("0.1"), number("1e-1")],
        ["1"], [""], ["a"], ["A"], [true], [false], [nil], [.absent],
        ["a text of more than sixteen bytes"], ["a text of more than sixteen bytez"],
        [[]], [[[]]], [[[], []]], [object([])], [[1, 2], [1.0, 2.0]], [[2, 1]], [[1, [2]]],
        [[[1], 2]],
        [["a": 1, "b": [2]], object([("b", [2.0]), ("a", 1)])],
        [["a": 1, "b": 2], object([("a", 7), ("b", 2), ("a", 1)])],
        [["a": 1], object([("a", 2), ("a", 1)]), object([("a", 1), ("a", 1)])],
        [["a": 2]], [["b": 1]], [["a": nil]], [["a": ["b": 1]]],
        [object(wide), object(wide.reversed()), object([("key7", 0)] + wide)],
        [object(wide + [("key7", 0)]), object([("key7", 0)] + wide.filter { $0.0 != "key7" })],
        [object(wide + [("key40", 0)])],
    ]

    @Test func valuesOfAGroupAreEqualAndHaveOneHash() {
        for group in Self.groups {
            for left in group {
                for right in group {
                    #expect(Self.areEqual(left, right), "\(left) \(right)")
                    #expect(Self.hash(left) == Self.hash(right), "\(left) \(right)")
                    #expect(Self.wideHash(left) == Self.wideHash(right), "\(left) \(right)")
                }
            }
        }
    }

    @Test func valuesOfDifferentGroupsDifferAndSoDoTheirHashes() {
        for (index, left) in Self.groups.enumerated() {
            for right in Self.groups[(index + 1)...] {
                #expect(!Self.areEqual(left[0], right[0]), "\(left[0]) \(right[0])")
                #expect(!Self.areEqual(right[0], left[0]), "\(left[0]) \(right[0])")
                #expect(Self.hash(left[0]) != Self.hash(right[0]), "\(left[0]) \(right[0])")
                #expect(
                    Self.wideHash(left[0]) != Self.wideHash(right[0]), "\(left[0]) \(right[0])")
            }
        }
    }

    @Test func keysThatAreRepeatedInOneObjectOnlyDoNotMakeItEqual() {
        let repeated = Self.object([("a", 1), ("a", 1)])
        #expect(!Self.areEqual(repeated, ["a": 1, "b": 2]))
        #expect(!Self.areEqual(["a": 1, "b": 2], repeated))
    }

    @Test func differenceAtTheBottomOfADeepValueIsSeen() {
        func nested(_ value: Value, _ depth: Int) -> Value {
            (0..<depth).reduce(value) { $1 % 2 == 0 ? [$0] : ["a": $0] }
        }
        let (left, right) = (nested(1, 2000), nested(1.0, 2000))
        #expect(Self.areEqual(left, right))
        #expect(Self.hash(left) == Self.hash(right))
        #expect(!Self.areEqual(left, nested(2, 2000)))
        #expect(Self.hash(left) != Self.hash(nested(2, 2000)))
    }

    /// With a comparison of each pair these would take minutes.
    @Test func largeObjectsAreComparedInOnePass() {
        let prefix = String(repeating: "the same beginning of every key ", count: 4)
        let members = (0..<20_000).map {
            ("\(prefix)\($0) and the same end", Value.integer(Int64($0)))
        }
        #expect(Self.areEqual(Self.object(members), Self.object(members.reversed())))
        let other = members.dropLast() + [("\(prefix)last", 0)]
        #expect(!Self.areEqual(Self.object(members), Self.object(Array(other))))
    }

    /// Bytes are compared in words that overlap: each byte counts, at every length.
    @Test func textsDifferByEachOfTheirBytes() {
        for count in 0...100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            #expect(bytes.withUnsafeBufferPointer { bytesAreEqual($0, $0) })
            for place in 0..<count {
                var other = bytes
                other[place] ^= 1 << UInt8(place % 8)
                #expect(!Self.areEqual(bytes, other), "\(count) bytes, the one at \(place)")
            }
            #expect(!Self.areEqual(bytes, bytes + [0]))
        }
    }

    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { bytesAreEqual(left, $0) }
        }
    }
}
