// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Holds the pointers of a plugin's table against the memory that exists, so that `TableReader` can
/// follow them.
struct PointerCheck {
    let memory: MemoryMap

    /// A struct that begins with its size.
    func structure<Struct>(
        _ pointer: UnsafePointer<Struct>?, _ place: String
    ) throws(Refusal) -> Struct {
        let pointer = try readable(pointer, 1, place)
        let size = UnsafeRawPointer(pointer).load(as: UInt32.self)
        let expected = MemoryLayout<Struct>.size
        guard size >= UInt32(expected), size <= 1 << 16 else {
            throw Refusal(
                table: "struct_size \(size) (\(place))",
                expected: "at least \(expected), the size of \(Struct.self)",
                remedy: "set .struct_size to sizeof(\(Struct.self))")
        }
        return pointer.pointee
    }

    /// The elements of an array, of which there may be none.
    func array<Element>(
        _ start: UnsafePointer<Element>?, count: UInt32, limit: UInt32, _ place: String
    ) throws(Refusal) -> UnsafeBufferPointer<Element> {
        guard count <= limit else {
            throw Refusal(table: "\(count) entries (\(place))", expected: "at most \(limit)")
        }
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let start = try readable(start, Int(count), place)
        return UnsafeBufferPointer(start: start, count: Int(count))
    }

    func text(_ text: assay_str, _ place: String) throws(Refusal) {
        guard text.len > 0 else { return }
        guard text.len <= 1 << 16 else {
            throw Refusal(
                table: "a text of \(text.len) bytes (\(place))", expected: "at most \(1 << 16)")
        }
        _ = try readable(text.ptr, Int(text.len), place)
    }

    /// A function that may be NULL.
    func function<Function>(_ function: Function?, _ place: String) throws(Refusal) {
        guard let function else { return }
        let address = unsafeBitCast(function, to: UInt.self)  // a C function pointer
        guard memory.isExecutable(address) else {
            throw Refusal(
                table: "a pointer to no code, \(Self.hexadecimal(address)) (\(place))",
                expected: "a function")
        }
    }

    private func readable<Pointee>(
        _ pointer: UnsafePointer<Pointee>?, _ count: Int, _ place: String
    ) throws(Refusal) -> UnsafePointer<Pointee> {
        guard let pointer else {
            throw Refusal(table: "NULL (\(place))", expected: "a pointer")
        }
        let address = UInt(bitPattern: pointer)
        guard address % UInt(MemoryLayout<Pointee>.alignment) == 0 else {
            throw Refusal(
                table: "the misaligned pointer \(Self.hexadecimal(address)) (\(place))",
                expected: "an address that is a multiple of \(MemoryLayout<Pointee>.alignment)")
        }
        guard memory.isReadable(address, count * MemoryLayout<Pointee>.stride) else {
            throw Refusal(
                table: "a pointer to no memory, \(Self.hexadecimal(address)) (\(place))",
                expected: "readable memory")
        }
        return pointer
    }

    private static func hexadecimal(_ address: UInt) -> String {
        "0x" + String(address, radix: 16)
    }
}

extension Refusal {
    /// A table that breaks the contract.
    init(
        table found: String, expected: String,
        remedy: String = "correct the plugin's table (see assay_plugin.h)"
    ) {
        self.init(.table, found: found, expected: expected, remedy: remedy)
    }
}
