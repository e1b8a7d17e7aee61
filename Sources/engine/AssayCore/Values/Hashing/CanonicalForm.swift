// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Takes the canonical form of values, part by part.
///
/// Values that are equal as JSON (`valuesAreEqual`) have the same parts in the same order, whatever
/// their representation and the order of members. No sequence of parts begins another one, so that
/// values that differ have different parts, also one after the other.
protocol CanonicalForm {
    /// Adds a value without contents.
    mutating func add(_ constant: CanonicalConstant)
    mutating func add(integer: Int64)
    /// Adds a number that is no `Int64`, or one in another representation.
    ///
    /// - Parameter number: The digits of the number, or `nil` for one that has none (NaN).
    mutating func add(number: NumberText?)
    mutating func add(string: UnsafeBufferPointer<UInt8>)
    /// Begins an array, whose elements follow.
    mutating func beginArray(count: Int)
    /// Begins an object, whose members follow, sorted by the bytes of their keys.
    mutating func beginObject(count: Int)
    /// Adds the key of a member, whose value follows.
    mutating func add(key: UnsafeBufferPointer<UInt8>)
}

/// A value without contents.
package enum CanonicalConstant: UInt64, Sendable {
    case absent, null, `false`, `true`
}

extension CanonicalForm {
    /// Adds the parts of a value.
    ///
    /// O(n log n) in the size of the value, and without recursion.
    mutating func addParts(of value: FieldValue) {
        if CanonicalWalk.isContainer(value.unsafePointer) {
            var walk = CanonicalWalk()
            walk.add(value.unsafePointer, to: &self)
        } else {
            addScalar(value)
        }
    }

    @inline(__always)
    mutating func addScalar(_ value: FieldValue) {
        switch value.kind {
        case .integer: add(integer: value.unsafePointer.pointee.as.i64)
        case .unsignedInteger, .number, .decimal:
            NumberText.with(value) { add(number: $0) }
        case .bool: add(value.unsafePointer.pointee.as.i64 == 0 ? .false : .true)
        case .string: add(string: value.unsafeBytes)
        case .null: add(.null)
        default: add(.absent)
        }
    }
}

/// A walk over the values in an array or object.
private struct CanonicalWalk {
    /// An array or object whose contents are being added.
    private struct Container {
        let value: UnsafePointer<assay_value>
        /// The number of places of members before those of this container.
        let membersBefore: Int
        /// The place of the next element or member, and the end.
        var next: Int
        let end: Int
    }

    private var open: [Container] = []
    /// The members of all open objects, each object's sorted by key and each key once.
    private var members: [Int32] = []

    static func isContainer(_ value: UnsafePointer<assay_value>) -> Bool {
        value.pointee.kind == ASSAY_ARRAY || value.pointee.kind == ASSAY_OBJECT
    }

    mutating func add(
        _ root: UnsafePointer<assay_value>, to form: inout some CanonicalForm
    ) {
        enter(root, in: &form)
        while let last = open.last {
            guard last.next < last.end else {
                members.removeLast(members.count - last.membersBefore)
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let child = child(of: last, &form)
            if Self.isContainer(child) {
                enter(child, in: &form)
            } else {
                form.addScalar(FieldValue(unsafePointer: child))
            }
        }
    }

    private mutating func enter(
        _ value: UnsafePointer<assay_value>, in form: inout some CanonicalForm
    ) {
        let count = Int(value.pointee.len)
        guard value.pointee.kind == ASSAY_OBJECT else {
            let isEmpty = value.pointee.as.items == nil
            open.append(
                Container(
                    value: value, membersBefore: members.count, next: 0, end: isEmpty ? 0 : count))
            return form.beginArray(count: isEmpty ? 0 : count)
        }
        let start = members.count
        if value.pointee.as.members != nil {
            members.append(contentsOf: (0..<count).lazy.map(Int32.init))
            let kept = MemberOrder(value).sort(&members, from: start)
            members.removeLast(count - kept)
        }
        open.append(
            Container(value: value, membersBefore: start, next: start, end: members.count))
        form.beginObject(count: members.count - start)
    }

    private func child(
        of container: Container, _ form: inout some CanonicalForm
    ) -> UnsafePointer<assay_value> {
        guard container.value.pointee.kind == ASSAY_OBJECT else {
            let items = UnsafePointer<assay_value>(container.value.pointee.as.items)
            return (items ?? container.value) + container.next
        }
        let order = MemberOrder(container.value)
        let member = Int(members[container.next])
        form.add(key: order.key(member))
        return order.value(member)
    }
}

/// The members of an object in the order of their keys.
private struct MemberOrder {
    private let members: UnsafePointer<assay_member>
    private static let insertionMaximum = 16

    /// - Parameter object: A value of kind object.
    init(_ object: UnsafePointer<assay_value>) {
        members =
            UnsafePointer(object.pointee.as.members)
            ?? UnsafeRawPointer(object).assumingMemoryBound(to: assay_member.self)
    }

    func key(_ index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: members[index].key.ptr, count: Int(members[index].key.len))
    }

    func value(_ index: Int) -> UnsafePointer<assay_value> {
        UnsafeRawPointer(members + index).advanced(by: MemberLookup.valueOffset)
            .assumingMemoryBound(to: assay_value.self)
    }

    /// Sorts the places of members, and leaves the last member of each key.
    ///
    /// - Returns: The number of members that are left, from `start` on.
    func sort(_ places: inout [Int32], from start: Int) -> Int {
        if places.count - start <= Self.insertionMaximum {
            for index in start..<places.count {
                let place = places[index]
                var target = index
                while target > start, precedes(place, places[target - 1]) {
                    places[target] = places[target - 1]
                    target -= 1
                }
                places[target] = place
            }
        } else {
            places[start...].sort(by: precedes)
        }
        var kept = start
        for index in start..<places.count {
            let isRepeated =
                index + 1 < places.count
                && bytesAreEqual(key(Int(places[index])), key(Int(places[index + 1])))
            if !isRepeated {
                places[kept] = places[index]
                kept += 1
            }
        }
        return kept - start
    }

    /// Members with one key are in the order of the object.
    private func precedes(_ left: Int32, _ right: Int32) -> Bool {
        let (a, b) = (key(Int(left)), key(Int(right)))
        let count = min(a.count, b.count)
        var order = 0
        if count > 0, let start = a.baseAddress, let other = b.baseAddress {
            order = ByteSearch.compare(start, other, count: count)
        }
        if order != 0 { return order < 0 }
        return a.count == b.count ? left < right : a.count < b.count
    }
}
