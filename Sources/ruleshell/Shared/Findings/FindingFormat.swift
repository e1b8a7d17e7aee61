// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Writes findings in one format, on any thread.
protocol FindingFormat: Sendable {
    /// Appends one finding.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - origin: Where it was found.
    ///   - bytes: The output of the chunk so far.
    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8])

    /// As `append`, for findings with fingerprints that others may share.
    ///
    /// - Returns: Where in `bytes` the digits of the fingerprint begin; nil: there are none.
    func appendRecognizable(
        _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
    ) -> Int?

    /// Writes what findings of one rule and code have in common, which `append` finds in them.
    ///
    /// - Parameters:
    ///   - text: What they have in common.
    ///   - rule: The place of the rule in the rule set; nil for findings about the record itself.
    /// - Returns: The bytes around the pointer of each finding.
    func write(_ text: FindingText, of rule: (validator: Int, step: Int)?) -> WrittenText

    /// Appends the part of a finding that its text and its pointer decide, which is kept for findings that
    /// have both in common; nothing in formats that have no such part.
    ///
    /// - Parameters:
    ///   - written: What `write` has written of the text.
    ///   - pointer: Where the value is in its record.
    ///   - bytes: The output so far.
    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8])

    /// Whether values of findings are shown, other than in messages.
    var showsValues: Bool { get }
    /// How many findings it takes; nil: all.
    var quota: FindingQuota? { get }
    /// Whether findings are written with what a later run recognizes them by.
    var showsFingerprints: Bool { get }
    /// Whether only totals are shown, no findings.
    var showsTotalsOnly: Bool { get }
}

extension FindingFormat {
    func appendRecognizable(
        _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
    ) -> Int? {
        append(finding, from: origin, to: &bytes)
        return nil
    }

    func write(_ text: FindingText, of rule: (validator: Int, step: Int)?) -> WrittenText {
        WrittenText(text, before: [], after: [])
    }

    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8]) {}

    /// Appends the head of a finding, which is copied if it is ready.
    func appendHead(of finding: ShownFinding, to bytes: inout [UInt8]) {
        let head = finding.head
        if head.isEmpty {
            appendHead(of: finding.written, pointer: finding.pointer, to: &bytes)
        } else {
            bytes.append(contentsOf: head)
        }
    }

    var showsValues: Bool { false }
    var quota: FindingQuota? { nil }
    var showsFingerprints: Bool { false }
    var showsTotalsOnly: Bool { false }
}

/// Where a finding comes from.
struct FindingOrigin {
    let input: InputName
    /// Shows lines of the input.
    let locator: ChunkLocator
    /// The place of the rule in the rule set; nil for findings about the record itself.
    var rule: (validator: Int, step: Int)?
    /// Nil unless the format shows it and the rule set has an identity.
    var fingerprint: FindingFingerprint?
    /// The record is text, as cells of CSV are.
    var isText = false
}

extension FindingOrigin {
    /// Appends the name of the input, and a line and a column after it.
    func appendPlace(of source: RecordSource?, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: input.safe)
        guard let source else { return }
        bytes.append(atMost: 2 * ShortText.longestNumber + 2) { text in
            text.append(":")
            text.append(decimal: source.line)
            text.append(":")
            text.append(decimal: source.column)
        }
    }

    /// The first column after a value, in code points; nil if it does not end in its line.
    func endColumn(of source: RecordSource) -> Int? {
        guard source.byteLength > 0, let (line, offset) = locator.line(at: source.byteOffset),
            offset + source.byteLength <= line.count
        else { return nil }
        let value = line[offset..<offset + source.byteLength]
        return source.column + value.count { $0 & 0xC0 != 0x80 }
    }
}

/// How many findings a report takes, so that its size is bounded.
struct FindingQuota: Sendable {
    /// Findings of each bucket.
    let limit: Int
    let bucketCount: Int
    /// The bucket of a finding, by its kind and by its rule in the plan.
    let bucket: @Sendable (FindingKind, Int?) -> Int
}

extension SafeText {
    /// Appends a pointer and a space; nothing for the record itself.
    static func append(pointer: String, to bytes: inout [UInt8]) {
        guard !pointer.isEmpty else { return }
        append(pointer, to: &bytes)
        bytes.append(UInt8(ascii: " "))
    }
}
