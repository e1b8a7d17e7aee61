// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What the code of a page prints: a constant `print` of this type takes the place of the function.
final class Printed: Sendable {
    private let state = Mutex("")

    /// The lines so far, without the last line break.
    var text: String { String(state.withLock { $0 }.dropLast()) }

    func callAsFunction(_ items: any CustomStringConvertible...) {
        let line = items.map(\.description).joined(separator: " ")
        state.withLock { $0 += line + "\n" }
    }
}
