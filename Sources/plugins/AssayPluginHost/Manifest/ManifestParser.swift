// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The reason a text is no manifest.
package struct PluginManifestError: Error, Sendable, Equatable, CustomStringConvertible {
    /// "byte 17", or the JSON Pointer of a value.
    package let place: String
    package let found: String
    package let expected: String

    package var description: String { "found \(found) at \(place), expected \(expected)" }
}

extension PluginManifest {
    /// Reads a manifest of unknown origin.
    ///
    /// Members that this version does not know are ignored.
    ///
    /// - Parameter bytes: JSON in UTF-8, of at most `maximumBytes`.
    /// - Throws: `PluginManifestError` for the first part that is wrong.
    package init(parsing bytes: some Collection<UInt8>) throws(PluginManifestError) {
        guard bytes.count <= Self.maximumBytes else {
            throw PluginManifestError(
                place: "its end", found: "\(bytes.count) bytes",
                expected: "at most \(Self.maximumBytes)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PluginManifestError(
                place: "one of its bytes", found: "no UTF-8", expected: "UTF-8")
        }
        try self.init(try Self.json(text))
    }

    private static func json(_ text: String) throws(PluginManifestError) -> Value {
        do throws(JSONError) {
            return try JSONValueParser.parse(text)
        } catch {
            throw PluginManifestError(
                place: "byte \(error.offset)", found: "no JSON", expected: error.expected)
        }
    }

    /// Reads a manifest that is a value already.
    init(_ value: Value) throws(PluginManifestError) {
        let root = ManifestPlace(value: value, pointer: "")
        try root.member("manifest").expect(.integer(Int64(Self.format)))
        id = try root.member("id").string()
        version = try root.member("version").string()
        origin = PluginOrigin(
            vendor: try root.text("vendor"), url: try root.text("url"),
            license: try root.text("license"))
        minimumHost = try root.text("minimumHost")
        let abi = try root.member("abi")
        self.abi = ABI(
            major: try abi.member("major").number(), minor: try abi.member("minor").number())
        configuration = try root.member("configuration").elements(Self.parameter)
        rules = try root.member("rules").elements(Self.rule)
    }

    private static func rule(_ place: ManifestPlace) throws(PluginManifestError) -> Rule {
        Rule(
            id: try place.member("id").string(), summary: try place.member("summary").string(),
            kinds: try kinds(try place.member("kinds")),
            flags: try place.member("flags").strings(),
            parameters: try place.member("parameters").elements(parameter),
            deprecation: try place.text("deprecation"),
            codes: try place.member("codes").elements(code),
            examples: try place.member("examples").elements(example))
    }

    private static func kinds(_ place: ManifestPlace) throws(PluginManifestError) -> ValueKinds {
        let kinds = try place.elements { (element) throws(PluginManifestError) in
            try element.one(of: ManifestNames.kinds.map { ($0.name, $0.kinds) })
        }
        let union = kinds.reduce(ValueKinds()) { $0.union($1) }
        return ManifestNames.kinds.allSatisfy { union.isSuperset(of: $0.kinds) } ? .all : union
    }

    private static func parameter(
        _ place: ManifestPlace
    ) throws(PluginManifestError) -> RuleParameter {
        let value = try place.member("default").value
        return RuleParameter(
            try place.member("name").string(), try type(place),
            isRequired: try place.member("required").bool(),
            default: value == .null ? .absent : value, limits: try limits(place),
            try place.member("summary").string())
    }

    private static func type(
        _ place: ManifestPlace
    ) throws(PluginManifestError) -> RuleParameter.Kind {
        let choices = try place.member("choices").strings()
        let choice = (ManifestNames.choice, RuleParameter.Kind.choice(choices))
        let type = try place.member("type")
            .one(of: ManifestNames.types.map { ($0.name, $0.kind) } + [choice])
        guard choices.isEmpty || type == choice.1 else {
            throw try place.member("choices").error("[], because the type is not a choice")
        }
        return type
    }

    private static func limits(
        _ place: ManifestPlace
    ) throws(PluginManifestError) -> ClosedRange<Int64>? {
        let (minimum, maximum) = (try place.member("minimum"), try place.member("maximum"))
        if minimum.value == .null, maximum.value == .null { return nil }
        let low: Int64 = try minimum.number()
        let high: Int64 = try maximum.number()
        guard low <= high else { throw maximum.error("at least the minimum, \(low)") }
        return low...high
    }

    private static func code(_ place: ManifestPlace) throws(PluginManifestError) -> Code {
        var translations: [String: String] = [:]
        for (language, message) in try place.member("translations").members() {
            guard translations.updateValue(try message.string(), forKey: language) == nil else {
                throw message.error("one message for a language")
            }
        }
        let code = RuleCode(
            try place.member("id").string(), try place.member("message").string(),
            translations: translations, deprecation: try place.text("deprecation"))
        return Code(code: code, arguments: try place.member("arguments").strings())
    }

    private static func example(
        _ place: ManifestPlace
    ) throws(PluginManifestError) -> RuleExample {
        let value = try place.member("value").value
        let expression = try place.member("expression").string()
        return RuleExample(
            value, expression, code: try exampleCode(place),
            fields: try place.dictionary("fields"), settings: try place.dictionary("settings"))
    }

    private static func exampleCode(_ place: ManifestPlace) throws(PluginManifestError) -> String? {
        let code = try place.member("code")
        guard try place.member("status").one(of: [("pass", false), ("fail", true)]) else {
            try code.expect(.null)
            return nil
        }
        return try code.string()
    }
}
