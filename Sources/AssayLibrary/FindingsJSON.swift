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
        var bytes: [UInt8] = []
        let arena = ValueArena()
        for index in 0..<outcome.count {
            let finding = finding(at: index, of: outcome, flags: flags, in: arena)
            finding.append(
                to: &bytes, hasPlace: flags & ASSAY_FINDING_PLACE != 0 && outcome.hasPlaces)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private func problem(_ outcome: Outcome) -> [UInt8] {
        let arena = ValueArena()
        var errors: [UInt8] = []
        var count = Int(outcome.numbers.dropped_count)
        for index in 0..<outcome.count {
            let finding = finding(
                at: index, of: outcome, flags: ASSAY_FINDING_NO_VALUE, in: arena)
            guard finding.severity != ASSAY_SEVERITY_WARNING else { continue }
            if !errors.isEmpty { errors.append(UInt8(ascii: ",")) }
            ProblemError.append(
                detail: finding.message.string, pointer: finding.pointer.string,
                code: finding.code.string, rule: finding.rule.string,
                parametersJSON: finding.parameters.bytes, to: &errors)
            count += 1
        }
        return ProblemDetails.json(errorCount: count, errors: errors)
    }
}

extension assay_text {
    var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: ptr, count: ptr == nil ? 0 : Int(len))
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension assay_finding {
    private var severityName: StaticString {
        switch severity {
        case ASSAY_SEVERITY_ERROR: "error"
        case ASSAY_SEVERITY_WARNING: "warning"
        default: "fault"
        }
    }

    /// Appends the finding as the object of every report.
    fileprivate func append(to bytes: inout [UInt8], hasPlace: Bool) {
        bytes.append("{" as StaticString)
        if record != ASSAY_NO_RECORD {
            bytes.append("\"record\":" as StaticString)
            bytes.append(decimal: Int(clamping: record) &+ 1)
            bytes.append("," as StaticString)
        }
        let members: [(StaticString, assay_text)] = [
            ("\"pointer\":", pointer), (",\"field\":", field), (",\"rule\":", rule),
            (",\"code\":", code),
        ]
        for (name, text) in members {
            bytes.append(name)
            JSONText.append(text.string, to: &bytes)
        }
        bytes.append(",\"severity\":\"" as StaticString)
        bytes.append(severityName)
        bytes.append("\",\"message\":" as StaticString)
        JSONText.append(message.string, to: &bytes)
        bytes.append(",\"parameters\":" as StaticString)
        bytes.append(contentsOf: parameters.bytes)
        if value.kind != ASSAY_ABSENT {
            bytes.append(",\"value\":" as StaticString)
            JSONText.append(value.owned, to: &bytes)
        }
        if hasPlace { appendPlace(to: &bytes) }
        bytes.append("}" as StaticString)
    }

    private func appendPlace(to bytes: inout [UInt8]) {
        let members: [(StaticString, UInt64)] = [
            (",\"source\":{\"byteOffset\":", byte_offset), (",\"byteLength\":", byte_length),
            (",\"line\":", line), (",\"column\":", column),
        ]
        for (name, number) in members {
            bytes.append(name)
            bytes.append(decimal: Int(clamping: number))
        }
        bytes.append("}" as StaticString)
    }
}

extension assay_value {
    var owned: Value {
        withUnsafePointer(to: self) { Value(FieldValue(unsafePointer: $0)) }
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
