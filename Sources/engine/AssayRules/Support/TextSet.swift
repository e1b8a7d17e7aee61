// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A set of texts with a look-up that allocates nothing.
///
/// Texts of two bytes are bits, where they lie close together. Another text of up to eight bytes is found
/// by comparing one word and the length; a longer one by its hash, and then by its bytes. Expected time
/// is one pass over the text, whatever the texts are: hashes are keyed. Words are read from memory where
/// the text is, and no reference is counted.
struct TextSet: @unchecked Sendable {  // the table never changes after init
    private let owner: Owner
    private let table: Table

    init(_ texts: [String]) {
        owner = Owner(texts)
        table = owner.table.pointee
    }

    /// True if the text is one of the set.
    @inline(__always)
    func contains(_ text: Span<UInt8>) -> Bool {
        text.withUnsafeBufferPointer {
            table.contains($0.baseAddress ?? UnsafePointer(table.bytes), length: $0.count)
        }
    }

    /// The test that a text is one of the set, which lives as long as the set.
    var test: ValueTest {
        var test = ValueTest(kinds: .string)
        test.checks = [
            ValueTest.Check(UnsafeRawPointer(owner.table)) { table, text, length in
                guard let table, let text else { return 1 }
                return table.assumingMemoryBound(to: Table.self).pointee
                    .contains(text, length: length) ? 0 : 1
            }
        ]
        return test
    }

    /// Keeps the memory of a table.
    private final class Owner {
        let table: UnsafeMutablePointer<Table>

        init(_ texts: [String]) {
            table = .allocate(capacity: 1)
            table.initialize(to: Table(texts))
        }

        deinit {
            table.pointee.free()
            table.deallocate()
        }
    }
}

/// Texts of two bytes each, such as the codes of countries: a bit for each pair between the least and the
/// greatest byte.
private struct PairSet {
    private static let mostBytes = 64

    private let bits: UnsafeMutablePointer<UInt64>
    private let least: UInt8
    private let span: UInt8

    /// Nil for other texts, and where the bytes lie far apart.
    init?(_ texts: [String]) {
        let bytes = texts.flatMap(\.utf8)
        guard let least = bytes.min(), let most = bytes.max(),
            texts.allSatisfy({ $0.utf8.count == 2 }), most - least < Self.mostBytes
        else { return nil }
        (self.least, span) = (least, most - least + 1)
        let count = (Int(span) * Int(span) + 63) / 64
        bits = .allocate(capacity: count)
        bits.initialize(repeating: 0, count: count)
        for start in stride(from: 0, to: bytes.count, by: 2) {
            let place = Int(bytes[start] - least) * Int(span) + Int(bytes[start + 1] - least)
            bits[place >> 6] |= 1 << UInt64(place & 63)
        }
    }

    func free() { bits.deallocate() }

    @inline(__always)
    func contains(_ start: UnsafePointer<UInt8>, length: Int) -> Bool {
        guard length == 2, start[0] &- least < span, start[1] &- least < span else { return false }
        let place = Int(start[0] &- least) &* Int(span) &+ Int(start[1] &- least)
        return bits[place >> 6] >> UInt64(place & 63) & 1 != 0
    }
}

private struct Table {
    private struct Slot {
        var key: UInt64 = 0
        /// The length in bytes; -1 marks an empty slot.
        var length = -1
        var offset = 0
    }

    private let slots: UnsafeMutablePointer<Slot>
    let bytes: UnsafeMutablePointer<UInt8>
    private let mask: Int
    private let hash = KeyedHash.process
    private let pairs: PairSet?

    init(_ all: [String]) {
        pairs = PairSet(all)
        // Nothing is hashed where bits tell.
        let texts = pairs == nil ? all : []
        var size = 4
        while size < texts.count * 2 { size *= 2 }
        let text = texts.flatMap(\.utf8)
        slots = .allocate(capacity: size)
        slots.initialize(repeating: Slot(), count: size)
        bytes = .allocate(capacity: max(1, text.count))
        bytes.initialize(from: text, count: text.count)
        mask = size - 1
        var offset = 0
        for text in texts {
            insert(length: text.utf8.count, offset: offset)
            offset += text.utf8.count
        }
    }

    func free() {
        slots.deallocate()
        bytes.deallocate()
        pairs?.free()
    }

    private func insert(length: Int, offset: Int) {
        let key = key(bytes + offset, length)
        var index = place(key, length: length) & mask
        while slots[index].length >= 0 { index = (index + 1) & mask }
        slots[index] = Slot(key: key, length: length, offset: offset)
    }

    @inline(__always)
    func contains(_ start: UnsafePointer<UInt8>, length: Int) -> Bool {
        if let pairs { return pairs.contains(start, length: length) }
        let key = key(start, length)
        var index = place(key, length: length) & mask
        while slots[index].length >= 0 {
            let slot = slots[index]
            if slot.key == key, slot.length == length,
                length <= 8 || isEqual(slot, start)
            {
                return true
            }
            index = (index + 1) & mask
        }
        return false
    }

    @inline(__always)
    private func isEqual(_ slot: Slot, _ start: UnsafePointer<UInt8>) -> Bool {
        bytesAreEqual(
            UnsafeBufferPointer(start: bytes + slot.offset, count: slot.length),
            UnsafeBufferPointer(start: start, count: slot.length))
    }

    @inline(__always)
    private func place(_ key: UInt64, length: Int) -> Int {
        Int(
            truncatingIfNeeded: length > 8
                ? key : hash.word(key, salt: UInt64(truncatingIfNeeded: length)))
    }

    /// A word for the text: with the length, unique for texts of up to eight bytes.
    @inline(__always)
    private func key(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        length > 8 ? hash.long(start, length) : KeyedHash.shortWord(start, length)
    }
}
