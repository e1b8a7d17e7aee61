// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Synchronization

/// The host that the entry function received.
enum KnownHost {
    private static let address = Atomic<UInt>(0)

    static func set(_ host: UnsafePointer<assay_host>) {
        address.store(UInt(bitPattern: host), ordering: .releasing)
    }

    static var pointer: UnsafePointer<assay_host>? {
        UnsafePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// The directory of the plugin's data files, or an empty text with a host of version 1.1.
    static var directory: String {
        let end = MemoryLayout<assay_host>.offset(of: \.directory).map {
            UInt32($0 + MemoryLayout<assay_str>.size)
        }
        guard let pointer, let end, pointer.pointee.struct_size >= end else { return "" }
        let path = pointer.pointee.directory
        return String(
            decoding: UnsafeBufferPointer(start: path.ptr, count: Int(path.len)), as: UTF8.self)
    }

    /// The table of a service, if the host has it with all that this layer knows.
    static func table<Table>(_ id: String, as type: Table.Type) -> UnsafePointer<Table>? {
        guard let pointer, let table = pointer.pointee.extension?(pointer, id),
            table.load(as: UInt32.self) >= UInt32(MemoryLayout<Table>.size)
        else { return nil }
        return table.assumingMemoryBound(to: Table.self)
    }
}

/// The host in which the plugin is loaded.
public enum Host {
    /// The directory of the plugin's data files, without a slash at its end; empty before the plugin
    /// is loaded, and with a host of version 1.1 of the contract.
    public static var directory: String { KnownHost.directory }
}

/// The reason a service cannot be used.
public struct ServiceError: Error, Equatable, CustomStringConvertible {
    /// The reason in words, for `RuleError` and `SettingsError`.
    public let description: String

    static func missing(_ id: String) -> ServiceError {
        ServiceError(description: "this host does not have the service \(id)")
    }
}

/// Calls `body` with a text as the contract has it, borrowed.
func withText<Result>(_ text: String, _ body: (assay_str) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(assay_str(ptr: $0.baseAddress, len: UInt64($0.count))) }
}
