// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Synchronization

/// The counters of the plugins of one host.
///
/// Those of a plugin go on when it is reloaded.
package final class PluginCounters: Sendable {
    /// The most counters of one plugin.
    static let mostCounters = 64

    private let places = Locked<[String: [String: Int]]>([:])

    package init() {}

    /// All counters, by the ids of their plugins and by their names.
    package var all: [(plugin: String, name: String, value: UInt64)] {
        let places = places.withLock { $0 }
        return places.sorted { $0.key < $1.key }.flatMap { plugin, counters in
            counters.sorted { $0.key < $1.key }.map { name, place in
                (plugin, name, CounterTable.shared.value(place))
            }
        }
    }

    /// Finds or makes a counter; nil if there is no place for one more.
    func place(of name: String, plugin: String) -> Int? {
        places.withLock { places in
            let own = places[plugin, default: [:]]
            if let place = own[name] { return place }
            guard own.count < Self.mostCounters, let place = CounterTable.shared.add() else {
                return nil
            }
            places[plugin, default: [:]][name] = place
            return place
        }
    }
}
