// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Names an object that each thread of validation has for itself: match data, buffers.
///
/// Make one key, as a static constant, for each kind of object; there are at most 32 keys.
@usableFromInline
package struct ScratchKey<Object: AnyObject>: Sendable {
    @usableFromInline package let index: Int
    @usableFromInline let make: @Sendable () -> Object

    /// - Parameter make: Makes the object at a thread's first use of the key.
    package init(_ make: @escaping @Sendable () -> Object) {
        index = ScratchSlots.next()
        self.make = make
    }
}

/// A thread's object that can be busy for long and has to know when the validation ends.
package protocol LimitedScratch: AnyObject {
    /// The limits of the validation, or `nil` if it has none.
    var executionLimits: ExecutionLimits? { get set }
}

@usableFromInline
enum ScratchSlots {
    @usableFromInline static let count = 32
    private static let used = Atomic<Int>(0)

    static func next() -> Int {
        let index = used.add(1, ordering: .relaxed).oldValue
        precondition(index < count, "more than \(count) scratch keys")
        return index
    }
}
