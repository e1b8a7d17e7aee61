// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The history of a value in its form, by which a controller notices what was done to it.
struct FieldLink: Sendable {
    /// A stamp that is new after every change.
    var stamp = Stamp.next()
    /// The controller that the value belongs to, or `nil` if there is none.
    var owner: Stamp?
    /// `true` if the controller has rules about the value that the value cannot run itself.
    var hasOtherRules = false
    /// The number of times the value was checked on demand.
    var demands: UInt64 = 0
    /// The number of times the value was reset.
    var resets: UInt64 = 0
    /// The number of times the value was given errors of a server.
    var rejections: UInt64 = 0
    /// The number of times the controller has shown its decision; it is lower in an older copy of
    /// the form.
    var shown: UInt64 = 0
}

/// A number that no other one of the process equals.
struct Stamp: Sendable, Hashable {
    let number: UInt64

    private static let last = Atomic<UInt64>(0)

    static func next() -> Stamp {
        Stamp(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }
}
