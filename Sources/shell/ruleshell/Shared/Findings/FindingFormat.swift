// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Writes findings in one format, on any thread.
protocol FindingFormat: Sendable {
    /// Appends one finding.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - origin: The place where it was found.
    ///   - bytes: The output of the chunk so far.
    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8])

    /// Appends one finding, whose fingerprint others may share.
    ///
    /// - Returns: The index in `bytes` where the digits of the fingerprint begin, or `nil` if there
    ///   are none.
    func appendRecognizable(
        _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
    ) -> Int?

    /// Writes the text that findings of one rule and code have in common, for `append` to use.
    ///
    /// - Parameters:
    ///   - text: The text that they have in common.
    ///   - rule: The place of the rule in the rule set, or `nil` for findings about the record
    ///     itself.
    /// - Returns: The bytes around the pointer of each finding.
    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText

    /// Appends the part of a finding that depends only on its text and its pointer.
    ///
    /// It is kept for findings that have both in common. Formats without such a part append
    /// nothing.
    ///
    /// - Parameters:
    ///   - written: The text that `write` has written.
    ///   - pointer: The place of the value in its record.
    ///   - bytes: The output so far.
    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8])

    /// `true` if values of findings are shown, other than in messages.
    var showsValues: Bool { get }
    /// The limit on findings that the format takes, or `nil` to take all.
    var quota: FindingQuota? { get }
    /// `true` if findings are written with fingerprints, by which a later run recognizes them.
    var showsFingerprints: Bool { get }
    /// `true` if only totals are shown, and no findings.
    var showsTotalsOnly: Bool { get }
}

extension FindingFormat {
    func appendRecognizable(
        _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
    ) -> Int? {
        append(finding, from: origin, to: &bytes)
        return nil
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
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

/// The input and the rule that a finding comes from.
struct FindingOrigin {
    let input: InputName
    /// Shows lines of the input, or `nil` if they are not in memory.
    let locator: ChunkLocator?
    /// The rule, or `nil` for findings about the record itself.
    var rule: RulePlace?
    /// The fingerprint, if the format shows it and the rule set has an identity.
    var fingerprint: FindingFingerprint?
    /// The record is text, as cells of CSV are.
    var isText = false
    /// `true` for a finding about the data set, which is in none of its inputs.
    var isOfDataSet = false
}

/// The rule that a finding comes from.
enum RulePlace {
    /// A rule of a field, by its place in the rule set.
    case field(validator: Int, step: Int)
    /// A rule about the records of the data set, by its index among these, with its line in the format `full`.
    case records(Int, line: String)

    init?(_ place: (validator: Int, step: Int)?) {
        guard let place else { return nil }
        self = .field(validator: place.validator, step: place.step)
    }
}

extension FindingOrigin {
    /// Appends the name of the input, and a line and a column after it, or the number of the record if there
    /// are no lines.
    func appendPlace(of source: RecordSource?, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: input.safe)
        guard let source else { return }
        guard source.hasLine else {
            return bytes.append(atMost: ShortText.longestNumber + 9) { text in
                text.append(", record ")
                text.append(decimal: source.record)
            }
        }
        bytes.append(atMost: 2 * ShortText.longestNumber + 2) { text in
            text.append(":")
            text.append(decimal: source.line)
            guard source.hasColumn else { return }
            text.append(":")
            text.append(decimal: source.column)
        }
    }

    /// Returns the first column after a value, in code points, or `nil` if it does not end in its
    /// line.
    func endColumn(of source: RecordSource) -> Int? {
        guard source.byteLength > 0, let (line, range) = locator?.line(at: source),
            range.upperBound <= line.count
        else { return nil }
        return source.column + line[range].count { $0 & 0xC0 != 0x80 }
    }
}

/// A limit on the findings of a report, so that its size is bounded.
struct FindingQuota: Sendable {
    /// The most findings of each bucket.
    let limit: Int
    let bucketCount: Int
    /// A function that returns the bucket of a finding, by its kind and by its rule in the plan.
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
