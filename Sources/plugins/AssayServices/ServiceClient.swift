// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Synchronization
package import AssayPluginABI

/// A plugin that services work for: what it holds, and where it counts.
///
/// Stays for the life of the process, as the table does by which the plugin names it.
package final class ServiceClient: Sendable {
    private static let all = Locked<[UInt: ServiceClient]>([:])

    /// The most patterns of one plugin.
    static let mostPatterns = 16_384

    private let id = Locked<String?>(nil)
    private let counters: PluginCounters
    private let patterns = Atomic<Int>(0)

    /// - Parameter counters: Where the plugin counts.
    package init(counters: PluginCounters) {
        self.counters = counters
    }

    /// Has the plugin that receives this table named by it from now on.
    package func register(host: UnsafePointer<assay_host>) {
        Self.all.withLock { $0[UInt(bitPattern: host)] = self }
    }

    /// The plugin is known by its id, under which its counters are shown.
    package func name(_ id: String) {
        self.id.withLock { $0 = id }
    }

    /// The plugin that received a table; nil for an address that is none.
    static func named(by host: UnsafePointer<assay_host>?) -> ServiceClient? {
        all.withLock { $0[UInt(bitPattern: host)] }
    }

    /// Counts a pattern; false if the plugin has as many as it may.
    func addPattern() -> Bool {
        if patterns.add(1, ordering: .relaxed).newValue <= Self.mostPatterns { return true }
        removePattern()
        return false
    }

    func removePattern() {
        patterns.subtract(1, ordering: .relaxed)
    }

    /// The place of a counter; nil if the plugin has as many as it may, or has not begun yet.
    func counter(_ name: String) -> Int? {
        id.withLock { $0 }.flatMap { counters.place(of: name, plugin: $0) }
    }
}
