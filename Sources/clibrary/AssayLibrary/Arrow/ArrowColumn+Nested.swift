// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRecords
import CAssay

// Lists, structs and maps: arrays and objects in the arena.
extension ArrowColumn {
    func fillStructures(
        _ values: UnsafeMutablePointer<assay_value>, from start: Int, count: Int,
        in arena: ValueArena
    ) throws(LibraryError) {
        let width = children.count
        try checkMemory(of: arena, for: count * (width + 1))
        let members = arena.allocate(count * width * MemoryLayout<assay_member>.stride)
            .bindMemory(to: assay_member.self, capacity: max(1, count * width))
        let column = arena.allocate(count * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: count)
        for (place, child) in children.enumerated() {
            let key = arena.store(child.name)
            // The children of a struct have no offset of their own beside that of the struct.
            try child.fill(column, from: start, count: count, in: arena)
            for row in 0..<count {
                (members + row * width + place).initialize(
                    to: assay_member(key: key, value: column[row]))
            }
        }
        for row in 0..<count {
            var value = assay_value()
            value.kind = ASSAY_OBJECT
            value.as.members = UnsafePointer(members + row * width)
            value.len = UInt64(width)
            (values + row).initialize(to: value)
        }
    }

    func fillLists(
        _ values: UnsafeMutablePointer<assay_value>, from start: Int, count: Int,
        in arena: ValueArena
    ) throws(LibraryError) {
        guard let child = children.first else { return }
        for index in 0..<count {
            let position = start + index
            guard isPresent(position) else {
                (values + index).initialize(to: assay_value())
                continue
            }
            let (first, length) = try elements(of: position, child: child)
            try checkMemory(of: arena, for: length)
            let items = arena.allocate(length * MemoryLayout<assay_value>.stride)
                .bindMemory(to: assay_value.self, capacity: max(1, length))
            try child.fill(items, from: first, count: length, in: arena)
            var value = assay_value()
            value.kind = ASSAY_ARRAY
            value.as.items = UnsafePointer(items)
            value.len = UInt64(length)
            if type == .map { value = try object(items, count: length, row: position, in: arena) }
            (values + index).initialize(to: value)
        }
    }

    /// Lists can share elements, so that an array of a few bytes may say that it has any number.
    private func checkMemory(of arena: ValueArena, for values: Int) throws(LibraryError) {
        let most = 1 << 31
        guard values <= most / MemoryLayout<assay_member>.stride,
            arena.size + values * MemoryLayout<assay_member>.stride <= most
        else { throw .arrow(path, "the values of 4,096 rows take more than 2 GiB") }
    }

    /// Returns the rows of the child that a list has.
    private func elements(
        of position: Int, child: ArrowColumn
    ) throws(LibraryError) -> (first: Int, length: Int) {
        let (first, length): (Int, Int)
        switch type {
        case .list(isLarge: true):
            (first, length) = range(at: position, by: buffer(1, of: Int64.self))
        case .listView(isLarge: true):
            first = Int(buffer(1, of: Int64.self)[position])
            length = Int(buffer(2, of: Int64.self)[position])
        case .listView:
            first = Int(buffer(1, of: Int32.self)[position])
            length = Int(buffer(2, of: Int32.self)[position])
        case .fixedList(let size):
            (first, length) = (position * size, size)
        default:
            (first, length) = range(at: position, by: buffer(1, of: Int32.self))
        }
        guard first >= 0, length >= 0, first <= child.length, length <= child.length - first else {
            throw .arrow(
                path,
                "row \(position) has \(length) elements from \(first) on, of \(child.length)")
        }
        return (first, length)
    }

    private func range<Offset: FixedWidthInteger>(
        at position: Int, by offsets: UnsafePointer<Offset>
    ) -> (Int, Int) {
        let first = Int(offsets[position])
        return (first, Int(offsets[position + 1]).subtractingReportingOverflow(first).partialValue)
    }

    /// A map as an object, of which the keys are texts.
    private func object(
        _ entries: UnsafeMutablePointer<assay_value>, count: Int, row position: Int,
        in arena: ValueArena
    ) throws(LibraryError) -> assay_value {
        let members = arena.allocate(count * MemoryLayout<assay_member>.stride)
            .bindMemory(to: assay_member.self, capacity: max(1, count))
        for index in 0..<count {
            let entry = entries[index]
            guard entry.kind == ASSAY_OBJECT, entry.len == 2, let pair = entry.as.members,
                pair[0].value.kind == ASSAY_STR
            else { throw .arrow(path, "a key of row \(position) is not a text") }
            let key = assay_str(ptr: pair[0].value.as.ptr, len: pair[0].value.len)
            (members + index).initialize(to: assay_member(key: key, value: pair[1].value))
        }
        var value = assay_value()
        value.kind = ASSAY_OBJECT
        value.as.members = UnsafePointer(members)
        value.len = UInt64(count)
        return value
    }
}
