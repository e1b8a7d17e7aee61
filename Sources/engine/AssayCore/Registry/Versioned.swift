// SPDX-License-Identifier: Apache-2.0

/// A value, and perhaps the one that takes its place once a registry has reached a generation.
///
/// Several of them, each with a lock of its own, change at the same moment: when the number of
/// the generation does.
struct Versioned<Value: Sendable>: Sendable {
    private(set) var current: Value
    private var next: (value: Value, generation: UInt64)?

    init(_ value: Value) {
        current = value
    }

    /// No value waits to take over.
    var isSettled: Bool { next == nil }

    /// Has `value` take over at a generation that is still to come.
    mutating func prepare(_ value: Value, for generation: UInt64) {
        next = (value, generation)
    }

    /// Changes the value at once.
    mutating func replace(by value: Value) {
        current = value
        next = nil
    }

    /// Lets the prepared value take over if it is time.
    ///
    /// - Parameter generation: The current generation, read only if there is such a value.
    /// - Returns: `true` if the value has changed.
    mutating func settle(at generation: @autoclosure () -> UInt64) -> Bool {
        guard let next, generation() >= next.generation else { return false }
        replace(by: next.value)
        return true
    }
}
