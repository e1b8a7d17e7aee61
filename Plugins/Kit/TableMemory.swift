// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Memory that is never freed: the contract wants the table to stay for the life of the process.
enum TableMemory {
    static func keep<Struct>(_ value: Struct) -> UnsafePointer<Struct> {
        let memory = UnsafeMutablePointer<Struct>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
    }

    static func keep<Element>(all elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
        memory.initialize(from: elements, count: elements.count)
        return UnsafePointer(memory)
    }

    /// Pointers to each of the values.
    static func keep<Struct>(
        eachOf values: [Struct]
    ) -> UnsafePointer<UnsafePointer<Struct>?> {
        keep(all: values.map { keep($0) })
    }

    static func keep(_ text: String) -> assay_str {
        let bytes = Array(text.utf8)
        return assay_str(ptr: keep(all: bytes), len: UInt64(bytes.count))
    }

    static func size<Struct>(of type: Struct.Type) -> UInt32 { UInt32(MemoryLayout<Struct>.size) }
}
