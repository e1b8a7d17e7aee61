// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Synchronization

/// A chain of the parts of an input, each of which passes a state to the next one.
///
/// A part adds its step to the state that it gets, and the next part gets the result.
///
/// Parts have numbers, from 0. The thread that knows the state before a part and the one that knows its step
/// meet in the part's slot: the second of the two goes on to the next part. No lock is on the way.
///
/// What is not atomic is handed on by arrivals.
package final class PartChain<State: Sendable, Step: Sendable>: @unchecked Sendable {
    private let slots: Slots<Slot>
    private let end: PartEnd
    private let next: @Sendable (State, Step) -> State

    /// - Parameters:
    ///   - first: The state before the first part.
    ///   - slotCount: A part begins only after the state of the one that is `slotCount` - 1 parts before it was
    ///     asked for.
    ///   - end: Where the run ends; the chain has to be woken when that changes.
    ///   - next: Adds the step of a part to the state before it.
    package init(
        from first: State, slotCount: Int, until end: PartEnd,
        next: @escaping @Sendable (State, Step) -> State
    ) {
        assert(slotCount > 1, "a part and the next one need slots of their own")
        slots = Slots(slotCount) { Slot() }
        self.end = end
        self.next = next
        slots[0].pointee.state = first
        slots[0].pointee.known.arrive()
    }

    /// Says what a part adds.
    package func publish(_ step: Step, of part: Int) {
        assert(part >= 0)
        slots[part].pointee.step = step
        if slots[part].pointee.known.arrive() { goOn(after: part) }
    }

    private func goOn(after part: Int) {
        var part = part
        repeat {
            let slot = slots[part]
            // Both have arrived.
            guard let state = slot.pointee.state, let step = slot.pointee.step else {
                assertionFailure("a part goes on before its state and its step are known")
                return
            }
            part += 1
            slots[part].pointee.state = next(state, step)
            guard slots[part].pointee.known.arrive() else { return }
            slots[part].pointee.sleepers.wake()
        } while true
    }

    /// The state before a part whose step is published; waits for those of all parts before it.
    ///
    /// - Returns: Nil if one of them is lost.
    package func state(before part: Int) -> State? {
        let slot = slots[part]
        assert(part >= 0)
        let count = 2 * (part / slots.count + 1)
        assert(slot.pointee.known.count <= count, "the slot is used by a later part")
        slot.pointee.sleepers.wait { slot.pointee.known.count == count || end.isReached(by: part) }
        return slot.pointee.known.count == count ? slot.pointee.state : nil
    }

    /// Has all who wait look at where the run ends.
    package func wakeAll() {
        for index in 0..<slots.count { slots[index].pointee.sleepers.wake() }
    }

    private struct Slot: ~Copyable {
        let known = Arrivals()
        var state: State?
        var step: Step?
        let sleepers = Sleepers()
        let padding = SlotPadding()
    }
}

/// The part before which a run ends.
package final class PartEnd: Sendable {
    private let part = Atomic(Int.max)

    package init() {}

    package func isReached(by part: Int) -> Bool {
        self.part.load(ordering: .sequentiallyConsistent) <= part
    }

    /// The number of the first part that is not wanted.
    package var first: Int {
        get { part.load(ordering: .relaxed) }
        set { part.store(newValue, ordering: .sequentiallyConsistent) }
    }
}

/// Slots that parts use in turn.
package struct Slots<Slot: ~Copyable>: ~Copyable {
    private let start: UnsafeMutablePointer<Slot>
    package let count: Int

    package init(_ count: Int, _ make: () -> Slot) {
        assert(count > 0)
        start = .allocate(capacity: count)
        self.count = count
        for index in 0..<count { (start + index).initialize(to: make()) }
    }

    deinit {
        start.deinitialize(count: count)
        start.deallocate()
    }

    package subscript(part: Int) -> UnsafeMutablePointer<Slot> {
        assert(part >= 0)
        return start + part % count
    }
}

/// Two threads that each bring something: the second one sees both.
package struct Arrivals: ~Copyable {
    private let total = Atomic(0)

    package init() {}

    /// The number of arrivals, of all parts that have used the slot.
    package var count: Int { total.load(ordering: .sequentiallyConsistent) }

    /// Arrives; true for the second of the two.
    @discardableResult package func arrive() -> Bool {
        total.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue % 2 == 0
    }
}

/// Threads that sleep until something holds.
package struct Sleepers: ~Copyable {
    private let total = Atomic(0)
    private let monitor = Monitor()

    package init() {}

    /// The number of threads that sleep.
    package var count: Int { total.load(ordering: .sequentiallyConsistent) }

    /// Waits until a condition holds, which another thread makes true before it calls `wake`.
    package func wait(until holds: () -> Bool) {
        guard !holds() else { return }
        monitor.locked {
            total.add(1, ordering: .sequentiallyConsistent)
            while !holds() { monitor.wait() }
            total.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    /// Has those that sleep look at their conditions.
    package func wake() {
        guard count > 0 else { return }
        monitor.locked { monitor.wakeAll() }
    }
}

/// Keeps what the threads of the next slot write out of the lines of cache of this one.
package struct SlotPadding: Sendable {
    private let bytes = (0, 0, 0, 0, 0, 0, 0, 0)

    package init() {}
}
