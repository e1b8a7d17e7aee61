// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
public import CAssay

extension Session {
    static let findingFlags = ASSAY_FINDING_PLACE | ASSAY_FINDING_NO_VALUE

    /// What the last check found.
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
    func finding(
        at index: Int, of outcome: Outcome, flags: UInt32, in arena: ValueArena
    ) -> assay_finding {
        let showsValue = flags & ASSAY_FINDING_NO_VALUE == 0
        let first = outcome.numbers.first_record
        if let stored = outcome.stored, index < stored.count {
            return stored.findings[index].finding(firstRecord: first, showsValue: showsValue)
        }
        let kept = outcome.report?.count ?? outcome.stored?.count ?? 0
        guard let report = outcome.report, index < kept else {
            return finding(outcome.further[index - kept], flags: flags, in: arena)
        }
        var finding = StoredFinding(
            at: index, in: report, firstRow: 0, texts: texts, arena: arena, copiesValue: false
        ).finding(firstRecord: first, showsValue: showsValue)
        if flags & ASSAY_FINDING_PLACE != 0, outcome.hasPlaces {
            finding.setPlace(report.source(at: index))
        }
        return finding
    }

    /// A finding of no row.
    private func finding(
        _ violation: Violation, flags: UInt32, in arena: ValueArena
    ) -> assay_finding {
        let text = FindingText(.violation(violation), in: texts.messages)
        let common = texts.learn(text, slot: texts.slots.slot(ofIssue: violation.code))
        var finding = assay_finding()
        finding.record = ASSAY_NO_RECORD
        finding.severity =
            violation.severity == .warning ? ASSAY_SEVERITY_WARNING : ASSAY_SEVERITY_ERROR
        finding.rule_index = ASSAY_NO_RULE
        finding.pointer = arena.own(violation.pointer)
        finding.field = common.field
        finding.rule = common.ruleName
        finding.code = common.code
        finding.message = arena.own(text.message)
        finding.parameters = arena.own(text.parametersJSON)
        if flags & ASSAY_FINDING_PLACE != 0 { finding.setPlace(violation.source) }
        return finding
    }
}

extension assay_finding {
    fileprivate mutating func setPlace(_ source: RecordSource?) {
        guard let source else { return }
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
