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

    /// The table of a service, if the host has it with all that this layer knows.
    static func table<Table>(_ id: String, as type: Table.Type) -> UnsafePointer<Table>? {
        guard let pointer, let table = pointer.pointee.extension?(pointer, id),
            table.load(as: UInt32.self) >= UInt32(MemoryLayout<Table>.size)
        else { return nil }
        return table.assumingMemoryBound(to: Table.self)
    }
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
