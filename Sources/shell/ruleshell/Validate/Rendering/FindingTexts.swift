// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Synchronization

/// The texts of an input's findings.
///
/// A text that depends only on the rule and the code is written once.
final class FindingTexts: Sendable {
    /// The texts by the slots of the layout, each `nil` if it is not known or differs between
    /// findings.
    typealias BySlot = [WrittenText?]

    private let known: Locked<BySlot>

    init(layout: FindingLayout) {
        known = Locked(Array(repeating: nil, count: layout.slots.count))
    }

    /// The texts that are known so far.
    ///
    /// A caller that adds texts must make a copy first: the last owner of memory that threads share
    /// writes in place, which the thread sanitizer reports as a race.
    var all: BySlot { known.withLock { $0 } }

    /// Adds the new texts of a chunk.
    func add(_ texts: BySlot) {
        known.withLock { known in
            known = known.enumerated().map { slot, text in text ?? texts[slot] }
        }
    }
}
