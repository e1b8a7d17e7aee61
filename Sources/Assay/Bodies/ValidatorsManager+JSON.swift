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
    /// - Returns: The report of the record.
    public func validate(
        json document: some Collection<UInt8>, limits: JSONLimits = JSONLimits()
    ) -> ValidationReport {
        document.withContiguousBytes { validate($0, limits: limits) }
    }

    /// Runs every validator over the record that a JSON text is; see the other `validate(json:)`.
    public func validate(
        json text: String, limits: JSONLimits = JSONLimits()
    ) -> ValidationReport {
        validate(json: text.utf8, limits: limits)
    }

    /// Runs every validator over the record that a JSON document is; see the other `validate(json:)`.
    public func validate(
        json document: RawSpan, limits: JSONLimits = JSONLimits()
    ) -> ValidationReport {
        document.withUnsafeBytes { validate($0, limits: limits) }
    }

    /// Runs every validator over the record that a JSON document is; see the other `validate(json:)`.
    public func validate(
        json document: Span<UInt8>, limits: JSONLimits = JSONLimits()
    ) -> ValidationReport {
        validate(json: document.bytes, limits: limits)
    }

    private func validate(
        _ document: UnsafeRawBufferPointer, limits: JSONLimits
    ) -> ValidationReport {
        guard limits.allow(byteCount: document.count) else {
            return ValidationReport(tooLongDocument: document.count)
        }
        return withSession { session, reader in
            do throws(InputError) {
                let parser = try DocumentParser.taken(from: &reader, for: session, limits)
                let batch = try parser.parse(document)
                defer { if parser.isSmall { reader = parser } }
                return session.validate(batch, row: 0).report(row: 0)
            } catch {
                return .withoutMemory
            }
        }
    }
}

extension DocumentParser {
    /// The parser that an earlier call has left with a session, or a new one.
    fileprivate static func taken(
        from place: inout AnyObject?, for session: ValidationSession, _ limits: JSONLimits
    ) throws(InputError) -> DocumentParser {
        defer { place = nil }
        if let kept = place as? DocumentParser, kept.maximumDepth == limits.depth { return kept }
        return try DocumentParser(session.plan, maximumDepth: limits.depth)
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
    fileprivate func withContiguousBytes<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
            ?? Array(self).withUnsafeBytes(body)
    }
}
