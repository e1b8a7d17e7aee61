// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) package import AssayCore
@_spi(Engine) import AssayRecords

/// A JSON document that was validated as a record, while its bytes are at hand.
package struct CheckedDocument {
    /// The report of the document.
    package var report: ValidationReport
    /// The validation that an observer gets with the final report, or `nil` for no observer.
    package let observed: ObservedValidation?
    /// The parsed document and its findings, or `nil` if the document was not read.
    private let reading: Reading?

    private struct Reading {
        let parser: DocumentParser
        let batch: RecordBatch
        let findings: BatchReport
        let plan: ValidationPlan
    }

    /// A document that was not read, and why.
    init(unread report: ValidationReport, _ observed: ObservedValidation?) {
        self.report = report
        self.observed = observed
        reading = nil
    }

    init(
        _ findings: BatchReport, of batch: RecordBatch, in parser: DocumentParser,
        by plan: ValidationPlan, _ observed: ObservedValidation?
    ) {
        report = findings.report(row: 0)
        self.observed = observed
        reading = Reading(parser: parser, batch: batch, findings: findings, plan: plan)
    }

    /// The text of the document, without a byte order mark; nil if it is no JSON object.
    package var text: String? {
        guard let reading, !reading.batch.issues.contains(where: { $0.kind == .malformed }) else {
            return nil
        }
        return String(decoding: reading.parser.bytes, as: UTF8.self)
    }

    /// The asynchronous rules that the report deferred, with their values.
    package var requests: [AsyncRequest] {
        guard let reading, !report.pending.isEmpty else { return [] }
        return reading.findings.requests(record: 0, isText: false)
    }

    /// Adds a violation to the report, unless a rule has found one at the same place.
    ///
    /// - Parameters:
    ///   - code: Its code; its rule is the part before the dot.
    ///   - template: Its message, a phrase that translations know.
    ///   - parameters: What the message shows.
    ///   - path: What leads to the value, or to where it should be.
    package mutating func add(
        _ code: String, template: String, parameters: [MessageParameter] = [],
        at path: [PointerToken]
    ) {
        guard let reading else { return }
        let pointer = reading.plan.visiblePart(of: PointerToken.pointer(path))
        let isKnown = report.violations.contains {
            $0.severity == .error && $0.pointer.utf8.elementsEqual(pointer.utf8)
        }
        guard !isKnown else { return }
        report.violations.append(
            Violation(
                pointer: pointer, field: "", rule: String(code.prefix { $0 != "." }), code: code,
                parameters: parameters,
                source: reading.parser.locator.locate(row: 0, path: path, offset: nil),
                template: template))
    }
}
