// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// How long rules are at work: parts of a batch between two looks at the clock, and texts that are too
// long for some rules.
extension ValidationSession {
    /// The work between two looks at the clock, in bytes of text.
    private static let partWork = 1 << 16

    /// Evaluates a rule until the validation has to end; the rows after that are undecided.
    func evaluateInParts(
        _ rows: UnsafePointer<UInt32>, _ count: Int, _ isDense: Bool, _ step: CompiledStep,
        _ validator: CompiledValidator
    ) {
        var start = 0
        while start < count {
            if let reason = state.limits?.reached {
                for index in start..<count {
                    state.record(.undecided(reason), row: Int(rows[index]))
                }
                return
            }
            let end = endOfPart(rows, start, count, columns.start[validator.column])
            evaluatePart(rows + start, end - start, isDense && start == 0, step, validator)
            start = end
        }
    }

    /// Where a part that begins at `start` ends, after one row at least.
    private func endOfPart(
        _ rows: UnsafePointer<UInt32>, _ start: Int, _ count: Int,
        _ column: UnsafePointer<assay_value>
    ) -> Int {
        var work = 0
        var end = start
        while end < count, work < Self.partWork {
            work &+= Self.work(on: column[Int(rows[end])])
            end &+= 1
        }
        return end
    }

    /// About how many bytes a rule looks at; arrays and objects count more, since their contents do.
    @inline(__always)
    private static func work(on value: assay_value) -> Int {
        switch value.kind {
        case ASSAY_STR, ASSAY_DECIMAL: 16 &+ Int(truncatingIfNeeded: min(value.len, 1 << 32))
        case ASSAY_ARRAY, ASSAY_OBJECT:
            1024 &+ 32 &* Int(truncatingIfNeeded: min(value.len, 1 << 32))
        default: 16
        }
    }

    /// Takes the rows with a text that an earlier rule of the validator found too long out of those
    /// for a rule that searches texts; returns how many are left in `bounded`.
    func leaveOutTooLong(_ rows: UnsafePointer<UInt32>, _ count: Int) -> Int {
        bounded.reserve(count)
        return selection.copy(
            rows, count: count, without: state.findings.tooLongRows.start,
            count: state.findings.tooLongCount, into: bounded.start)
    }
}
