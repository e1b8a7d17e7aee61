// SPDX-License-Identifier: Apache-2.0
import AssayCore
import CAssay

// Objects whose pointers callers hold, and what callers hand over.

/// Gives an object to the caller, who holds it until `release`.
func retained(_ object: AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// The object whose pointer the caller holds.
@inline(__always)
func object<Object: AnyObject>(
    _ pointer: OpaquePointer?, _ name: StaticString
) throws(LibraryError) -> Object {
    guard let pointer else { throw .argument("'\(name)' is NULL") }
    return Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Takes an object back from the caller.
func release<Object: AnyObject>(_ pointer: OpaquePointer?, as type: Object.Type) {
    guard let pointer else { return }
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(pointer)).release()
}

/// A struct of the caller, who may know fewer members than this version.
protocol CallerStruct: GrowingStruct {}

extension CallerStruct {
    /// Returns the struct that the caller gives, or the defaults for `NULL`.
    static func given(
        _ pointer: UnsafePointer<Self>?, _ name: StaticString
    ) throws(LibraryError) -> Self {
        guard let pointer else { return Self() }
        let size = structSize(at: pointer)
        guard size >= sizeInFirstVersion, size <= 1 << 16 else {
            throw .argument("'\(name)->struct_size' is \(size), expected \(expectedSize)")
        }
        return read(pointer, size: size)
    }
}

extension assay_engine_options: CallerStruct {
    static let typeName = "assay_engine_options"
    static let sizeInFirstVersion = 40
}

extension assay_plugin_watch: CallerStruct {
    static let typeName = "assay_plugin_watch"
    static let sizeInFirstVersion = 32
}

extension assay_compile_options: CallerStruct {
    static let typeName = "assay_compile_options"
    static let sizeInFirstVersion = 24
}

extension assay_session_options: CallerStruct {
    static let typeName = "assay_session_options"
    static let sizeInFirstVersion = 48
}

extension assay_dataset_options: CallerStruct {
    static let typeName = "assay_dataset_options"
    static let sizeInFirstVersion = 56
}

extension assay_values: CallerStruct {
    static let typeName = "assay_values"
    static let sizeInFirstVersion = 56
}

extension assay_lines: CallerStruct {
    static let typeName = "assay_lines"
    static let sizeInFirstVersion = 56
}

extension assay_result: CallerStruct {
    static let typeName = "assay_result"
    static let sizeInFirstVersion = 112
}

extension assay_str {
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: ptr, count: ptr == nil ? 0 : Int(len))
    }

    /// A text that the caller gives.
    ///
    /// - Parameters:
    ///   - name: What the function calls it.
    ///   - limit: How long it may be, in bytes.
    /// - Returns: A copy.
    /// - Throws: That it is NULL, too long or not UTF-8.
    func text(_ name: StaticString, limit: UInt64 = 1 << 20) throws(LibraryError) -> String {
        guard len == 0 || ptr != nil else {
            throw .argument("'\(name)' is NULL and has \(len) bytes")
        }
        guard len <= limit else {
            throw .argument("'\(name)' has \(len) bytes, and at most \(limit) are taken")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .argument("'\(name)' is not UTF-8")
        }
        return text
    }

    /// The text as the path of a file, which no zero can be in: for the system it would end there.
    func path(_ name: StaticString, limit: UInt64 = 1 << 20) throws(LibraryError) -> String {
        let path = try text(name, limit: limit)
        guard !path.utf8.contains(0) else {
            throw .argument("'\(name)' has a zero byte, which no path has: '\(path)'")
        }
        return path
    }
}

/// The texts of an array of the caller.
///
/// - Parameters:
///   - pointer: The first of them.
///   - count: Their number.
///   - name: What the function calls the array.
/// - Returns: Copies.
/// - Throws: That the array is NULL or too long, or has a text that is not UTF-8.
func texts(
    _ pointer: UnsafePointer<assay_str>?, _ count: UInt32, _ name: StaticString
) throws(LibraryError) -> [String] {
    guard count > 0 else { return [] }
    guard let pointer, count <= 1 << 16 else {
        throw .argument("'\(name)' is NULL, or has too many texts")
    }
    var texts: [String] = []
    for index in 0..<Int(count) { texts.append(try pointer[index].text(name, limit: 1 << 16)) }
    return texts
}

func checkFlags(
    _ flags: UInt32, known: UInt32 = 0, _ name: StaticString
) throws(LibraryError) {
    guard flags & ~known == 0 else {
        throw .argument("'\(name)' has unknown flags: \(flags & ~known)")
    }
}
