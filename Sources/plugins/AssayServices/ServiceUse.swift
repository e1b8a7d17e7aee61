// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Synchronization

/// The use of the services of this process by plugins, for tools that check plugins.
package enum ServiceUse {
    private static let notes = Locked<[String]>([])
    private static let noted = Atomic<Int>(0)
    private static let most = 8

    /// Patterns that are compiled and not released.
    package static var livePatterns: Int { PatternTable.shared.liveCount }

    /// Handles that were none, in words; the first ones of the process.
    package static var misuse: [String] { notes.withLock { $0 } }

    /// Notes a misuse; the first ones are enough.
    static func note(_ words: String) {
        guard noted.load(ordering: .relaxed) < most else { return }
        noted.add(1, ordering: .relaxed)
        notes.withLock { if $0.count < most { $0.append(words) } }
    }
}
