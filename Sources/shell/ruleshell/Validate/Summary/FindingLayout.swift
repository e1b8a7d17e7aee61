// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// The slots of the findings of a run.
typealias FindingLayout = FindingSlots

extension FindingSlots {
    /// Counts what a chunk has.
    func tally(of report: ChunkReport) -> FindingTally {
        var tally = FindingTally(count: slots.count)
        for index in 0..<report.findings.count {
            tally.counts[slot(of: index, in: report.findings)] += 1
        }
        for issue in report.inputViolations { tally.counts[slot(ofIssue: issue.code)] += 1 }
        return tally
    }

    /// The slots that have findings, with how many.
    func counts(of tally: FindingTally) -> [(slot: Slot, count: Int)] {
        tally.counts.indices.lazy.filter { tally.counts[$0] > 0 }
            .map { (self.slots[$0], tally.counts[$0]) }
    }
}

/// Findings by code, in the order of a layout's slots.
struct FindingTally: Sendable, Equatable {
    var counts: [Int]

    init(count: Int) {
        counts = Array(repeating: 0, count: count)
    }

    static func += (left: inout FindingTally, right: FindingTally) {
        for (slot, count) in right.counts.enumerated() where count > 0 {
            left.counts[slot] += count
        }
    }
}
