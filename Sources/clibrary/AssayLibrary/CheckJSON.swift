// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
public import CAssay

extension Session {
    /// Documents that take less time to check than the clock takes to read are never ended.
    private static let shortDocument = 1 << 16

    fileprivate func check(_ document: UnsafeRawBufferPointer) throws(LibraryError) {
        begin(rows: 1)
        guard document.count <= limits.recordBytes else { return outcome = tooLong(document) }
        let isShort = document.count <= Self.shortDocument && limits.timeout == nil
        session.limits = isShort ? nil : executionLimits
        let parser = try takeParser()
        let batch: RecordBatch
        do throws(InputError) {
            batch = try parser.parse(document)
        } catch {
            throw LibraryError(error)
        }
        // What a large document needed is given back.
        if !parser.isSmall { documents = nil }
        // The path of single records keeps no columns, from which keys are read.
        let report =
            collector == nil ? session.validate(batch, row: 0) : session.validate(batch)
        var found = Outcome(report: report, hasPlaces: true)
        found.numbers.byte_count = UInt64(document.count)
        if report.isEmpty {
            found.numbers.record_count = 1
        } else {
            count(report, rows: 1, after: 0, into: &found.numbers)
            found.numbers.finding_count = UInt64(report.count)
            if batch.issues.contains(where: { $0.kind == .malformed }) {
                found.numbers.malformed_count = 1
                found.numbers.malformed_record_count = 1
            }
        }
        if collector != nil {
            addition = .single(report, malformed: Int(found.numbers.malformed_record_count))
        }
        outcome = found
    }

    private func takeParser() throws(LibraryError) -> DocumentParser {
        if let documents { return documents }
        do throws(InputError) {
            let made = try DocumentParser(
                rules.plan, limits: .init(depth: limits.depth, keys: .max))
            documents = made
            return made
        } catch {
            throw LibraryError(error)
        }
    }

    private func tooLong(_ document: UnsafeRawBufferPointer) -> Outcome {
        let report = ValidationReport(tooLongDocument: document.count)
        var outcome = Outcome(further: report.violations, hasPlaces: true)
        bitmap.set(0)
        outcome.numbers.record_count = 1
        outcome.numbers.invalid_count = 1
        outcome.numbers.error_count = 1
        outcome.numbers.malformed_count = 1
        outcome.numbers.malformed_record_count = 1
        if collector != nil { addition = .single(nil, malformed: 1) }
        for violation in report.violations { outcome.numbers.countIssue(violation.code) }
        outcome.numbers.finding_count = UInt64(report.violations.count)
        return outcome
    }
}

@c @implementation
public func assay_check_json(
    _ session: OpaquePointer?, _ json: UnsafeRawPointer?, _ length: UInt64,
    _ result: UnsafeMutablePointer<assay_result>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard json != nil || length == 0 else { throw .argument("'json' is NULL") }
        guard length <= 1 << 46 else { throw .argument("'length' is \(length)") }
        return try session.check(result) { () throws(LibraryError) in
            try session.check(UnsafeRawBufferPointer(start: json, count: Int(length)))
            return ASSAY_OK
        }
    }
}
