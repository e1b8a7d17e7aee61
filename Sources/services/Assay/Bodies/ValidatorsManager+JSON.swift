// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords

// From the bytes of a request to its report, without a tree of values between them.
extension ValidatorsManager {
    /// Runs every validator over the record that a JSON document is.
    ///
    /// Violations have their places in the document: line, column and bytes. What is no JSON object, or
    /// is beyond the limits, is the violation `record.malformed`.
    ///
    /// - Parameters:
    ///   - document: The bytes of one JSON object in UTF-8, such as the body of a request: `[UInt8]`,
    ///     `Data`, a view of `ByteBuffer`. A collection without contiguous storage is copied.
    ///   - limits: How large and how deep the document may be.
    ///   - partial: `true` for a record with a part of the fields, such as a merge patch (RFC 7396); see
    ///     `validate(_:partial:)`.
    /// - Returns: The report of the record.
    @inlinable
    public func validate(
        json document: some Collection<UInt8>, limits: JSONLimits = JSONLimits(),
        partial: Bool = false
    ) -> ValidationReport {
        // Inlined, so that nothing is looked up for the type of the collection.
        document.withContiguousBytes { validate(bytes: $0, limits: limits, partial: partial) }
    }

    /// Runs every validator over the record that a JSON text is; see the other `validate(json:)`.
    public func validate(
        json text: String, limits: JSONLimits = JSONLimits(), partial: Bool = false
    ) -> ValidationReport {
        validate(json: text.utf8, limits: limits, partial: partial)
    }

    /// Runs every validator over the record that a JSON document is; see the other `validate(json:)`.
    public func validate(
        json document: RawSpan, limits: JSONLimits = JSONLimits(), partial: Bool = false
    ) -> ValidationReport {
        document.withUnsafeBytes { validate(bytes: $0, limits: limits, partial: partial) }
    }

    /// Runs every validator over the record that a JSON document is; see the other `validate(json:)`.
    public func validate(
        json document: Span<UInt8>, limits: JSONLimits = JSONLimits(), partial: Bool = false
    ) -> ValidationReport {
        validate(json: document.bytes, limits: limits, partial: partial)
    }

    /// Runs every validator over the record that a JSON document is, the asynchronous rules too.
    ///
    /// They run on values that passed all other rules of their field; the document is read once. The
    /// task's cancellation ends the call at once; rules without a verdict by then are undecided, with
    /// `fault.cancelled`.
    ///
    /// - Parameters:
    ///   - document: The bytes of one JSON object in UTF-8.
    ///   - limits: How large and how deep the document may be.
    ///   - asyncLimits: How many rules run at once, and how long: `.seconds(2)`.
    ///   - partial: `true` for a record with a part of the fields; see `validate(_:partial:)`.
    /// - Returns: The report of the record.
    public func validate(
        json document: some Collection<UInt8> & Sendable, limits: JSONLimits = JSONLimits(),
        within asyncLimits: AsyncLimits, partial: Bool = false
    ) async -> ValidationReport {
        let (deferred, requests, observed) = document.withContiguousBytes {
            validate($0, limits: limits, partial: partial) { ($0.report, $0.requests, $0.observed) }
        }
        let reports = await Self.complete(
            [deferred], with: requests, within: asyncLimits, observed)
        observed?.tell(reports)
        return reports.first ?? deferred
    }

    /// Runs every validator over the record that a JSON text is, the asynchronous rules too; see the
    /// other `validate(json:limits:within:)`.
    public func validate(
        json text: String, limits: JSONLimits = JSONLimits(), within asyncLimits: AsyncLimits,
        partial: Bool = false
    ) async -> ValidationReport {
        await validate(json: text.utf8, limits: limits, within: asyncLimits, partial: partial)
    }

