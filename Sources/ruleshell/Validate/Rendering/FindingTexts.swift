// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Synchronization

/// The texts of an input's findings, each written once where nothing but rule and code decides
/// about it.
final class FindingTexts: Sendable {
    /// By the slots of the layout; nil: not known yet, or another one for each finding.
    typealias BySlot = [WrittenText?]

    private let known: Locked<BySlot>

    init(layout: FindingLayout) {
        known = Locked(Array(repeating: nil, count: layout.slots.count))
    }

    /// What is known so far.
    ///
    /// Whoever adds to it makes a copy first: of memory that threads share, the last one writes in place,
    /// which the thread sanitizer takes for a race.
    var all: BySlot { known.withLock { $0 } }

    /// Adds what a chunk has found out.
    func add(_ texts: BySlot) {
        known.withLock { known in
            known = known.enumerated().map { slot, text in text ?? texts[slot] }
        }
    }
}
