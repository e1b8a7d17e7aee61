// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts, from any thread.
final class Counter: Sendable {
    private let counted = Atomic(0)

    var value: Int { counted.load(ordering: .relaxed) }

    func count() {
        counted.add(1, ordering: .relaxed)
    }
}
