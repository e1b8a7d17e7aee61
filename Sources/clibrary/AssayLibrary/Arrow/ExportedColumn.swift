// SPDX-License-Identifier: Apache-2.0
import CAssay

/// A column on its way to the caller, who gets it as a schema and, once, an array.
struct ExportedColumn {
    let name: String
    let format: String
    let length: Int
    var nullCount = 0
    var isNullable = false
    /// Memory that the array takes; nil for a bitmap that is not needed.
    let buffers: [UnsafeMutableRawPointer?]
    var children: [ExportedColumn] = []
    var dictionary: Boxed?

    /// Keeps the size of the struct known.
    final class Boxed {
        let column: ExportedColumn
        init(_ column: ExportedColumn) { self.column = column }
    }

    init(
        name: String, format: String, length: Int, nullCount: Int = 0, isNullable: Bool = false,
        buffers: [UnsafeMutableRawPointer?], children: [ExportedColumn] = [],
        dictionary: ExportedColumn? = nil
    ) {
        self.name = name
        self.format = format
        self.length = length
        self.nullCount = nullCount
        self.isNullable = isNullable
        self.buffers = buffers
        self.children = children
        self.dictionary = dictionary.map(Boxed.init)
    }

    /// The schema, which is the caller's to release.
    func schema() -> ArrowSchema {
        var schema = ArrowSchema()
        schema.format = UnsafePointer(Memory.copy(Array(format.utf8CString)))
        schema.name = UnsafePointer(Memory.copy(Array(name.utf8CString)))
        schema.flags = isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
        schema.n_children = Int64(children.count)
        schema.children = Memory.pointers(children.map { Memory.copy([$0.schema()]) })
        schema.dictionary = dictionary.map { Memory.copy([$0.column.schema()]) }
        schema.release = { schema in
            guard let schema, schema.pointee.release != nil else { return }
            for index in 0..<Int(schema.pointee.n_children) {
                guard let child = schema.pointee.children?[index] else { continue }
                child.pointee.release?(child)
                child.deallocate()
            }
            schema.pointee.children?.deallocate()
            if let dictionary = schema.pointee.dictionary {
                dictionary.pointee.release?(dictionary)
                dictionary.deallocate()
            }
            schema.pointee.format?.deallocate()
            schema.pointee.name?.deallocate()
            schema.pointee.release = nil
        }
        return schema
    }

    /// The array with the buffers, which is the caller's to release.
    func array() -> ArrowArray {
        var array = ArrowArray()
        array.length = Int64(length)
        array.null_count = Int64(nullCount)
        array.n_buffers = Int64(buffers.count)
        array.buffers = Memory.pointers(buffers.map { UnsafeRawPointer($0) })
        array.n_children = Int64(children.count)
        array.children = Memory.pointers(children.map { Memory.copy([$0.array()]) })
        array.dictionary = dictionary.map { Memory.copy([$0.column.array()]) }
        array.release = { array in
            guard let array, array.pointee.release != nil else { return }
            for index in 0..<Int(array.pointee.n_children) {
                guard let child = array.pointee.children?[index] else { continue }
                child.pointee.release?(child)
                child.deallocate()
            }
            array.pointee.children?.deallocate()
            if let dictionary = array.pointee.dictionary {
                dictionary.pointee.release?(dictionary)
                dictionary.deallocate()
            }
            for index in 0..<Int(array.pointee.n_buffers) {
                array.pointee.buffers?[index]?.deallocate()
            }
            array.pointee.buffers?.deallocate()
            array.pointee.release = nil
        }
        return array
    }
}

/// Memory that the release functions of Arrow give back.
private enum Memory {
    static func copy<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        for (index, element) in elements.enumerated() {
            (memory + index).initialize(to: element)
        }
        return memory
    }

    static func pointers<Pointer>(_ all: [Pointer]) -> UnsafeMutablePointer<Pointer?> {
        copy(all.map { Optional($0) })
    }

    static func pointers<Pointer>(_ all: [Pointer?]) -> UnsafeMutablePointer<Pointer?> {
        copy(all)
    }
}
