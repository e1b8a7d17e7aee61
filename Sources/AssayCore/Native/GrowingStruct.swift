// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// A struct of the contract that says its own size and grows at its end from one minor version to
/// the next.
///
/// Whoever reads one that a plugin wrote does so with `read(_:size:)`: it may be shorter than the one
/// that this version knows.
package protocol GrowingStruct {
    /// All members 0, which says the same as their absence.
    init()

    /// As in C.
    static var typeName: String { get }
    /// In version 1.0 of the contract, in bytes: no plugin has a shorter one.
    static var sizeInFirstVersion: Int { get }
    /// Where `struct_size` is.
    static var offsetOfSize: Int { get }
}

extension GrowingStruct {
    package static var offsetOfSize: Int { 0 }

    /// The size that its writer gave it, of which nothing is known.
    ///
    /// - Parameter pointer: Readable memory of `offsetOfSize` bytes and 4 more.
    /// - Returns: The number of bytes that `struct_size` says.
    package static func structSize(at pointer: UnsafePointer<Self>) -> UInt32 {
        UnsafeRawPointer(pointer).load(fromByteOffset: offsetOfSize, as: UInt32.self)
    }

    /// Copies a struct; the members that its writer did not know are 0.
    ///
    /// - Parameters:
    ///   - pointer: Readable memory of `size` bytes, or of this type's size if that is less.
    ///   - size: What `struct_size` says.
    /// - Returns: The struct as this version knows it.
    package static func read(_ pointer: UnsafePointer<Self>, size: UInt32) -> Self {
        let known = min(Int(size), MemoryLayout<Self>.size)
        let whole = known - known % MemoryLayout<Self>.alignment
        var copy = Self()
        withUnsafeMutableBytes(of: &copy) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: whole))
        }
        return copy
    }

    /// Copies a struct whose size was checked.
    package static func read(_ pointer: UnsafePointer<Self>) -> Self {
        read(pointer, size: structSize(at: pointer))
    }

    /// What is expected of its size, for errors.
    package static var expectedSize: String {
        "at least \(sizeInFirstVersion), the size of \(typeName) in version 1.0"
    }
}

extension assay_plugin: GrowingStruct {
    package static let typeName = "assay_plugin"
    package static let sizeInFirstVersion = 96
    /// After `magic`.
    package static let offsetOfSize = 4
}

extension assay_rule: GrowingStruct {
    package static let typeName = "assay_rule"
    package static let sizeInFirstVersion = 104
}

extension assay_parameter: GrowingStruct {
    package static let typeName = "assay_parameter"
    package static let sizeInFirstVersion = 96
}

extension assay_code: GrowingStruct {
    package static let typeName = "assay_code"
    package static let sizeInFirstVersion = 64
}

extension assay_example: GrowingStruct {
    package static let typeName = "assay_example"
    package static let sizeInFirstVersion = 48
}
