// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Checks the pointers of a plugin's table with the map of the memory, so that `TableReader` can
/// follow them.
struct PointerCheck {
    let memory: MemoryMap

    /// A struct that begins with its size.
    func structure<Struct>(
        _ pointer: UnsafePointer<Struct>?, at place: String
    ) throws(StageError) -> Struct {
        let pointer = try readable(pointer, count: 1, at: place)
        let size = UnsafeRawPointer(pointer).load(as: UInt32.self)
        let expected = MemoryLayout<Struct>.size
        guard size >= UInt32(expected), size <= TableReader.maximumStructSize else {
            throw StageError(
                table: "struct_size \(size) (\(place))",
                expected: "at least \(expected), the size of \(Struct.self)",
                remedy: "set .struct_size to sizeof(\(Struct.self))")
        }
        return pointer.pointee
    }

    /// The elements of an array, of which there may be none.
    func array<Element>(
        _ start: UnsafePointer<Element>?, count: UInt32, limit: UInt32, at place: String
    ) throws(StageError) -> UnsafeBufferPointer<Element> {
        guard count <= limit else {
            throw StageError(table: "\(count) entries (\(place))", expected: "at most \(limit)")
        }
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = try readable(start, count: Int(count), at: place)
        return UnsafeBufferPointer(start: start, count: Int(count))
    }

    func text(_ text: assay_str, at place: String) throws(StageError) {
        guard text.len > 0 else { return }
        guard text.len <= TableReader.maximumTextBytes else {
            throw StageError(
                table: "a text of \(text.len) bytes (\(place))",
                expected: "at most \(TableReader.maximumTextBytes)")
        }
        _ = try readable(text.ptr, count: Int(text.len), at: place)
    }

    /// A function that may be NULL.
    func function<Function>(_ function: Function?, at place: String) throws(StageError) {
        guard let function else { return }
        let address = unsafeBitCast(function, to: UInt.self)  // a C function pointer
        guard memory.isExecutable(address) else {
            throw StageError(
                table: "a pointer to no code, \(Self.hexadecimal(address)) (\(place))",
                expected: "a function")
        }
    }

    private func readable<Pointee>(
        _ pointer: UnsafePointer<Pointee>?, count: Int, at place: String
    ) throws(StageError) -> UnsafePointer<Pointee> {
        guard let pointer else {
            throw StageError(table: "NULL (\(place))", expected: "a pointer")
        }
        let address = UInt(bitPattern: pointer)
        guard address % UInt(MemoryLayout<Pointee>.alignment) == 0 else {
            throw StageError(
                table: "the misaligned pointer \(Self.hexadecimal(address)) (\(place))",
                expected: "an address that is a multiple of \(MemoryLayout<Pointee>.alignment)")
        }
        guard memory.isReadable(address, count: count * MemoryLayout<Pointee>.stride) else {
            throw StageError(
                table: "a pointer to no memory, \(Self.hexadecimal(address)) (\(place))",
                expected: "readable memory")
        }
        return pointer
    }

    private static func hexadecimal(_ address: UInt) -> String {
        "0x" + String(address, radix: 16)
    }
}

extension StageError {
    /// A table that breaks the contract.
    init(
        table found: String, expected: String,
        remedy: String = "correct the plugin's table (see assay_plugin.h)"
    ) {
        self.init(.table, found: found, expected: expected, remedy: remedy)
    }
}
