// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssaySystem

/// Tells the findings of a run that a baseline has from those that are new, in their order.
struct BaselineMatcher {
    private struct Kept {
        var fingerprint: UInt64
        let slot: Int32
    }

    private let use: BaselineUse
    /// For each fingerprint of the baseline whether it has occurred.
    private var occurred: [Bool]
    /// How often fingerprints of the baseline occurred that did so more than once.
    private var repetitions: [UInt64: UInt64] = [:]
    private var counts = BaselineCounts()
    /// Errors and faults that are new and do not become known.
    private var failing = 0
    /// What the next baseline has, if one is written.
    private var kept: [Kept] = []

    init(_ use: BaselineUse) {
        self.use = use
        occurred = Array(repeating: false, count: use.baseline.fingerprints.count)
    }

    /// Takes the findings from a chunk that the baseline has.
    ///
    /// - Parameters:
    ///   - chunk: Rendered with marks that have fingerprints.
    ///   - counts: The numbers of the chunk, which are those of the new findings afterwards.
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

    /// Whether a finding is in the baseline; counts it.
    private mutating func take(_ mark: FindingMark) -> Bool {
        let fingerprint = mark.fingerprint ?? FindingFingerprint(value: 0, basis: .none)
        let isKnown = fingerprint.basis != .none && isKnown(fingerprint.value)
        let isAccepted = fingerprint.basis != .none && use.acceptsNew && use.output != nil
        if isKnown {
            counts.known += 1
        } else {
            counts.new += 1
            if fingerprint.basis == .none { counts.unrecognizable += 1 }
            if mark.kind != .warning, !isAccepted { failing += 1 }
        }
        if use.output != nil, isKnown || isAccepted {
            kept.append(Kept(fingerprint: fingerprint.value, slot: Int32(mark.slot)))
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

    /// Where a fingerprint is in the baseline.
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

    /// The numbers of the run.
    func counts(isWhole: Bool) -> BaselineCounts {
        var counts = counts
        if isWhole { counts.gone = gone }
        return counts
    }

    private var gone: Int { occurred.count { !$0 } }

    /// Whether the run has something that is not accepted.
    func fails(_ totals: RunTotals) -> Bool {
        failing > 0 || (use.isStrict && (totals.baseline?.gone ?? 0) > 0)
    }

    /// Writes the findings that are known from now on.
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
    /// Leaves out marked findings.
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
    /// The same mark after bytes that end elsewhere.
    fileprivate func ending(at end: Int) -> FindingMark {
        FindingMark(
            end: end, kind: kind, record: record, rule: rule, slot: slot,
            isMalformed: isMalformed, fingerprint: fingerprint, digits: digits)
    }
}
