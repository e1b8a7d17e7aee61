// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Checks the meaning of what a plugin declares, in its table and in its manifest alike: names that
/// tell things apart, defaults that parameters take, messages that can be filled in.
///
/// Pointers, sizes and numbers of the contract are checked where the table is read.
struct DeclarationCheck {
    private let manifest: PluginManifest

    private init(_ manifest: PluginManifest) {
        self.manifest = manifest
    }

    /// - Throws: The first thing that breaks the contract.
    static func run(on manifest: PluginManifest) throws(DeclarationError) {
        try DeclarationCheck(manifest).run()
    }

    private func run() throws(DeclarationError) {
        guard SemanticVersion.isValid(manifest.version) else {
            throw DeclarationError(
                at: DeclarationPlace(words: "the plugin's version", pointer: "/version"),
                found: quoted(manifest.version), expected: "a semantic version like 1.0.0")
        }
        try OriginCheck.run(on: manifest)
        try ParametersCheck.settings(manifest.configuration).run()
        let rules = DeclarationPlace(words: "", pointer: "/rules")
        for (index, rule) in manifest.rules.enumerated() {
            let place = rules.entry(index, called: "rule", named: shortened(rule.id))
            try ParametersCheck.parameters(rule.parameters, of: place).run()
            try OriginCheck.checkLine(rule.deprecation, at: place.member("deprecation"))
            try checkCodes(of: rule, at: place.list("codes"))
            try ExamplesMeaning(
                rule: rule, settings: DeclaredSettings(parameters: manifest.configuration),
                place: place
            ).run()
            try checkSuccessors(
                rule.codes.map { ($0.code.id, $0.code.deprecation) }, called: "code",
                in: place.list("codes"))
        }
        try checkSuccessors(
            manifest.rules.map { ($0.id, $0.deprecation) }, called: "rule", in: rules)
    }

    /// An id as the table has it, without that of the plugin.
    private func shortened(_ id: String) -> String {
        let prefix = manifest.id + "."
        return id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : id
    }

    // MARK: - Deprecation

    /// Checks that no entry of a list is deprecated in favor of itself, directly or through others.
    ///
    /// What to use instead is a phrase; it is understood here if it is an id, or a call of one.
    private func checkSuccessors(
        _ entries: [(id: String, deprecation: String?)], called thing: String,
        in list: DeclarationPlace
    ) throws(DeclarationError) {
        let ids = Set(entries.map(\.id))
        var successors: [String: String] = [:]
        for (id, deprecation) in entries {
            guard let phrase = deprecation else { continue }
            let name = String(phrase.prefix { $0 != "(" })
            successors[id] = [name, "\(manifest.id).\(name)"].first(where: ids.contains)
        }
        for (index, entry) in entries.enumerated() {
            var next = successors[entry.id]
            for _ in entries where next != nil && next != entry.id {
                next = next.flatMap { successors[$0] }
            }
            guard next == entry.id, let phrase = entry.deprecation else { continue }
            throw DeclarationError(
                at: list.entry(index, called: thing, named: shortened(entry.id))
                    .member("deprecation"),
                found: quoted(phrase) + ", which leads back to this \(thing)",
                expected: "a \(thing) that is not deprecated in favor of this one")
        }
    }

    // MARK: - Codes

    private func checkCodes(
        of rule: PluginManifest.Rule, at list: DeclarationPlace
    ) throws(DeclarationError) {
        var ids: Set<String> = []
        for (index, code) in rule.codes.enumerated() {
            let id = code.code.id
            let place = list.entry(index, called: "code").member("id")
            try checkId(id, of: rule.id, accepting: rule.kinds, at: place)
            guard ids.insert(id).inserted else {
                throw DeclarationError(
                    at: place, found: "\(quoted(id)) twice",
                    expected: "a different id for each code")
            }
            try OriginCheck.checkLine(
                code.code.deprecation,
                at: list.entry(index, called: "code", named: shortened(id))
                    .member("deprecation"))
            try checkMessages(
                of: code, in: rule, at: list.entry(index, called: "code", named: shortened(id)))
        }
    }

    private func checkId(
        _ id: String, of rule: String, accepting kinds: ValueKinds, at place: DeclarationPlace
    ) throws(DeclarationError) {
        let start = rule + "."
        guard id != start + "kind" || kinds == .all else {
            throw DeclarationError(
                at: place, found: quoted(id),
                expected: "another id, because the host adds this one for values of other kinds")
        }
        guard id.hasPrefix(start), id.utf8.count > start.utf8.count,
            id.utf8.allSatisfy(Self.isPartOfId)
        else {
            throw DeclarationError(
                at: place, found: quoted(id),
                expected: "\(quoted(start)) and after it letters, digits, '.', '-' or '_'")
        }
    }

    private static func isPartOfId(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || ".-_".utf8.contains(byte)
    }

    // MARK: - Messages

    /// The names of the placeholders that the engine fills in every message.
    private static let ownNames = ["value", "field", "rule"]

    private func checkMessages(
        of code: PluginManifest.Code, in rule: PluginManifest.Rule, at place: DeclarationPlace
    ) throws(DeclarationError) {
        let names = rule.parameters.map(\.name) + code.arguments + Self.ownNames
        try checkPlaceholders(of: code.code.message, among: names, at: place.member("message"))
        let list = place.list("translations")
        var languages: Set<String> = []
        for (language, message) in code.code.translations.sorted(by: { $0.key < $1.key }) {
            guard LanguageTag.isWellFormed(language) else {
                throw DeclarationError(
                    at: place.member("translations"), found: "the language \(quoted(language))",
                    expected: "a BCP 47 tag like de or pt-BR")
            }
            guard languages.insert(language.lowercased()).inserted else {
                throw DeclarationError(
                    at: place.member("translations"), found: "\(quoted(language)) twice",
                    expected: "one message for a language")
            }
            let words = "translation \(quoted(language))"
            let spot = DeclarationPlace(
                words: "\(list.words): \(words)", pointer: list.list(language).pointer)
            try checkPlaceholders(of: message, among: names, at: spot)
        }
    }

    /// Braces around what cannot be a name, as in `[0-9]{3}`, are text.
    private func checkPlaceholders(
        of message: String, among names: [String], at place: DeclarationPlace
    ) throws(DeclarationError) {
        for name in MessageTemplate.placeholders(in: message) {
            let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
            if !isName || names.contains(name) { continue }
            let known = names.map { "{\(oneLine($0, limit: 40))}" }
            let shown = known.suffix(8).joined(separator: ", ")
            throw DeclarationError(
                at: place, found: "the placeholder '{\(oneLine(name, limit: 40))}'",
                expected: "one of \(known.count > 8 ? "…, " : "")\(shown)")
        }
    }
}
