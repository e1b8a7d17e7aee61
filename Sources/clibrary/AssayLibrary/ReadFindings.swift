// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
public import CAssay

extension Session {
    static let findingFlags =
        ASSAY_FINDING_PLACE | ASSAY_FINDING_NO_VALUE | ASSAY_FINDING_FROM_ONE

    /// Returns the result of the last check.
    func lastOutcome() throws(LibraryError) -> Outcome {
        guard let outcome else {
            throw .state(
                "there is no result: no check has succeeded since the last call that failed")
        }
        return outcome
    }

    fileprivate func read(
        from first: UInt64, flags: UInt32, into findings: UnsafeMutableBufferPointer<assay_finding>
    ) throws(LibraryError) -> Int {
        try checkFlags(flags, known: Self.findingFlags, "flags")
        let outcome = try lastOutcome()
        guard first <= UInt64(outcome.count) else {
            throw .argument("'first' is \(first), and there are \(outcome.count) findings")
        }
        lent.reset()
        let count = min(findings.count, outcome.count - Int(first))
        for place in 0..<count {
            (findings.baseAddress.unsafelyUnwrapped + place).initialize(
                to: finding(at: Int(first) + place, of: outcome, flags: flags, in: lent))
        }
        return count
    }

    /// A finding as C sees it; what is its own is in the arena.
    private func finding(
        at index: Int, of outcome: Outcome, flags: UInt32, in arena: ValueArena
    ) -> assay_finding {
        let (stored, record, source) = stored(at: index, of: outcome, flags: flags, in: arena)
        var finding = stored.finding(
            record: record, texts: texts, showsValue: flags & ASSAY_FINDING_NO_VALUE == 0)
        finding.setPlace(source)
        return finding
    }

    /// A finding with the number of its record and, if it is asked for, its place in the input.
    ///
    /// - Parameters:
    ///   - index: Its place among the findings.
    ///   - outcome: What the last check found.
    ///   - flags: Whether its place is wanted.
    ///   - arena: Takes what is its own, and not stored.
    /// - Returns: All three; nil for a place that is not wanted or not known.
    @inline(__always)
    func stored(
        at index: Int, of outcome: Outcome, flags: UInt32, in arena: ValueArena
    ) -> (finding: StoredFinding, record: UInt64, source: RecordSource?) {
        let first =
            outcome.numbers.first_record &+ (flags & ASSAY_FINDING_FROM_ONE == 0 ? 0 : 1)
        let hasPlace = flags & ASSAY_FINDING_PLACE != 0
        if let stored = outcome.stored, index < stored.count {
            let finding = stored.all[index]
            return (finding, first &+ UInt64(finding.row), nil)
        }
        if let report = outcome.report, index < report.count {
            let finding = texts.finding(
                at: index, in: report, firstRow: 0, arena: arena, copiesValue: false)
            return (
                finding, first &+ UInt64(finding.row),
                hasPlace && outcome.hasPlaces ? report.source(at: index) : nil
            )
        }
        let kept = outcome.report?.count ?? outcome.stored?.count ?? 0
        let place = index - kept - outcome.further.count
        if place >= 0 {
            let placed = outcome.placed[place]
            return (
                texts.finding(placed.reported, slot: placed.slot, arena: arena),
                placed.record.map { $0 &+ (first &- outcome.numbers.first_record) }
                    ?? ASSAY_NO_RECORD, hasPlace ? placed.source : nil
            )
        }
        let violation = outcome.further[index - kept]
        return (
            texts.finding(violation, arena: arena), ASSAY_NO_RECORD,
            hasPlace ? violation.source : nil
        )
    }
}

extension assay_finding {
    fileprivate mutating func setPlace(_ source: RecordSource?) {
        guard let source, source.hasLine else { return }
        byte_offset = UInt64(clamping: source.byteOffset)
        byte_length = UInt64(clamping: source.byteLength)
        line = UInt64(clamping: source.line)
        column = UInt64(clamping: source.column)
    }
}

@c @implementation
public func assay_findings(
    _ session: OpaquePointer?, _ first: UInt64, _ capacity: UInt64, _ flags: UInt32,
    _ findings: UnsafeMutablePointer<assay_finding>?, _ count: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let count else { throw .argument("'count' is NULL") }
        guard findings != nil || capacity == 0 else { throw .argument("'findings' is NULL") }
        let place = UnsafeMutableBufferPointer(
            start: findings, count: findings == nil ? 0 : Int(min(capacity, 1 << 40)))
        count.pointee = try session.use { () throws(LibraryError) in
            UInt64(try session.read(from: first, flags: flags, into: place))
        }
        return ASSAY_OK
    }
}
