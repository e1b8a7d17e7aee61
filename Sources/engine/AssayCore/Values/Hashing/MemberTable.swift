// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The members of an object by key; if keys are equal, the last member counts.
///
/// Objects of a few members are searched, larger ones get a table: a look-up takes constant time.
/// Borrows the members.
struct MemberTable {
    private let members: UnsafePointer<assay_member>
    private let count: Int
    /// The places of the members by key, for objects with more than `searched` members.
    private var places: HashPlaces?
    /// The number of different keys.
    private(set) var keyCount = 0

    private static let searched = 8

    /// - Parameter object: A value of kind object.
    init(_ object: UnsafePointer<assay_value>) {
        count = object.pointee.as.members == nil ? 0 : Int(object.pointee.len)
        members =
            UnsafePointer(object.pointee.as.members)
            ?? UnsafeRawPointer(object).assumingMemoryBound(to: assay_member.self)
        guard count > Self.searched else {
            for index in 0..<count where isLast(index) { keyCount += 1 }
            return
        }
        var table = HashPlaces(capacity: count)
        for index in (0..<count).reversed() {
            let key = key(index)
            let earlier = table.insert(index, KeyedHash.process.bytes(key)) {
                bytesAreEqual(self.key($0), key)
            }
            if earlier == nil { keyCount += 1 }
        }
        places = table
    }

    func key(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: members[index].key.ptr, count: Int(members[index].key.len))
    }

    func value(_ index: Int) -> UnsafePointer<assay_value> {
        UnsafeRawPointer(members + index).advanced(by: MemberLookup.valueOffset)
            .assumingMemoryBound(to: assay_value.self)
    }

    /// The last member with this key, or nil.
    func last(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
        if let places {
            return places.first(KeyedHash.process.bytes(key)) { bytesAreEqual(self.key($0), key) }
        }
        return (0..<count).last { bytesAreEqual(self.key($0), key) }
    }

    /// No later member has the key of this one.
    func isLast(_ index: Int) -> Bool { last(key(index)) == index }
}
