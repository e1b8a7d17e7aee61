// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// What a rule says of itself: the host checks arguments and kinds by it, prints it and runs its
/// examples.
public struct RuleDefinition: Sendable {
    let id: String
    let summary: String
    let parameters: [RuleParameter]
    let kinds: ValueKinds
    let codes: [RuleCode]
    let examples: [RuleExample]
    let traits: RuleTraits

    /// Describes a rule.
    ///
    /// - Parameters:
    ///   - id: lowerCamelCase, without the plugin's id.
    ///   - summary: One sentence without a period.
    ///   - parameters: In the order of positional arguments.
    ///   - kinds: Kinds that `check` is asked about; others fail with the code `<id>.kind`.
    ///   - codes: In the order of the indexes that `Verdict.fail` is given.
    ///   - examples: At least one valid and one invalid.
    ///   - traits: How the host treats the rule.
    public init(
        _ id: String, _ summary: String, parameters: [RuleParameter] = [],
        kinds: ValueKinds = .all, codes: [RuleCode], examples: [RuleExample],
        traits: RuleTraits = [.concurrent, .pure]
    ) {
        self.id = id
        self.summary = summary
        self.parameters = parameters
        self.kinds = kinds
        self.codes = codes
        self.examples = examples
        self.traits = traits
    }
}

/// A code of a violation with its English message: `{name}` stands for a parameter, for one of the
/// arguments, or for the value as `{value}`.
public struct RuleCode: Sendable {
    let id: String
    let message: String
    let arguments: [String]
    let translations: KeyValuePairs<String, String>

    /// Describes a code.
    ///
    /// - Parameters:
    ///   - id: `<rule id>.<what is wrong>`, stable for ever.
    ///   - message: A phrase that follows the field's name: "must be even".
    ///   - arguments: The names of what `Row.fail` is given.
    ///   - translations: The message in other languages, by BCP 47 tags: `["de": "muss ..."]`.
    public init(
        _ id: String, _ message: String, arguments: [String] = [],
        translations: KeyValuePairs<String, String> = [:]
    ) {
        self.id = id
        self.message = message
        self.arguments = arguments
        self.translations = translations
    }
}

/// An example that the host prints and runs.
public struct RuleExample: Sendable {
    let json: String
    let expression: String
    /// Nil: valid.
    let code: String?

    /// A value that passes.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - expression: The rule as it stands in a rule set, without the plugin's id.
    public static func valid(_ json: String, _ expression: String) -> RuleExample {
        RuleExample(json: json, expression: expression, code: nil)
    }

    /// A value that fails with this code.
    public static func invalid(
        _ json: String, _ expression: String, code: String
    ) -> RuleExample {
        RuleExample(json: json, expression: expression, code: code)
    }
}

/// The kinds that a rule accepts: bits of `assay_rule.kinds`.
public struct ValueKinds: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let bool = ValueKinds(rawValue: 1 << ASSAY_BOOL)
    /// Whole numbers of 64 bits with sign.
    public static let integers = ValueKinds(rawValue: 1 << ASSAY_I64)
    /// Every representation of a number.
    public static let numbers = ValueKinds(
        rawValue: 1 << ASSAY_I64 | 1 << ASSAY_U64 | 1 << ASSAY_F64 | 1 << ASSAY_DECIMAL)
    public static let string = ValueKinds(rawValue: 1 << ASSAY_STR)
    public static let array = ValueKinds(rawValue: 1 << ASSAY_ARRAY)
    public static let object = ValueKinds(rawValue: 1 << ASSAY_OBJECT)
    public static let all = ValueKinds(rawValue: ASSAY_KINDS_ALL)
}

/// How the host treats a rule: bits of `assay_rule.flags`.
public struct RuleTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// `check` may run on several threads at once.
    public static let concurrent = RuleTraits(rawValue: ASSAY_RULE_CONCURRENT)
    /// The same values and arguments give the same verdict.
    public static let pure = RuleTraits(rawValue: ASSAY_RULE_PURE)
    /// `check` is asked about absent and null values too.
    public static let judgesAbsence = RuleTraits(rawValue: ASSAY_RULE_JUDGES_ABSENCE)
}
