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
    /// `true` if a field is sensitive, so that only the value in question is shown and not the
    /// record.
    private let hidesRecords: Bool
    private let paint: Paint
    private let columns: Int?
    /// The source of the reasons why values failed, or `nil` to show none.
    private let reasons: FindingReasons?
    private let isAtPrompt: Bool

    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - paint: The colors of severities, codes and carets.
    ///   - columns: The width of the terminal, or `nil` if there is none.
    ///   - reasons: The source of the reasons why values failed, or `nil` to show none.
    ///   - isAtPrompt: `true` if help names commands of the prompt instead of options.
    init(
        ruleSet: RuleSet, paint: Paint = .none, columns: Int? = nil,
        reasons: FindingReasons? = nil, isAtPrompt: Bool = false
    ) {
        self.isAtPrompt = isAtPrompt
        self.ruleSet = ruleSet
        self.paint = paint
        self.columns = columns
        self.reasons = reasons
        hidesRecords = ruleSet.fields.contains { $0.validator.isSensitive }
    }

    var showsValues: Bool { true }

    func append(_ finding: ShownFinding, from origin: FindingOrigin, to bytes: inout [UInt8]) {
        let start = bytes.count
        appendHead(of: finding, to: &bytes)
        wrap(&bytes, from: start, indent: 2)
        let margin = finding.source.map { Self.digits(of: $0.shownLine) } ?? 1
        if let source = finding.source {
            appendPlace(source, finding: finding, origin: origin, margin: margin, to: &bytes)
        }
        let end = bytes.count
        let lines = finding.written.rest
        for (index, line) in lines.enumerated() {
            if index == lines.count - 1 {
                append(notes(of: finding, origin: origin), margin: margin, to: &bytes)
            }
            bytes.append(repeating: UInt8(ascii: " "), count: margin + 2)
            bytes.append(contentsOf: line)
        }
        wrap(&bytes, from: end, indent: margin + 4)
    }

    func appendHead(of written: WrittenText, pointer: String, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: written.before)
        SafeText.append(pointer: pointer, to: &bytes)
        bytes.append(contentsOf: written.after)
    }

    private func append(_ notes: [String], margin: Int, to bytes: inout [UInt8]) {
        for note in notes {
            bytes.append(repeating: UInt8(ascii: " "), count: margin + 2)
            bytes.append("= note: " as StaticString)
            SafeText.append(note, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    /// Ends the lines from a byte on between words, if the output is a terminal.
    private func wrap(_ bytes: inout [UInt8], from start: Int, indent: Int) {
        guard let columns else { return }
        let lines = String(decoding: bytes[start...], as: UTF8.self)
        bytes.removeLast(bytes.count - start)
        let indent = String(repeating: " ", count: indent)
        bytes.append(WrappedText(columns: columns, indent: indent).lines(lines))
    }

    /// Writes the head before the pointer and the message after it, the line of the rule if there
    /// is one, and the line of the help.
    func write(_ text: FindingText, of rule: RulePlace?) -> WrittenText {
        let head = "\(text.kind.rawValue)[\(SafeText.line(text.code))]"
        var rest: [[UInt8]] = []
        if let rule = self.rule(of: text, at: rule) {
            rest.append(Array("= rule: \(SafeText.line(rule))\n".utf8))
        }
        rest.append(Array("= help: \(help(for: text))\n\n".utf8))
        return WrittenText(
            text, before: Array("\(paint.text(head, in: .init(text.kind))) ".utf8),
            after: Array("\(SafeText.line(text.line))\n".utf8), rest: rest)
    }

    private static func digits(of number: Int) -> Int {
        var (digits, left) = (1, number)
        while left >= 10 {
            digits += 1
            left /= 10
        }
        return digits
    }

    private func notes(of finding: ShownFinding, origin: FindingOrigin) -> [String] {
        guard let reasons, FindingReasons.mayTell(of: finding.code, isText: origin.isText)
        else { return [] }
        return notes(of: finding, origin: origin, by: reasons)
    }

    private func notes(
        of finding: ShownFinding, origin: FindingOrigin, by reasons: FindingReasons
    ) -> [String] {
        guard let place = origin.rule, let entry = entry(at: place) else { return [] }
        return reasons.notes(of: finding, by: entry.expression, isText: origin.isText) { path in
            guard !hidesRecords, let source = finding.source, let locator = origin.locator
            else { return nil }
            if origin.isText { return locator.cell(of: path, at: source) }
            return Self.value(at: path, source: source, locator: locator)
        }
    }

    private func entry(at place: RulePlace) -> RuleEntry? {
        guard case .field(let validator, let step) = place,
            let rules = ruleSet.rules(ofValidator: validator)
        else { return nil }
        return rules.indices.contains(step) ? rules[step] : nil
    }

    /// The most bytes of a record that is read again for its other fields.
    private static let longestRecord = 1 << 16

    /// Returns a field of a record that is a line of JSON.
    private static func value(
        at path: FieldPath, source: RecordSource, locator: ChunkLocator
    ) -> Value? {
        guard let (line, _) = locator.line(at: source), line.count <= longestRecord,
            var value = try? JSONValueParser.parse(String(decoding: line, as: UTF8.self)),
            case .object = value
        else { return nil }
        for segment in path.segments {
            guard case .key(let key) = segment else { return nil }
            value = value[key]
        }
        return value
    }

    private func help(for text: FindingText) -> String {
        if text.code == "record.malformed", text.message.hasSuffix(Diagnostic.otherEncoding) {
            return isAtPrompt ? Diagnostic.conversionHelp : Diagnostic.encodingHelp
        }
        return (isAtPrompt ? ":explain " : "ruleshell explain ") + SafeText.line(text.code)
    }

    private func appendPlace(
        _ source: RecordSource, finding: ShownFinding, origin: FindingOrigin, margin: Int,
        to bytes: inout [UInt8]
    ) {
        // The number of a line has fewer digits than any number.
        let room = ShortText.longestNumber + 8
        bytes.append(atMost: room) { text in
            text.append(repeating: UInt8(ascii: " "), count: margin + 1)
            text.append("--> ")
        }
        origin.appendPlace(of: source, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        guard let marked = markedLine(of: finding, source: source, origin: origin) else {
            guard hidesRecords else { return }
            bytes.append(repeating: UInt8(ascii: " "), count: margin + 1)
            return bytes.append(" | [sensitive]\n" as StaticString)
        }
        bytes.append(atMost: room + ShortText.longestNumber) { text in
            text.append(repeating: UInt8(ascii: " "), count: margin + 1)
            text.append(" |\n ")
            text.append(decimal: source.shownLine)
            text.append(" | ")
        }
        let plain = columns == nil && !paint.isOn ? PlainExcerpt(marked) : nil
        guard let plain else {
            let whole = Excerpt(marked)
            let excerpt = columns.map { whole.fitted(to: $0 - margin - 4) } ?? whole
            bytes.append("\(excerpt.line)\n")
            bytes.append(repeating: UInt8(ascii: " "), count: margin + 1)
            return bytes.append(" | \(excerpt.carets(in: .init(finding.kind), of: paint))\n")
        }
        plain.appendLine(to: &bytes)
        bytes.append(atMost: room) { text in
            text.append("\n")
            text.append(repeating: UInt8(ascii: " "), count: margin + 1)
            text.append(" | ")
        }
        plain.appendCarets(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns the line with the value.
    ///
    /// If a field is sensitive, only the value itself is visible, and there is no line without a
    /// value.
    private func markedLine(
        of finding: ShownFinding, source: RecordSource, origin: FindingOrigin
    ) -> MarkedLine? {
        if hidesRecords, !finding.hasValue { return nil }
        guard source.hasColumn || !source.hasLine,
            let (line, range) = origin.locator?.line(at: source)
        else { return nil }
        let extent = isContainer(finding) ? range.lowerBound..<range.lowerBound : range
        return MarkedLine(
            bytes: line, extent: extent.clamped(to: 0..<line.count),
            visible: hidesRecords ? extent : 0..<line.count)
    }

    /// Returns `true` if the place is that of the value's container, or of malformed data.
    private func isContainer(_ finding: ShownFinding) -> Bool {
        !finding.hasValue && finding.kind != .fault
    }

    /// The rule's expression, its field and its place.
    private func rule(
        of text: FindingText, at place: RulePlace?
    ) -> String? {
        guard let place else { return nil }
        if case .records(_, let line) = place { return line }
        let label = text.label.map { " (\($0.withoutIsolates))" } ?? ""
        let location = label + (text.ruleLocation.map { " at \($0)" } ?? "")
        let rule = entry(at: place).map(\.expression.short) ?? text.rule
        return "\(rule) of \(text.field)\(location)"
    }
}

extension RecordSource {
    /// The number beside the line of an excerpt, which is that of the record if the input has no lines.
    fileprivate var shownLine: Int { hasLine ? line : record }
}
