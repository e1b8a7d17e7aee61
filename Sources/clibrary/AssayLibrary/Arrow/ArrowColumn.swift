// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayRecords
import CAssay

/// Reads an Arrow array as values, after it was held against its schema.
///
/// It borrows from the array, and is used by one thread.
final class ArrowColumn {
    private static let mostDepth = 64

    let path: String
    let type: ArrowType
    let name: String
    /// Rows, from `offset` on.
    let length: Int
    let offset: Int
    let children: [ArrowColumn]
    /// A function that writes dates and moments in the form that the rules of the column read, or `nil`
    /// for ISO 8601.
    let spelling: TextReading.Spelling?
    private let array: UnsafePointer<ArrowArray>
    /// A bit for each row, 1 if the row has a value, or `nil` if all rows have one.
    private let validity: UnsafePointer<UInt8>?
    /// The values that indexes refer to, or `nil` if the array has values of its own.
    private(set) var dictionary: UnsafeBufferPointer<assay_value>?
    private var dictionaryArena: ValueArena?

    /// - Parameters:
    ///   - schema: The schema of the array.
    ///   - array: The array, which is not released while this object is used.
    ///   - path: The names that lead to the array, for errors.
    ///   - field: The path of the values of the array as a rule set has it, or `nil` if no field can have
    ///     them.
    ///   - readings: What the rules read the texts of fields as.
    ///   - depth: The number of arrays around this one.
    /// - Throws: What is wrong with the array.
    init(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>,
        path: String, field: FieldPath? = nil, readings: FieldReadings = .none, depth: Int = 0
    ) throws(LibraryError) {
        self.path = path
        spelling = field.flatMap { readings.reading(of: $0) }?.spelling
        self.array = array
        guard depth < Self.mostDepth else { throw .arrow(path, "is nested too deeply") }
        guard schema.pointee.release != nil else { throw .arrow(path, "the schema is released") }
        guard array.pointee.release != nil else { throw .arrow(path, "the array is released") }
        guard let format = schema.pointee.format.map({ String(cString: $0) }) else {
            throw .arrow(path, "the schema has no format")
        }
        guard let type = ArrowType(format: format) else {
            throw LibraryError(
                rc: ASSAY_E_ARROW, code: "arrow.type",
                message: "column '\(path)': the type '\(format)' is not read; cast the column",
                members: [("column", .string(path)), ("format", .string(format))])
        }
        self.type = type
        name = schema.pointee.name.map { String(cString: $0) } ?? ""
        (length, offset) = try Self.range(of: array.pointee, path: path)
        try Self.checkBuffers(of: array.pointee, type: type, path: path, length: length)
        validity = Self.validity(of: array.pointee, type: type)
        children = try Self.children(
            of: schema.pointee, array.pointee, type, path, field, readings, depth)
        try checkChildren()
        if let values = schema.pointee.dictionary {
            try readDictionary(UnsafePointer(values), field, readings, depth: depth)
        } else if array.pointee.dictionary != nil {
            throw .arrow(path, "the array has a dictionary, and the schema has none")
        }
    }

    private static func range(
        of array: ArrowArray, path: String
    ) throws(LibraryError) -> (length: Int, offset: Int) {
        guard (0...(1 << 56)).contains(array.length), (0...(1 << 56)).contains(array.offset) else {
            throw .arrow(path, "the length is \(array.length), and the offset \(array.offset)")
        }
        guard (-1...array.length).contains(array.null_count) else {
            throw .arrow(path, "\(array.null_count) of \(array.length) values are null")
        }
        return (Int(array.length), Int(array.offset))
    }

    private static func checkBuffers(
        of array: ArrowArray, type: ArrowType, path: String, length: Int
    ) throws(LibraryError) {
        let isRight =
            if case .null = type {
                // None by the specification; some writers leave the place of a bitmap.
                (0...1).contains(array.n_buffers)
            } else {
                type.bufferCount.map { array.n_buffers == Int64($0) }
                    ?? (3...(1 << 20)).contains(array.n_buffers)
            }
        guard isRight else { throw .arrow(path, "the array has \(array.n_buffers) buffers") }
        if case .null = type { return }
        guard let buffers = array.buffers else { throw .arrow(path, "the buffers are NULL") }
        guard length > 0 else { return }
        let needed = type.bufferCount ?? 2
        // The text of a column may be empty: only what has a length is read.
        for index in 1..<max(1, needed) where buffers[index] == nil {
            if case .text = type, index == 2 { continue }
            throw .arrow(path, "buffer \(index) is NULL")
        }
        if buffers[0] == nil, array.null_count > 0 {
            throw .arrow(path, "\(array.null_count) values are null, and no bitmap says which")
        }
    }

