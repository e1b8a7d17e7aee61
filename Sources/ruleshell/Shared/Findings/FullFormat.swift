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
    /// Nil: they are not shown.
    private let reasons: FindingReasons?

    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - paint: The colours of severities, codes and carets.
    ///   - columns: How wide the terminal is; nil: there is none.
    ///   - reasons: Says why values failed; nil: no one does.
    init(
        ruleSet: RuleSet, paint: Paint = .none, columns: Int? = nil,
        reasons: FindingReasons? = nil
    ) {
        self.ruleSet = ruleSet
        self.paint = paint
        self.columns = columns
        self.reasons = reasons
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
        for note in notes(of: finding, origin: origin) {
            bytes.append("\(indent)= note: ")
            SafeText.append(note, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append("\(indent)= help: \(help(for: finding))\n\n")
    }

    private func notes(of finding: ShownFinding, origin: FindingOrigin) -> [String] {
        guard let reasons, let place = origin.rule, let entry = entry(at: place) else { return [] }
        return reasons.notes(of: finding, by: entry.expression, isText: origin.isText) { path in
            guard !hidesRecords, !origin.isText, let source = finding.source else { return nil }
            return Self.value(at: path, source: source, locator: origin.locator)
        }
    }

    private func entry(at place: (validator: Int, step: Int)) -> RuleEntry? {
        guard ruleSet.fields.indices.contains(place.validator) else { return nil }
        let rules = ruleSet.fields[place.validator].validator.rules
        return rules.indices.contains(place.step) ? rules[place.step] : nil
    }

    /// Bytes of a record that is read again for its other fields.
    private static let longestRecord = 1 << 16

    /// A field of a record that is a line of JSON.
    private static func value(
        at path: FieldPath, source: RecordSource, locator: ChunkLocator
    ) -> Value? {
        guard let (line, _) = locator.line(at: source.byteOffset), line.count <= longestRecord,
            var value = try? JSONValueParser.parse(String(decoding: line, as: UTF8.self)),
            case .object = value
        else { return nil }
        for segment in path.segments {
            guard case .key(let key) = segment else { return nil }
            value = value[key]
        }
        return value
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
