// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// Distinguishes the findings of a run that a baseline has from new ones, in their order.
struct BaselineMatcher {
    private struct Kept {
        var fingerprint: UInt64
        let slot: Int32
    }

    private let use: BaselineUse
    /// An element for each fingerprint of the baseline: `true` if it has occurred.
    private var occurred: [Bool]
    /// The number of occurrences of the baseline's fingerprints that occurred more than once.
    private var repetitions: [UInt64: UInt64] = [:]
    private var counts = BaselineCounts()
    /// The number of new errors and faults that the next baseline does not accept.
    private var failing = 0
    /// The findings of the next baseline, if one is written.
    private var kept: [Kept] = []

    init(_ use: BaselineUse) {
        self.use = use
        occurred = Array(repeating: false, count: use.baseline.fingerprints.count)
    }

    /// Removes the findings from a chunk that the baseline has.
    ///
    /// - Parameters:
    ///   - chunk: The chunk, rendered with marks that have fingerprints.
    ///   - counts: The counts of the chunk, from which known findings are subtracted.
    mutating func removeKnown(from chunk: inout RenderedChunk, counts: inout StreamCounts) {
        let marks = chunk.marks
        guard !marks.isEmpty else {
            failing += counts.violations + counts.faults
            return
        }
        var isKnown: [Bool] = []
        isKnown.reserveCapacity(marks.count)
        // Findings beyond the maximum of their record have no marks, and are never known.
        failing += counts.violations + counts.faults - marks.count { $0.kind != .warning }
        for mark in marks { isKnown.append(take(mark)) }
        guard isKnown.contains(true) else { return }
        let invalid = counts.invalid
        Self.subtract(marks, isKnown, from: &counts)
        // No baseline knows what is wrong with a header.
        if chunk.isRejected { counts.invalid = invalid }
        for (mark, isKnown) in zip(marks, isKnown) where isKnown {
            chunk.tally.counts[mark.slot] -= 1
        }
        for index in chunk.reports.indices { chunk.reports[index].remove(isKnown) }
    }

    /// Counts a finding, and returns `true` if it is in the baseline.
    private mutating func take(_ mark: FindingMark) -> Bool {
        take(mark.fingerprint, kind: mark.kind, slot: mark.slot)
    }

    /// Counts a finding, and returns `true` if it is in the baseline.
    ///
    /// - Parameters:
    ///   - fingerprint: The fingerprint, or `nil` for a finding that no run recognizes.
    ///   - kind: The kind of the finding.
    ///   - slot: The place of its code in the layout.
    /// - Returns: `true` for a known finding.
    mutating func take(_ fingerprint: FindingFingerprint?, kind: FindingKind, slot: Int) -> Bool {
        let fingerprint = fingerprint ?? FindingFingerprint(value: 0, basis: .none)
        let isKnown = fingerprint.basis != .none && isKnown(fingerprint.value)
        let isAccepted = fingerprint.basis != .none && use.acceptsNew && use.output != nil
        if isKnown {
            counts.known += 1
        } else {
            counts.new += 1
            if fingerprint.basis == .none { counts.unrecognizable += 1 }
            if kind != .warning, !isAccepted { failing += 1 }
        }
        if use.output != nil, isKnown || isAccepted {
            kept.append(Kept(fingerprint: fingerprint.value, slot: Int32(slot)))
        }
        return isKnown
    }

    private mutating func isKnown(_ fingerprint: UInt64) -> Bool {
        guard let place = place(of: fingerprint) else { return false }
        guard occurred[place] else {
            occurred[place] = true
            return true
        }
        let repetition = repetitions[fingerprint, default: 1]
        repetitions[fingerprint] = repetition + 1
        let next = use.baseline.fingerprint(fingerprint, repetition: repetition)
        guard let place = self.place(of: next), !occurred[place] else { return false }
        occurred[place] = true
        return true
    }

    /// Returns the index of a fingerprint in the baseline, or `nil` if it is not there.
    private func place(of fingerprint: UInt64) -> Int? {
        let all = use.baseline.fingerprints
        var range = 0..<all.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if all[middle] == fingerprint { return middle }
            range =
                all[middle] < fingerprint
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    private static func subtract(
        _ marks: [FindingMark], _ isKnown: [Bool], from counts: inout StreamCounts
    ) {
        var lastInvalid = 0
        counts.invalid = 0
        for (mark, isKnown) in zip(marks, isKnown) {
            guard isKnown else {
                if mark.kind != .warning, mark.record != lastInvalid {
                    lastInvalid = mark.record
                    counts.invalid += 1
                }
                continue
            }
            switch mark.kind {
            case .error: counts.violations -= 1
            case .warning: counts.warnings -= 1
            case .fault: counts.faults -= 1
            }
            if let rule = mark.rule { counts.findingsByRule[rule] -= 1 }
        }
    }

    // MARK: - The end

    /// Returns the numbers of the run.
    func counts(isWhole: Bool) -> BaselineCounts {
        var counts = counts
        if isWhole { counts.gone = gone }
        return counts
    }

    private var gone: Int { occurred.count { !$0 } }

    /// Returns `true` if the run has new errors or faults that are not accepted.
    ///
    /// With `--strict-baseline`, it also does so if findings of the baseline are gone.
    func fails(_ totals: RunTotals) -> Bool {
        failing > 0 || (use.isStrict && (totals.baseline?.gone ?? 0) > 0)
    }

    /// Writes the next baseline.
    mutating func write(to path: String, layout: FindingLayout) throws(Diagnostic) {
        kept.sort { ($0.fingerprint, $0.slot) < ($1.fingerprint, $1.slot) }
        var last: UInt64?
        var repetition: UInt64 = 0
        for index in kept.indices {
            let fingerprint = kept[index].fingerprint
            repetition = fingerprint == last ? repetition + 1 : 0
            last = fingerprint
            kept[index].fingerprint = use.baseline.fingerprint(fingerprint, repetition: repetition)
        }
        kept.sort { $0.fingerprint < $1.fingerprint }
        let names = layout.slots.map { slot in
            let field = slot.rule.map { layout.rules[$0].key } ?? FindingSummary.record
            return Array(" \(SafeText.line(field)) \(slot.code)\n".utf8)
        }
        let (head, lines) = (use.baseline.head, kept)
        try FileSystem.replace(path, mode: 0o666) { (write) throws(SystemError) in
            var bytes = head
            for line in lines {
                FingerprintText.append(line.fingerprint, to: &bytes)
                bytes += names[Int(line.slot)]
                guard bytes.count >= Self.pieceSize else { continue }
                try write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            try write(bytes)
        }
    }

    private static let pieceSize = 1 << 16
}

extension RenderedFindings {
    /// Removes marked findings, given an element for each mark.
    mutating func remove(_ isRemoved: [Bool]) {
        var bytes: [UInt8] = []
        var marks: [FindingMark] = []
        var start = 0
        for (mark, isRemoved) in zip(self.marks, isRemoved) {
            let end = max(start, mark.end)
            if !isRemoved {
                bytes += output.bytes[start..<end]
                marks.append(mark.ending(at: bytes.count))
            }
            start = end
        }
        output.bytes = bytes
        self.marks = marks
    }
}

extension FindingMark {
    /// Returns the same mark with another end.
    fileprivate func ending(at end: Int) -> FindingMark {
        FindingMark(
            end: end, kind: kind, record: record, rule: rule, slot: slot,
            isMalformed: isMalformed, isTolerated: isTolerated, fingerprint: fingerprint,
            digits: digits)
    }
}
