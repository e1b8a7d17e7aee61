// SPDX-License-Identifier: Apache-2.0
import Assay

/// A log in SARIF 2.1.0 (OASIS) with one run: the codes as its rules, the findings as its results.
///
/// Results end behind 25,000, which is what GitHub takes; a notification says how many there are
/// beside them. Values of fields are in no result.
struct SARIFFormat: FindingFormat {
    private static let mostResults = 25_000
    private static let separator = ","

    /// The place of a code among the rules of the log.
    private let indexes: [String: Int]

    init(_ layout: FindingLayout) {
        let codes = SARIFRules(layout).codes
        indexes = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    var quota: FindingQuota? {
        FindingQuota(limit: Self.mostResults, bucketCount: 1) { _, _ in 0 }
    }

    // MARK: - A result

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: finding.written.before)
        // A sentence of its own, as viewers show it without the place.
        Self.appendContent(finding.pointer.isEmpty ? "The record" : finding.pointer, to: &bytes)
        bytes.append(contentsOf: finding.written.behind)
        bytes.append(contentsOf: origin.input.uri)
        bytes.append(UInt8(ascii: "}"))
        if let source = finding.source { Self.append(source, to: &bytes) }
        bytes.append(UInt8(ascii: "}"))
        if !finding.pointer.isEmpty {
            bytes.append(",\"logicalLocations\":[{\"fullyQualifiedName\":" as StaticString)
            JSONText.append(finding.pointer, to: &bytes)
            bytes.append(",\"kind\":\"value\"}]" as StaticString)
        }
        bytes.append("}],\"partialFingerprints\":{\"assayFinding/v1\":\"" as StaticString)
        Self.appendFingerprint(finding, origin, to: &bytes)
        bytes.append("\"},\"properties\":{\"severity\":\"" as StaticString)
        bytes.append(finding.kind.rawValue)
        bytes.append("\",\"field\":" as StaticString)
        JSONText.append(finding.field, to: &bytes)
        if let source = finding.source {
            bytes.append(",\"record\":" as StaticString)
            bytes.append(source.record)
        }
        bytes.append("}}" as StaticString)
    }

    func write(_ text: FindingText) -> WrittenText {
        var before = Array("\(Self.separator)\n{\"ruleId\":".utf8)
        JSONText.append(text.code, to: &before)
        if let index = indexes[text.code] { before += ",\"ruleIndex\":\(index)".utf8 }
        let level = text.kind == .warning ? "warning" : "error"
        before += ",\"level\":\"\(level)\",\"message\":{\"text\":\"".utf8
        var behind = [UInt8(ascii: " ")]
        Self.appendContent(text.message, to: &behind)
        behind +=
            "\"},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":".utf8
        return WrittenText(text, before: before, behind: behind)
    }

    /// A JSON string without its quotes.
    private static func appendContent(_ text: String, to bytes: inout [UInt8]) {
        let start = bytes.count
        JSONText.append(text, to: &bytes)
        bytes.removeLast()
        bytes.remove(at: start)
    }

    private static func append(_ source: RecordSource, to bytes: inout [UInt8]) {
        let members: [(StaticString, Int)] = [
            (",\"region\":{\"startLine\":", source.line), (",\"startColumn\":", source.column),
            (",\"byteOffset\":", source.byteOffset), (",\"byteLength\":", source.byteLength),
        ]
        for (name, number) in members {
            bytes.append(name)
            bytes.append(number)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The same for the same finding of a later run, as long as the record keeps its number.
    private static func appendFingerprint(
        _ finding: ShownFinding, _ origin: FindingOrigin, to bytes: inout [UInt8]
    ) {
        var hash = origin.input.fingerprint
        hash.add("\(finding.source?.record ?? 0)")
        hash.add(finding.pointer)
        hash.add(finding.code)
        hash.appendHexadecimal(to: &bytes)
    }

    /// A path as a reference (RFC 3986): what is not unreserved is percent-encoded.
    static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            if byte.isUnreserved || byte == UInt8(ascii: "/") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return (path.hasPrefix("/") ? "file://" : "") + String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - The log

    static func report(_ layout: FindingLayout, _ selection: FindingSelection) -> ListReport {
        let head =
            "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
            + "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
            + "\"name\":\"ruleshell\",\"semanticVersion\":\"\(RuleShell.version)\",\"rules\":"
            + SARIFRules(layout).json
            + "}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
        return ListReport(head: head, separator: separator, selection: selection) {
            "\n],\"invocations\":[" + invocation($0, taken: $1) + "],\"properties\":{\"summary\":"
                + $0.summary.json + "}}]}\n"
        }
    }

    private static func invocation(_ summary: RunSummary, taken: Int) -> String {
        let isWhole = !summary.totals.isInterrupted
        var notes: [String] = []
        if summary.totals.isInterrupted {
            notes.append(note("run.interrupted", "the run was interrupted"))
        }
        if summary.totals.isTruncated {
            notes.append(note("run.truncated", "the run ended at the limit of errors"))
        }
        let more = summary.findingCount - taken
        if more > 0 {
            notes.append(
                note(
                    "output.limit",
                    "\(more) more findings are not in this log, which takes \(mostResults)"))
        }
        return "{\"executionSuccessful\":\(isWhole),\"toolExecutionNotifications\":["
            + notes.joined(separator: ",") + "]}"
    }

    private static func note(_ id: String, _ text: String) -> String {
        "{\"descriptor\":{\"id\":\"\(id)\"},\"level\":\"warning\",\"message\":{\"text\":"
            + "\"\(text)\"}}"
    }
}

/// A hash that is the same on every run and machine (Fowler, Noll, Vo).
struct FNV1a: Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Adds a text, and that it ends here.
    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// 16 digits.
    func appendHexadecimal(to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            let digit = UInt8(state >> shift & 15)
            bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
