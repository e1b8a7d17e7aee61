// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

@Suite struct KeyedHashTests {
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { KeyedHash.process.bytes($0) }
    }

    @Test(arguments: [
        0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 1000,
    ])
    func everyByteAndTheLengthCount(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let hash = Self.hash(bytes)
        #expect(Self.hash([0] + bytes) != hash)
        #expect(Self.hash(bytes + [0]) != hash)
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << UInt8(bit)
                #expect(Self.hash(other) != hash, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test func equalBytesHaveOneHashWhereverTheyAre() {
        let bytes = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        for count in 0...36 {
            let text = Array(bytes.prefix(count))
            let moved = Array(([0xFF] + text + [0xFF]).dropFirst().dropLast())
            #expect(Self.hash(text) == Self.hash(moved))
        }
    }

    @Test func placesAreFoundAmongMany() {
        var places = HashPlaces(capacity: 0)
        for place in 0..<5000 {
            let hash = KeyedHash.process.word(UInt64(place), salt: 0)
            #expect(places.insert(place, hash) { $0 == place } == nil)
            #expect(places.insert(9999, hash) { $0 == place } == place)
        }
        for place in 0..<5000 {
            let hash = KeyedHash.process.word(UInt64(place), salt: 0)
            #expect(places.first(hash) { $0 == place } == place)
            #expect(places.first(hash) { _ in false } == nil)
        }
    }
}
