// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
public import CAssay

extension Session {
    fileprivate func json(_ format: UInt32, flags: UInt32) throws(LibraryError) -> assay_str {
        try checkFlags(flags, known: Self.findingFlags, "flags")
        let outcome = try lastOutcome()
        let bytes: [UInt8]
        switch format {
        case ASSAY_JSON_LINES: bytes = lines(outcome, flags: flags)
        case ASSAY_JSON_PROBLEM: bytes = problem(outcome)
        default: throw .argument("'format' is \(format)")
        }
        let made = ZeroEndedText(bytes)
        text = made
        return made.str
    }

    private func lines(_ outcome: Outcome, flags: UInt32) -> [UInt8] {
        let hasPlace = flags & ASSAY_FINDING_PLACE != 0 && outcome.hasPlaces
        let objects = JSONObjects(namesInput: false)
        var bytes: [UInt8] = []
        for index in 0..<outcome.count {
            // What is one finding's alone is in the text afterwards.
            lent.reset()
            let (finding, record, source) = stored(
                at: index, of: outcome, flags: flags | ASSAY_FINDING_FROM_ONE, in: lent)
            guard let object = texts.object(of: finding) else { continue }
            let isShown = flags & ASSAY_FINDING_NO_VALUE == 0
            let kept = KeptFinding(
                record: record == ASSAY_NO_RECORD ? nil : Int(clamping: record),
                pointer: finding.pointer(in: texts).bytes, written: object,
                value: isShown ? finding.value : assay_value(),
                source: hasPlace ? source : nil)
            objects.append(kept, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private func problem(_ outcome: Outcome) -> [UInt8] {
        var errors: [UInt8] = []
        var count = Int(outcome.numbers.dropped_count)
        for index in 0..<outcome.count {
            lent.reset()
            let finding = stored(at: index, of: outcome, flags: 0, in: lent).finding
            let isWarning = texts.common[Int(finding.slot)].severity == ASSAY_SEVERITY_WARNING
            guard !isWarning else { continue }
            if !errors.isEmpty { errors.append(UInt8(ascii: ",")) }
            texts.appendError(finding, to: &errors)
            count += 1
        }
        return ProblemDetails.json(
            errorCount: count, errors: errors, messages: texts.messages ?? [:],
            isPartial: limits.isPartial,
            unchecked: outcome.isOfDataSet ? [] : rules.plan.unchecked)
    }
}

@c @implementation
public func assay_findings_json(
    _ session: OpaquePointer?, _ format: UInt32, _ flags: UInt32,
    _ json: UnsafeMutablePointer<assay_str>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let json else { throw .argument("'json' is NULL") }
        json.pointee = try session.use { () throws(LibraryError) in
            try session.json(format, flags: flags)
        }
        return ASSAY_OK
    }
}
