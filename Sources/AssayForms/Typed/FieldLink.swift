// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What a controller has to know of a value in its form, to notice what was done to it.
struct FieldLink: Sendable {
    /// Another one after every change.
    var stamp = Stamp.next()
    /// The controller that the value belongs to; nil: none.
    var owner: Stamp?
    /// The controller has rules about the value that the value cannot run itself.
    var hasOtherRules = false
    /// How often it was checked on demand.
    var demands: UInt64 = 0
    /// How often it was reset.
    var resets: UInt64 = 0
    /// How often it was given errors of a server.
    var rejections: UInt64 = 0
    /// How often the controller has shown what it decided; a copy of the form is older by that.
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