    /// Validates a document of which only the report is needed.
    @usableFromInline
    func validate(
        bytes document: UnsafeRawBufferPointer, limits: JSONLimits, partial: Bool
    ) -> ValidationReport {
        guard limits.allow(byteCount: document.count) else {
            var report = ValidationReport(tooLongDocument: document.count)
            report.isPartial = partial
            if let observation { ObservedValidation(observation).tell([report]) }
            return report
        }
        DocumentParser.fetch(document)
        let worker = takeSession(partial: partial)
        let report = worker.report(on: document, limits.ofTheReader)
        giveBack(worker)
        return report
    }

    /// Runs every validator over the record that a JSON document is.
    ///
    /// - Parameters:
    ///   - document: The bytes of one JSON object in UTF-8.
    ///   - limits: How large and how deep it may be.
    ///   - partial: `true` for a record with a part of the fields.
    ///   - body: Takes the document with its report; they are valid for this call. It tells the observer.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    package func validate<Result>(
        _ document: UnsafeRawBufferPointer, limits: JSONLimits, partial: Bool = false,
        _ body: (CheckedDocument) throws -> Result
    ) rethrows -> Result {
        guard limits.allow(byteCount: document.count) else {
            var report = ValidationReport(tooLongDocument: document.count)
            report.isPartial = partial
            return try body(
                CheckedDocument(unread: report, observation.map { ObservedValidation($0) }))
        }
        return try withReader(limits, partial: partial) { session, parser in
            let start = session.observationStart
            guard let parser, let batch = try? parser.parse(document) else {
                var report = ValidationReport.withoutMemory
                report.isPartial = partial
                return try body(
                    CheckedDocument(unread: report, session.observed(since: start)))
            }
            return try body(
                CheckedDocument(
                    session.findings(ofDocument: batch), of: batch, in: parser, by: session.plan,
                    session.observed(since: start)))
        }
    }

    /// Runs every validator over the records of a JSON array.
    ///
    /// - Parameters:
    ///   - document: The bytes of an array of objects in UTF-8. A collection without contiguous storage
    ///     is copied.
    ///   - limits: How large the document may be, and each of its records. With more records than it
    ///     may have, none is validated.
    ///   - partial: `true` for records with a part of the fields; see `validate(_:partial:)`.
    /// - Returns: A report for each element of the array, and one for the document itself.
    public func validate(
        jsonArray document: some Collection<UInt8>, limits: JSONLimits = JSONLimits(),
        partial: Bool = false
    ) -> ArrayReport {
        document.withContiguousBytes { validate(array: $0, limits: limits, partial: partial) }
    }

    /// Runs every validator over the records of a JSON array; see the other `validate(jsonArray:)`.
    public func validate(
        jsonArray text: String, limits: JSONLimits = JSONLimits(), partial: Bool = false
    ) -> ArrayReport {
        validate(jsonArray: text.utf8, limits: limits, partial: partial)
    }

    private func validate(
        array: UnsafeRawBufferPointer, limits: JSONLimits, partial: Bool
    ) -> ArrayReport {
        var (report, observed) = read(array, limits: limits, partial: partial)
        report.document.isPartial = partial
        report.document.unchecked = plan.unchecked
        observed?.tell(report.records, document: report.document)
        return report
    }

    private func read(
        _ array: UnsafeRawBufferPointer, limits: JSONLimits, partial: Bool
    ) -> (ArrayReport, ObservedValidation?) {
        guard limits.allow(byteCount: array.count) else {
            return (
                ArrayReport(unread: .init(tooLongDocument: array.count)),
                observation.map { ObservedValidation($0) }
            )
        }
        return withReader(limits, partial: partial) { session, parser in
            let start = session.observationStart
            guard let parser,
                let parsed = try? parser.parse(array: array, most: max(0, limits.maximumRecords))
            else { return (ArrayReport(unread: .withoutMemory), session.observed(since: start)) }
            let report = ArrayReport(session.validate(parsed.batch, isCached: true), of: parsed)
            return (report, session.observed(since: start))
        }
    }

    /// Calls `body` with a session and what reads documents for it; nil without memory.
    @inline(__always)
    private func withReader<Result>(
        _ limits: JSONLimits, partial: Bool = false,
        _ body: (ValidationSession, DocumentParser?) throws -> Result
    ) rethrows -> Result {
        let worker = takeSession(partial: partial)
        let parser = worker.parser(with: limits.ofTheReader)
        defer {
            worker.keepSmall(parser)
            giveBack(worker)
        }
        return try body(worker.session, parser)
    }
}

