// SPDX-License-Identifier: Apache-2.0
public import AssayCore

extension MessageCatalogue {
    /// Reads messages from a file in YAML or JSON: another language, or a house's own words.
    ///
    ///     language: de
    ///     messages:
    ///       required.missing: wird gebraucht
    ///       "must be a string": muss ein Text sein
    ///
    /// A key is a code, or a message in English, which stands for all codes that have it.
    ///
    /// - Parameter path: The path of the file, which has at most 4 MiB.
    /// - Throws: `RuleSetError`: the file cannot be read, or all that is wrong with it, with line and
    ///   column.
    public init(contentsOfFile path: String) throws(RuleSetError) {
        try self.init(contentsOfFile: path, knownCodes: nil)
    }

    /// Reads the same, where it is known which codes there are.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which has at most 4 MiB.
    ///   - knownCodes: The codes that findings can have, or `nil` for any. Another code is an
    ///     issue.
    /// - Throws: `RuleSetError`: the file cannot be read, or all that is wrong with it, with line and
    ///   column.
    package init(contentsOfFile path: String, knownCodes: Set<String>?) throws(RuleSetError) {
        let root = try PlacedValueReader.read(contentsOfFile: path)
        var reader = MessageCatalogueReader(knownCodes: knownCodes)
        let catalogue = reader.catalogue(
            in: root, at: FileLocation(file: path, line: 1, column: 1))
        guard let catalogue, reader.issues.isEmpty else { throw RuleSetError(reader.issues) }
        self = catalogue
    }
}

private struct MessageCatalogueReader {
    /// The codes that findings can have, or `nil` if they are not known.
    let knownCodes: Set<String>?
    private(set) var issues: [RuleSetIssue] = []

    init(knownCodes: Set<String>?) {
        self.knownCodes = knownCodes
    }

    /// Every message may show these.
    private static let general: Set<String> = ["field", "rule", "value", "reason", "detail"]

    mutating func catalogue(in root: PlacedValue?, at start: FileLocation) -> MessageCatalogue? {
        guard let root, case .mapping(let members) = root.content else {
            report("expected 'language' and 'messages'", at: root?.location ?? start)
            return nil
        }
        var catalogue = MessageCatalogue([:], language: "en")
        for (key, value) in members {
            switch (key, value.content) {
            case ("language", .scalar(.string(let tag))) where LanguageTag.isWellFormed(tag):
                catalogue.language = tag
            case ("messages", .mapping(let messages)): add(messages, to: &catalogue)
            case ("language", _):
                report("the language must be a tag, such as de", at: value.location)
            case ("messages", _):
                report("'messages' must map codes to messages", at: value.location)
            default:
                report(
                    "unknown key '\(abbreviated(key))'",
                    help: "the keys are 'language' and 'messages'", at: value.location)
            }
        }
        for key in ["language", "messages"] where root[key] == nil {
            report("'\(key)' is missing", at: root.location)
        }
        return catalogue
    }

    private mutating func add(
        _ messages: [(key: String, value: PlacedValue)], to catalogue: inout MessageCatalogue
    ) {
        for (key, value) in messages {
            guard case .scalar(.string(let text)) = value.content, !text.isEmpty else {
                report("the message for '\(abbreviated(key))' must be a text", at: value.location)
                continue
            }
            let isCode =
                key.utf8.contains(UInt8(ascii: ".")) && !key.utf8.contains(UInt8(ascii: " "))
            if isCode {
                checkExists(key, at: value.location)
                catalogue.templates[key] = text
            } else {
                check(text, against: key, at: value.location)
                catalogue.phrases[key] = text
            }
        }
    }

    private mutating func checkExists(_ code: String, at place: FileLocation) {
        guard let knownCodes, !knownCodes.contains(code) else { return }
        report(
            "there is no code '\(abbreviated(code))'",
            help: nearestName(to: code, in: knownCodes).map { "did you mean '\($0)'?" },
            at: place)
    }

    private mutating func check(_ text: String, against english: String, at place: FileLocation) {
        let known = Self.general.union(MessageTemplate.placeholders(in: english))
        for name in MessageTemplate.placeholders(in: text) where !known.contains(name) {
            report("the message in English has no '{\(abbreviated(name))}'", at: place)
        }
    }

    private mutating func report(_ message: String, help: String? = nil, at place: FileLocation) {
        issues.append(
            RuleSetIssue(code: "messages.form", message: message, help: help, location: place))
    }
}
