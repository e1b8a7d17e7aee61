// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import CScans

/// The columns of members of the same objects: their keys are looked up in an object together.
final class MemberGroup: @unchecked Sendable {  // never written after init
    /// The column of the objects.
    let parent: Int
    let columns: [Int]
    private let keys: UnsafeMutableBufferPointer<assay_str>
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    fileprivate init(parent: Int, members: [(column: Int, key: String)]) {
        self.parent = parent
        columns = members.map(\.column)
        bytes = .allocate(capacity: members.reduce(0) { $0 + $1.key.utf8.count })
        keys = .allocate(capacity: members.count)
        var end = 0
        for (place, member) in members.enumerated() {
            let start = end
            for byte in member.key.utf8 {
                bytes.initializeElement(at: end, to: byte)
                end += 1
            }
            keys.initializeElement(
                at: place,
                to: assay_str(
                    ptr: bytes.baseAddress.map { UnsafePointer($0) + start },
                    len: UInt64(end - start)))
        }
        assert(end == bytes.count)
        assert(columns.allSatisfy { $0 > parent }, "a member comes before its object")
    }

    deinit {
        keys.deallocate()
        bytes.deallocate()
    }

    /// Finds the values of some columns.
    ///
    /// - Parameters:
    ///   - places: Places in `columns`.
    ///   - objects: The values that may be objects.
    ///   - count: The number of these values.
    ///   - targets: The memory for the values of each of those columns, with room for `count`.
    /// - Returns: `true` if all values are objects or missing.
    func find(
        _ places: Range<Int>, in objects: UnsafePointer<assay_value>, count: Int,
        into targets: UnsafePointer<UnsafeMutablePointer<assay_value>?>
    ) -> Bool {
        assert(count >= 0)
        assert(places.lowerBound >= 0 && places.upperBound <= keys.count)
        return assay_find_members(
            objects, count, keys.baseAddress.map { UnsafePointer($0) + places.lowerBound },
            places.count, targets)
    }

    /// The members of a record that are named, or `nil` for a column that is not of records.
    convenience init?(ofRecord source: ColumnSource) {
        guard case .record(let members) = source else { return nil }
        self.init(parent: -1, members: members)
    }

    /// Makes an object of the values of each row, without those that are absent.
    ///
    /// - Parameters:
    ///   - values: The columns of a plan, which have the values.
    ///   - count: The number of rows.
    ///   - members: The memory for the members, with room for as many as the group has in each row.
    ///   - objects: The memory for the objects, with room for `count`.
    func makeObjects(
        of values: UnsafePointer<UnsafePointer<assay_value>>, count: Int,
        members: UnsafeMutablePointer<assay_member>, into objects: UnsafeMutablePointer<assay_value>
    ) {
        for row in 0..<count {
            let first = members + row * columns.count
            var end = 0
            for (place, column) in columns.enumerated() {
                let value = values[column][row]
                guard value.kind != ASSAY_ABSENT else { continue }
                (first + end).initialize(to: assay_member(key: keys[place], value: value))
                end += 1
            }
            var object = assay_value()
            object.kind = ASSAY_OBJECT
            object.as.members = UnsafePointer(first)
            object.len = UInt64(end)
            (objects + row).initialize(to: object)
        }
    }

    /// The place of the column of a member in its group.
    struct Place {
        let group: MemberGroup
        let index: Int
    }

    /// Returns the place of each column in its group, or `nil` for a column that is not of members.
    static func places(of columns: [ColumnSource]) -> [Place?] {
        var members: [Int: [(column: Int, key: String)]] = [:]
        for (column, source) in columns.enumerated() {
            if case .member(let parent, let key) = source {
                members[parent, default: []].append((column, key))
            }
        }
        var places = [Place?](repeating: nil, count: columns.count)
        for (parent, members) in members {
            let group = MemberGroup(parent: parent, members: members)
            for (index, member) in members.enumerated() {
                places[member.column] = Place(group: group, index: index)
            }
        }
        return places
    }
}