extension ValidationSession {
    /// Returns what the rules find in the one record of a batch.
    fileprivate func findings(ofDocument batch: RecordBatch) -> BatchReport {
        // Requests of asynchronous rules are read from the columns of a batch.
        plan.hasAsynchronousRules ? validate(batch) : validate(batch, row: 0)
    }

    /// The report of the one record of a batch.
    fileprivate func report(ofDocument batch: RecordBatch) -> ValidationReport {
        // Two expressions: one for both would count a reference of the session.
        if plan.hasAsynchronousRules { return validate(batch).report(row: 0) }
        return validate(batch, row: 0).report(row: 0)
    }
}

extension ValidatorsManager.IdleSession {
    /// Runs every validator over a document; few references are counted on the way.
    fileprivate func report(
        on document: UnsafeRawBufferPointer, _ limits: DocumentParser.Limits
    ) -> ValidationReport {
        let start = session.observationStart
        let report = readAndReport(on: document, limits)
        if let start { session.observed(since: start)?.tell([report]) }
        return report
    }

    /// The same without telling the observer.
    ///
    /// The report is returned as it is made: in an optional or a tuple, its references would be counted.
    @inline(__always)
    private func readAndReport(
        on document: UnsafeRawBufferPointer, _ limits: DocumentParser.Limits
    ) -> ValidationReport {
        guard let parser = borrowedParser(with: limits) else { return .withoutMemory }
        let report = parser._withUnsafeGuaranteedRef { parser in
            guard let batch = try? parser.parseWithoutCounting(document) else {
                return ValidationReport.withoutMemory
            }
            return batch._withUnsafeGuaranteedRef { session.report(ofDocument: $0) }
        }
        if !parser._withUnsafeGuaranteedRef({ $0.isSmall }) { reader = nil }
        return report
    }

    /// Lets go of a parser that keeps much memory.
    fileprivate func keepSmall(_ parser: DocumentParser?) {
        if let parser, !parser.isSmall { reader = nil }
    }

    /// The parser that an earlier call has left, or a new one.
    fileprivate func parser(with limits: DocumentParser.Limits) -> DocumentParser? {
        borrowedParser(with: limits)?.takeUnretainedValue()
    }

    /// The same without a reference that is counted: it is kept until another one is.
    @inline(__always)
    private func borrowedParser(with limits: DocumentParser.Limits) -> Unmanaged<DocumentParser>? {
        if let kept = borrowedReader {
            let fits = kept._withUnsafeGuaranteedRef {
                type(of: $0) == DocumentParser.self
                    && unsafeDowncast($0, to: DocumentParser.self).hasLimits(limits)
            }
            if fits { return .fromOpaque(kept.toOpaque()) }
        }
        guard let made = try? DocumentParser(session.plan, limits: limits) else { return nil }
        reader = made
        return .passUnretained(made)
    }
}

extension ValidationReport {
    /// There is no memory to read a record: nothing is known of it, and it is not valid.
    fileprivate static var withoutMemory: ValidationReport {
        var report = ValidationReport()
        report.faults = [
            Fault(
                pointer: "", field: "", rule: "record", reason: .unavailable,
                detail: "out of memory")
        ]
        return report
    }
}

extension Collection<UInt8> {
    /// Calls `body` with the bytes, which are copied where they are not in one piece.
    @inlinable
    package func withContiguousBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
            ?? Array(self).withUnsafeBytes(body)
    }
}
