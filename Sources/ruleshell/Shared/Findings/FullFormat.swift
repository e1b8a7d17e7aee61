// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// A finding for people: the record's excerpt with carets, the rule and its place, help.
///
///     error[range.tooSmall] /age must be at least 18
///       --> people.ndjson:2:20
///        |
///      2 | {"name":"Bo","age":17}
///        |                    ^^
///        = rule: range(18...120) of age at people.yaml:4:21
///        = help: ruleshell explain range.tooSmall
struct FullFormat: FindingFormat {
    let ruleSet: RuleSet
    /// Whether a field is sensitive: then only the value in question is shown, not the record.
    private let hidesRecords: Bool
    private let paint: Paint
    private let columns: Int?

    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - paint: The colours of severities, codes and carets.
    ///   - columns: How wide the terminal is; nil: there is none.
    init(ruleSet: RuleSet, paint: Paint = .none, columns: Int? = nil) {
        self.ruleSet = ruleSet
        self.paint = paint
        self.columns = columns
        hidesRecords = ruleSet.fields.contains { $0.validator.isSensitive }
    }

    var showsValues: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        let head = "\(finding.kind.rawValue)[\(SafeText.line(finding.code))]"
        bytes.append("\(paint.text(head, in: .init(finding.kind))) ")
        if !finding.pointer.isEmpty {
            SafeText.append(finding.pointer, to: &bytes)
            bytes.append(UInt8(ascii: " "))
        }
        SafeText.append(finding.line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        let margin = finding.source.map { String($0.line).count } ?? 1
        if let source = finding.source {
            appendPlace(source, finding: finding, origin: origin, margin: margin, to: &bytes)
        }
        let indent = String(repeating: " ", count: margin + 2)
        if let rule = rule(of: finding, origin: origin) {
            bytes.append("\(indent)= rule: ")
            SafeText.append(rule, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append("\(indent)= help: \(help(for: finding))\n\n")
    }

    private func help(for finding: ShownFinding) -> String {
        if finding.code == "record.malformed", finding.message.hasSuffix("invalid UTF-8") {
            return "--encoding latin-1 or windows-1252 reads text that is not UTF-8"
        }
        return "ruleshell explain \(SafeText.line(finding.code))"
    }

    private func appendPlace(
        _ source: RecordSource, finding: ShownFinding, origin: FindingOrigin, margin: Int,
        to bytes: inout [UInt8]
    ) {
        let indent = String(repeating: " ", count: margin + 1)
        bytes.append("\(indent)--> ")
        bytes.append(contentsOf: origin.input.safe)
        bytes.append(":\(source.line):\(source.column)\n")
        guard let whole = excerpt(of: finding, source: source, origin: origin) else {
            if hidesRecords { bytes.append("\(indent) | [sensitive]\n") }
            return
        }
        let excerpt = columns.map { whole.fitted(to: $0 - margin - 4) } ?? whole
        let carets = excerpt.carets(in: .init(finding.kind), of: paint)
        bytes.append("\(indent) |\n \(source.line) | \(excerpt.line)\n")
        bytes.append("\(indent) | \(carets)\n")
    }

    /// The line with the value; only the value itself where the record has sensitive fields, and
    /// nothing where there is no value then.
    private func excerpt(
        of finding: ShownFinding, source: RecordSource, origin: FindingOrigin
    ) -> Excerpt? {
        guard let (line, offset) = origin.locator.line(at: source.byteOffset) else { return nil }
        if hidesRecords, finding.value == .absent { return nil }
        let extent = offset..<offset + (isContainer(finding) ? 0 : source.byteLength)
        return Excerpt(
            line, marking: extent.clamped(to: 0..<line.count),
            in: hidesRecords ? extent : 0..<line.count)
    }

    /// Whether the place is that of the value's container, or of malformed data.
    private func isContainer(_ finding: ShownFinding) -> Bool {
        finding.value == .absent && finding.kind != .fault
    }

    /// The rule's expression, its field and its place.
    private func rule(of finding: ShownFinding, origin: FindingOrigin) -> String? {
        guard let (validator, step) = origin.rule else { return nil }
        let label = finding.text.label.map { " (\($0.withoutIsolates))" } ?? ""
        let place = label + (finding.text.ruleLocation.map { " at \($0)" } ?? "")
        guard ruleSet.fields.indices.contains(validator),
            ruleSet.fields[validator].validator.rules.indices.contains(step)
        else { return "\(finding.rule) of \(finding.field)\(place)" }
        let rule = ruleSet.fields[validator].validator.rules[step]
        return "\(rule.expression.short) of \(finding.field)\(place)"
    }
}
