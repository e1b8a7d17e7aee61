// SPDX-License-Identifier: Apache-2.0
package import AssayPluginABI

/// A struct of the contract that says its own size and grows at its end from one minor version to
/// the next.
///
/// A struct that a plugin wrote may be shorter than the one that this version knows: read it with
/// `read(_:size:)`.
package protocol GrowingStruct {
    /// Creates a struct whose members are all 0, which means the same as their absence.
    init()

    /// The name of the type in C.
    static var typeName: String { get }
    /// The size in version 1.0 of the contract, in bytes; no plugin has a shorter struct.
    static var sizeInFirstVersion: Int { get }
    /// The offset of `struct_size`, in bytes.
    static var offsetOfSize: Int { get }
}

extension GrowingStruct {
    package static var offsetOfSize: Int { 0 }

    /// The size that its writer gave it, which is not checked.
    ///
    /// - Parameter pointer: Readable memory of `offsetOfSize` bytes and 4 more.
    /// - Returns: The value of `struct_size`, in bytes.
    package static func structSize(at pointer: UnsafePointer<Self>) -> UInt32 {
        UnsafeRawPointer(pointer).load(fromByteOffset: offsetOfSize, as: UInt32.self)
    }

    /// Copies a struct; the members that its writer did not know are 0.
    ///
    /// - Parameters:
    ///   - pointer: Readable memory of `size` bytes, or of this type's size if that is less.
    ///   - size: The value of `struct_size`.
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

    /// The phrase that names the expected size in errors.
    package static var expectedSize: String {
        "at least \(sizeInFirstVersion), the size of \(typeName) in version 1.0"
    }
}

extension assay_plugin: GrowingStruct {
    package static let typeName = "assay_plugin"
    package static let sizeInFirstVersion = 96
    /// `struct_size` comes after `magic`.
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
