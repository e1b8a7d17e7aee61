// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// A log in SARIF 2.1.0 (OASIS) with one run: the codes as its rules, the findings as its results.
///
/// There are at most 25,000 results, the maximum of GitHub; a notification says how many more
/// findings there are. Values of fields are in no result.
struct SARIFFormat: FindingFormat {
    private static let mostResults = 25_000
    private static let separator = ","

    /// The place of a code among the rules of the log.
    private let indexes: [String: Int]

    init(layout: FindingLayout) {
        let codes = SARIFRules(layout: layout).codes
        indexes = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    var quota: FindingQuota? {
        FindingQuota(limit: Self.mostResults, bucketCount: 1) { _, _ in 0 }
    }

    var showsFingerprints: Bool { true }

    // MARK: - A result

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        _ = appendRecognizable(finding, from: origin, to: &bytes)
    }

    func appendRecognizable(
        _ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]
    ) -> Int? {
        bytes.append(contentsOf: finding.written.before)
        // A sentence of its own, as viewers show it without the place.
        Self.appendContent(finding.pointer.isEmpty ? "The record" : finding.pointer, to: &bytes)
        bytes.append(contentsOf: finding.written.after)
        bytes.append(contentsOf: origin.input.uri)
        bytes.append(UInt8(ascii: "}"))
        if let source = finding.source, source.hasLine {
            Self.append(source, endColumn: origin.endColumn(of: source), to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        if !finding.pointer.isEmpty {
            bytes.append(",\"logicalLocations\":[{\"fullyQualifiedName\":" as StaticString)
            JSONText.append(finding.pointer, to: &bytes)
            bytes.append(",\"kind\":\"value\"}]" as StaticString)
        }
        bytes.append("}],\"partialFingerprints\":{" as StaticString)
        let place = Self.appendFingerprint(finding, origin: origin, to: &bytes)
        bytes.append("},\"properties\":{\"severity\":\"" as StaticString)
        bytes.append(finding.kind.rawValue)
        bytes.append("\",\"field\":" as StaticString)
        JSONText.append(finding.field, to: &bytes)
        if let source = finding.source {
            bytes.append(",\"record\":" as StaticString)
            bytes.append(decimal: source.record)
        }
        bytes.append("}}" as StaticString)
        return place
    }

    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        var before = Array("\(Self.separator)\n{\"ruleId\":".utf8)
        JSONText.append(text.code, to: &before)
        if let index = indexes[text.code] { before += ",\"ruleIndex\":\(index)".utf8 }
        let level = text.kind == .warning ? "warning" : "error"
        before += ",\"level\":\"\(level)\",\"message\":{\"text\":\"".utf8
        var after = [UInt8(ascii: " ")]
        Self.appendContent(text.message, to: &after)
        after +=
            "\"},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":".utf8
        return WrittenText(text, before: before, after: after)
    }

    /// A JSON string without its quotes.
    private static func appendContent(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        JSONText.append(text, to: &bytes)
        bytes.removeLast()
        bytes.remove(at: start)
    }

    private static func append(
        _ source: RecordSource, endColumn: Int?, to bytes: inout [UInt8]
    ) {
        guard source.hasColumn else {
            bytes.append(",\"region\":{\"startLine\":\(source.line)}")
            return
        }
        let members: [(StaticString, Int)] = [
            (",\"region\":{\"startLine\":", source.line), (",\"startColumn\":", source.column),
            (",\"byteOffset\":", source.byteOffset), (",\"byteLength\":", source.byteLength),
        ]
        for (name, number) in members {
            bytes.append(name)
            bytes.append(decimal: number)
        }
        if let endColumn {
            bytes.append(",\"endColumn\":" as StaticString)
            bytes.append(decimal: endColumn)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Appends a fingerprint, which the same finding has in a later run too.
    ///
    /// If the rule set has an identity, the record may be anywhere in the input. Otherwise it must
    /// keep its number.
    ///
    /// - Returns: The index in `bytes` at which the digits begin if other findings may have the
    ///   same fingerprint, or `nil` if they cannot.
    private static func appendFingerprint(
        _ finding: ShownFinding, origin: FindingOrigin, to bytes: inout [UInt8]
    ) -> Int? {
        if let fingerprint = origin.fingerprint, fingerprint.basis == .identity {
            bytes.append("\"assayFinding/v2\":\"" as StaticString)
            let place = bytes.count
            FingerprintText.append(fingerprint.value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
            return place
        }
        bytes.append("\"assayFinding/v1\":\"" as StaticString)
        var hash = origin.input.fingerprint
        hash.add("\(finding.source?.record ?? 0)")
        hash.add(finding.pointer)
        hash.add(finding.code)
        hash.appendText(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
        return nil
    }

    /// Returns a path as a URI reference (RFC 3986), in which all characters that are not
    /// unreserved are percent-encoded, except slashes.
    static func uri(_ path: String) -> String {
        (path.hasPrefix("/") ? "file://" : "")
            + PercentEncoding.encode(bytes: FileName.bytes(of: path), allowing: "/")
    }

    // MARK: - The log

    static func report(layout: FindingLayout, limiter: FindingLimiter) -> ListReport {
        let head =
            "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
            + "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
            + "\"name\":\"ruleshell\",\"semanticVersion\":\"\(RuleShell.version)\",\"rules\":"
            + SARIFRules(layout: layout).json
            + "}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
        return ListReport(head: head, separator: separator, limiter: limiter) {
            "\n],\"invocations\":[" + invocation(of: $0, taken: $1)
                + "],\"properties\":{\"summary\":"
                + $0.summary.json + "}}]}\n"
        }
    }

    private static func invocation(of summary: RunSummary, taken: Int) -> String {
        let isWhole = !summary.totals.isInterrupted && !summary.notices.contains(where: \.isError)
        var notes = summary.notices.map { note($0) }
        if summary.totals.isPartial {
            notes.append(note("run.partial", text: RunTotals.partialWords))
        }
        if summary.totals.isInterrupted {
            notes.append(note("run.interrupted", text: "the run was interrupted"))
        }
        if summary.totals.isTruncated {
            notes.append(note("run.truncated", text: "the run ended at the limit of errors"))
        }
        if let limit = summary.totals.reachedLimit {
            notes.append(note("run.limited", text: "the run ended at --limit \(limit)"))
        }
        let more = summary.findingCount - taken
        if more > 0 {
            notes.append(
                note(
                    "output.limit",
                    text:
                        "\(Counted.text(more, of: "more finding")) \(more == 1 ? "is" : "are") not in this "
                        + "log, which takes \(mostResults)"))
        }
        return "{\"executionSuccessful\":\(isWhole),\"toolExecutionNotifications\":["
            + notes.joined(separator: ",") + "]}"
    }

    private static func note(_ id: String, text: String) -> String {
        "{\"descriptor\":{\"id\":\"\(id)\"},\"level\":\"warning\",\"message\":{\"text\":"
            + "\"\(text)\"}}"
    }

    private static func note(_ notice: RunNotice) -> String {
        let value: Value = [
            "descriptor": ["id": .string(notice.code)], "level": .string(notice.severity),
            "message": ["text": .string(notice.text)],
        ]
        return value.json
    }
}
