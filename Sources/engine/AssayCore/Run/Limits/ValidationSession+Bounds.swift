// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// What bounds the work of rules: parts of a batch after which the clock is read, and values that are
// withheld from some rules.
extension ValidationSession {
    /// Evaluates a rule until the validation has to end; the rows after that are undecided.
    ///
    /// A rule that paths imply takes no time: it sees only values that fail it.
    func evaluateInParts(
        _ rows: RowList, with step: CompiledStep, of validator: CompiledValidator
    ) {
        var start = 0
        while start < rows.count {
            if !step.isImplied, let reason = state.limits?.reached {
                for index in start..<rows.count {
                    state.record(.undecided(reason), row: rows[index])
                }
                return
            }
            let end = endOfPart(from: start, of: rows, in: columns.start[validator.column])
            let part = RowList(
                start: rows.start + start, count: end - start,
                isDense: rows.isDense && start == 0)
            evaluatePart(part, with: step, of: validator)
            start = end
        }
    }

    /// Returns the end of a part that begins at `start` and has at least one row.
    private func endOfPart(
        from start: Int, of rows: RowList, in column: UnsafePointer<assay_value>
    ) -> Int {
        var work = 0
        var end = start
        while end < rows.count, work < ExecutionLimits.workBetweenClockReads {
            work &+= column[rows[end]].approximateWork
            end &+= 1
        }
        return end
    }

    /// Returns the rows except those whose value an earlier rule of the validator withholds from a
    /// rule.
    func removeWithheld(from rows: RowList, for step: CompiledStep) -> RowList {
        bounded.reserve(rows.count)
        var kept = 0
        for index in 0..<rows.count {
            bounded.start[kept] = rows.start[index]
            kept += state.findings.withheld(rows[index]) & step.withheldBy == 0 ? 1 : 0
        }
        return RowList(start: bounded.start, count: kept)
    }
}

extension ExecutionLimits {
    /// The work after which the clock is read again, in bytes of text.
    static let workBetweenClockReads = 1 << 16
}

extension assay_value {
    /// The approximate number of bytes that a rule reads; arrays and objects count more, because
    /// their contents are read too.
    @inline(__always)
    var approximateWork: Int {
        switch kind {
        case ASSAY_STR, ASSAY_DECIMAL: 16 &+ Int(truncatingIfNeeded: min(len, 1 << 32))
        case ASSAY_ARRAY, ASSAY_OBJECT:
            1024 &+ 32 &* Int(truncatingIfNeeded: min(len, 1 << 32))
        default: 16
        }
    }
}
