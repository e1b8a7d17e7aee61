// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// A named number, which the host shows beside its statistics.
public struct Counter: @unchecked Sendable {  // the host's table, and a number
    private let table: UnsafePointer<assay_counter_service>
    private let handle: assay_counter

    /// Finds or makes a counter.
    ///
    /// - Parameter name: At most 64 ASCII letters, digits, '.', '-' and '_'; 64 names in a plugin.
    /// - Throws: An error if there is no such counter, or if the host does not have the service.
    public init(_ name: String) throws(ServiceError) {
        guard
            let table = KnownHost.table(ASSAY_COUNTER_SERVICE, as: assay_counter_service.self)
        else { throw .missing(ASSAY_COUNTER_SERVICE) }
        var handle = assay_counter()
        let rc = withText(name) { table.pointee.open?(KnownHost.pointer, $0, &handle) }
        guard rc != ASSAY_E_NOMEM else {
            throw ServiceError(description: "a plugin cannot have more than 64 counters")
        }
        guard rc == ASSAY_OK else {
            throw ServiceError(description: "a counter cannot have the name '\(name)'")
        }
        self.table = table
        self.handle = handle
    }

    /// Adds to the number, on any thread.
    public func add(_ count: UInt64 = 1) {
        _ = table.pointee.add?(handle, count)
    }
}
