// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// The description of a rule, by which the host checks arguments and kinds.
///
/// The host also prints it and runs its examples.
public struct RuleDefinition: Sendable {
    let id: String
    let summary: String
    let parameters: [RuleParameter]
    let kinds: ValueKinds
    let codes: [RuleCode]
    let examples: [RuleExample]
    let traits: RuleTraits
    let deprecation: String

    /// Describes a rule.
    ///
    /// - Parameters:
    ///   - id: lowerCamelCase, without the plugin's id.
    ///   - summary: One sentence without a period.
    ///   - parameters: In the order of positional arguments.
    ///   - kinds: Kinds that `check` accepts; others fail with the code `<id>.kind`.
    ///   - codes: The codes that `check` fails with.
    ///   - examples: At least one valid and one invalid.
    ///   - traits: The ways in which the host may treat the rule.
    ///   - deprecation: A phrase that says what to use instead of the rule, or an empty text if it
    ///     is not deprecated.
    public init<Codes: RuleCodes>(
        _ id: String, _ summary: String, parameters: [RuleParameter] = [],
        kinds: ValueKinds = .all, codes: Codes.Type, examples: [RuleExample],
        traits: RuleTraits = [.concurrent, .pure], deprecation: String = ""
    ) {
        self.id = id
        self.summary = summary
        self.parameters = parameters
        self.kinds = kinds
        self.codes = Codes.codes(of: id)
        self.examples = examples
        self.traits = traits
        self.deprecation = deprecation
    }
}

/// An example that the host prints and runs.
public struct RuleExample: Sendable {
    let value: Value
    let expression: String
    /// The code that the value fails with, or `nil` if it passes.
    let code: String?
    let fields: [String: Value]
    let settings: [String: Value]

    /// A value that passes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expression: The rule as written in a rule set, without the plugin's id.
    ///   - fields: The other fields of the record, which the expression names.
    ///   - settings: The configuration of the plugin under which the example holds, or an empty one
    ///     for the defaults.
    /// - Returns: The example.
    public static func valid(
        _ value: Value, _ expression: String, with fields: [String: Value] = [:],
        settings: [String: Value] = [:]
    ) -> RuleExample {
        RuleExample(
            value: value, expression: expression, code: nil, fields: fields, settings: settings)
    }

    /// A value that fails.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expression: The rule as written in a rule set, without the plugin's id.
    ///   - code: The code that it fails with.
    ///   - fields: The other fields of the record, which the expression names.
    ///   - settings: The configuration of the plugin under which the example holds, or an empty one
    ///     for the defaults.
    /// - Returns: The example.
    public static func invalid(
        _ value: Value, _ expression: String, code: String, with fields: [String: Value] = [:],
        settings: [String: Value] = [:]
    ) -> RuleExample {
        RuleExample(
            value: value, expression: expression, code: code, fields: fields, settings: settings)
    }
}

/// Traits that tell the host how to treat a rule: bits of `assay_rule.flags`.
public struct RuleTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// `check` may run on several threads at once.
    public static let concurrent = RuleTraits(rawValue: ASSAY_RULE_CONCURRENT)
    /// The same values and arguments give the same verdict.
    public static let pure = RuleTraits(rawValue: ASSAY_RULE_PURE)
    /// `check` runs on absent and null values too.
    public static let acceptsMissing = RuleTraits(rawValue: ASSAY_RULE_ACCEPTS_MISSING)
}
