// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI

/// Checks the pointers of a plugin's table with the map of the memory, so that `TableReader` can
/// follow them.
struct PointerCheck {
    let memory: MemoryMap
    private let texts = TextCount()

    init(memory: MemoryMap) {
        self.memory = memory
    }

    /// A struct that begins with its size.
    ///
    /// - Returns: A copy, in which the members that its writer did not know are 0.
    func structure<Struct: GrowingStruct>(
        _ pointer: UnsafePointer<Struct>?, at place: String
    ) throws(StageError) -> Struct {
        let words = Struct.offsetOfSize + MemoryLayout<UInt32>.size
        let pointer = try readable(pointer, bytes: words, at: place)
        let size = Struct.structSize(at: pointer)
        guard size >= UInt32(Struct.sizeInFirstVersion), size <= TableReader.maximumStructSize
        else {
            throw StageError(
                table: "struct_size \(size) (\(place))", expected: Struct.expectedSize,
                remedy: "set .struct_size to sizeof(\(Struct.typeName))")
        }
        _ = try readable(pointer, bytes: min(Int(size), MemoryLayout<Struct>.size), at: place)
        return Struct.read(pointer, size: size)
    }

    /// The elements of an array, of which there may be none.
    func array<Element>(
        _ start: UnsafePointer<Element>?, count: UInt32, limit: UInt32, at place: String
    ) throws(StageError) -> UnsafeBufferPointer<Element> {
        guard count <= limit else {
            throw StageError(table: "\(count) entries (\(place))", expected: "at most \(limit)")
        }
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        let bytes = Int(count) * MemoryLayout<Element>.stride
        let start = try readable(start, bytes: bytes, at: place)
        return UnsafeBufferPointer(start: start, count: Int(count))
    }

    /// A text, of which the host makes a copy, also where others have the same bytes.
    func text(_ text: assay_str, at place: String) throws(StageError) {
        try texts.add(text.len, at: place)
        guard text.len > 0 else { return }
        guard text.len <= TableReader.maximumTextBytes else {
            throw StageError(
                table: "a text of \(text.len) bytes (\(place))",
                expected: "at most \(TableReader.maximumTextBytes)")
        }
        _ = try readable(text.ptr, bytes: Int(text.len), at: place)
    }

    /// A function that may be NULL.
    func function<Function>(_ function: Function?, at place: String) throws(StageError) {
        guard let function else { return }
        let address = unsafeBitCast(function, to: UInt.self)  // a C function pointer
        guard memory.isExecutable(address) else {
            throw StageError(
                table:
                    "a pointer that does not lead to code, \(Self.hexadecimal(address)) (\(place))",
                expected: "a function")
        }
    }

    private func readable<Pointee>(
        _ pointer: UnsafePointer<Pointee>?, bytes: Int, at place: String
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
        guard memory.isReadable(address, count: bytes) else {
            throw StageError(
                table: "a pointer to unmapped memory, \(Self.hexadecimal(address)) (\(place))",
                expected: "readable memory")
        }
        return pointer
    }

    private static func hexadecimal(_ address: UInt) -> String {
        "0x" + String(address, radix: 16)
    }
}

/// The total size of the texts of a table, which may overlap in the plugin.
private final class TextCount {
    private var bytes: UInt64 = 0

    private static let maximumBytes: UInt64 = 16 << 20
    /// The bytes that each text counts besides its own.
    private static let overhead: UInt64 = 32

    /// - Throws: An error of stage table when they are too many.
    func add(_ count: UInt64, at place: String) throws(StageError) {
        bytes += min(count, Self.maximumBytes) + Self.overhead
        guard bytes > Self.maximumBytes, count <= TableReader.maximumTextBytes else { return }
        throw StageError(
            table: "texts of more than 16 MiB in all (\(place))",
            expected: "at most 16 MiB, each text counted wherever it is named, with 32 bytes more",
            remedy: "shorten the texts of the plugin, or make several plugins of it")
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