    private static func validity(
        of array: ArrowArray, type: ArrowType
    ) -> UnsafePointer<UInt8>? {
        if case .null = type { return nil }
        guard array.null_count != 0, let bitmap = array.buffers?[0] else { return nil }
        return bitmap.assumingMemoryBound(to: UInt8.self)
    }

    private static func children(
        of schema: ArrowSchema, _ array: ArrowArray, _ type: ArrowType, _ path: String,
        _ field: FieldPath?, _ readings: FieldReadings, _ depth: Int
    ) throws(LibraryError) -> [ArrowColumn] {
        guard schema.n_children == array.n_children, (0...(1 << 20)).contains(array.n_children)
        else {
            throw .arrow(
                path,
                "the schema has \(schema.n_children) children, and the array \(array.n_children)")
        }
        if let expected = type.childCount, array.n_children != Int64(expected) {
            throw .arrow(path, "the array has \(array.n_children) children, expected \(expected)")
        }
        // The columns of the rules alone are looked at.
        guard depth > 0, array.n_children > 0 else { return [] }
        var columns: [ArrowColumn] = []
        for index in 0..<Int(array.n_children) {
            let (schema, array) = try child(index, of: schema, array, path: path)
            let name = schema.pointee.name.map { String(cString: $0) } ?? ""
            columns.append(
                try ArrowColumn(
                    schema, array, path: "\(path).\(name)",
                    field: type.step(into: name).flatMap { step in
                        field.map { FieldPath(segments: $0.segments + [step]) }
                    },
                    readings: readings, depth: depth + 1))
        }
        return columns
    }

    /// The schema and the array of a child.
    static func child(
        _ index: Int, of schema: ArrowSchema, _ array: ArrowArray, path: String
    ) throws(LibraryError) -> (UnsafePointer<ArrowSchema>, UnsafePointer<ArrowArray>) {
        guard let childSchema = schema.children?[index], let childArray = array.children?[index]
        else { throw .arrow(path, "child \(index) is NULL") }
        return (UnsafePointer(childSchema), UnsafePointer(childArray))
    }

    private func checkChildren() throws(LibraryError) {
        switch type {
        case .structure:
            for child in children where child.length < offset + length {
                throw .arrow(
                    child.path, "has \(child.length) rows, and its struct \(offset + length)")
            }
        case .fixedList(let count):
            let (needed, overflow) = (offset + length).multipliedReportingOverflow(by: count)
            guard let child = children.first, !overflow, child.length >= needed else {
                throw .arrow(path, "the elements are fewer than its lists have")
            }
        case .map:
            guard let entries = children.first, entries.type == .structure,
                entries.children.count == 2
            else { throw .arrow(path, "the entries of a map must be structs of two members") }
        default: break
        }
    }

    private func readDictionary(
        _ schema: UnsafePointer<ArrowSchema>, _ field: FieldPath?, _ readings: FieldReadings,
        depth: Int
    ) throws(LibraryError) {
        guard case .integer = type else { throw .arrow(path, "a dictionary needs integers") }
        guard let values = array.pointee.dictionary else {
            throw .arrow(path, "the schema has a dictionary, and the array has none")
        }
        let column = try ArrowColumn(
            schema, values, path: path, field: field, readings: readings, depth: depth + 1)
        guard column.length <= 1 << 25 else { throw .arrow(path, "the dictionary is too large") }
        let arena = ValueArena()
        let memory = arena.allocate(column.length * MemoryLayout<assay_value>.stride)
            .bindMemory(to: assay_value.self, capacity: column.length)
        try column.fill(memory, from: 0, count: column.length, in: arena)
        dictionary = UnsafeBufferPointer(start: memory, count: column.length)
        dictionaryArena = arena
    }

    /// Returns `true` if a row has a value.
    ///
    /// The position includes the offset of the array.
    @inline(__always)
    func isPresent(_ position: Int) -> Bool {
        guard let validity else { return true }
        return validity[position >> 3] & 1 << UInt8(position & 7) != 0
    }

    func buffer<Element>(_ index: Int, of type: Element.Type) -> UnsafePointer<Element> {
        // Those that are read were found not to be NULL.
        UnsafeRawPointer(array.pointee.buffers[index].unsafelyUnwrapped)
            .assumingMemoryBound(to: Element.self)
    }

    func optionalBuffer(_ index: Int) -> UnsafePointer<UInt8>? {
        array.pointee.buffers[index]?.assumingMemoryBound(to: UInt8.self)
    }

    var bufferCount: Int { Int(array.pointee.n_buffers) }
}
