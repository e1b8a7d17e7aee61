// SPDX-License-Identifier: Apache-2.0

/// A rule as the registry holds it: everything that a person, a tool or the engine needs to
/// know, and how to make an instance.
public struct RuleDefinition: Sendable {
    /// `length`, or `acme.taxId` for a plugin's rule.
    package let id: String
    /// One sentence without a period: "A string of a given length".
    package let summary: String
    /// The standard that the rule implements, if there is one: "RFC 9562".
    package let standard: String?
    package let parameters: [RuleParameter]
    /// The kinds that the rule accepts; a value of another kind fails with `<id>.kind`.
    package let kinds: ValueKinds
    package private(set) var codes: [RuleCode]
    /// `true` if one of its codes leaves the question of the rule open.
    let hasOpenCodes: Bool
    package let examples: [RuleExample]
    package let traits: RuleTraits
    /// The replacement, as a phrase, or `nil` if the rule is not deprecated.
    package var deprecation: String?
    /// The rule runs with `await`; see `AsyncRule`.
    package let isAsynchronous: Bool
    /// Set by the registry.
    package internal(set) var source: RuleSource = .swift
    /// The conclusions from its verdict about other rules, set by the registry.
    package internal(set) var relations = RuleRelations.none
    /// The facets of the rule; the registry adds those that built-in rules in C cannot state.
    package internal(set) var facets = RuleFacets()
    package var make: @Sendable (Arguments) throws(RuleError) -> RuleInstance

    /// Describes a rule written in Swift.
    ///
    /// - Parameters:
    ///   - type: The rule; the registry makes one for each use of the id in a rule set.
    ///   - id: lowerCamelCase.
    ///   - summary: One sentence without a period.
    ///   - standard: The standard that the rule implements, if there is one.
    ///   - parameters: The parameters in the order of positional arguments.
    ///   - kinds: Kinds that the rule accepts, `all` by default; a value of another kind fails with
    ///     the code `<id>.kind`.
    ///   - codes: The codes that `check` fails with.
    ///   - examples: At least one valid and one invalid.
    ///   - traits: The traits that change how the engine treats the rule.
    @inlinable
    public init<R: Rule, Codes: RuleCodes>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: Codes.Type,
        examples: [RuleExample], traits: RuleTraits = []
    ) {
        self.init(
            type, id, summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: Codes.codes(of: id), examples: examples, traits: traits)
    }

    /// Describes a rule written in Swift whose codes are not an enumeration.
    ///
    /// A rule without codes fails only on values of other kinds.
    @inlinable
    package init<R: Rule>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: [RuleCode] = [],
        examples: [RuleExample], traits: RuleTraits = []
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: codes, examples: examples, traits: traits
        ) { (arguments: Arguments) throws(RuleError) in
            RuleInstance(try R(arguments))
        }
    }

    /// Describes a rule that evaluates columns; see the initializer for a `Rule`.
    @inlinable
    package init<R: BatchRule, Codes: RuleCodes>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: Codes.Type,
        examples: [RuleExample], traits: RuleTraits = []
    ) {
        self.init(
            type, id, summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: Codes.codes(of: id), examples: examples, traits: traits)
    }

    /// Describes a rule that evaluates columns and whose codes are not an enumeration.
    @inlinable
    package init<R: BatchRule>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: [RuleCode] = [],
        examples: [RuleExample], traits: RuleTraits = []
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: codes, examples: examples, traits: traits
        ) { (arguments: Arguments) throws(RuleError) in
            RuleInstance(try R(arguments))
        }
    }

    /// Returns the definition with what others have to know of the rule.
    package func stating(_ facets: RuleFacets) -> RuleDefinition {
        var copy = self
        copy.facets = facets
        return copy
    }

    /// Describes a rule that runs the rules in its arguments; see the initializer for a `Rule`.
    @inlinable
    package init<R: ComposedRule, Codes: RuleCodes>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: Codes.Type,
        examples: [RuleExample], traits: RuleTraits = []
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: Codes.codes(of: id), examples: examples, traits: traits
        ) { (arguments: Arguments) throws(RuleError) in
            RuleInstance(try R(arguments))
        }
    }

    /// Describes a rule of any kind by how an instance is made.
    @usableFromInline
    package init(
        id: String, summary: String, standard: String? = nil, parameters: [RuleParameter] = [],
        kinds: ValueKinds = .all, codes: [RuleCode], examples: [RuleExample] = [],
        traits: RuleTraits = [],
        make: @escaping @Sendable (Arguments) throws(RuleError) -> RuleInstance
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: codes, examples: examples, traits: traits, isAsynchronous: false, make: make)
    }

    init(
        id: String, summary: String, standard: String?, parameters: [RuleParameter],
        kinds: ValueKinds, codes: [RuleCode], examples: [RuleExample], traits: RuleTraits,
        isAsynchronous: Bool,
        make: @escaping @Sendable (Arguments) throws(RuleError) -> RuleInstance
    ) {
        self.id = id
        self.summary = summary
        self.standard = standard
        self.parameters = parameters
        self.kinds = kinds
        self.codes = codes
        hasOpenCodes = codes.contains { $0.leavesOpen }
        self.examples = examples
        self.traits = traits
        self.isAsynchronous = isAsynchronous
        self.make = make
    }

    /// Returns the definition of one use of the rule, which has the codes that it reports of the
    /// rules in its arguments, after its own.
    func reportingOpenFailures(of arguments: Arguments) -> RuleDefinition {
        var definition = self
        definition.codes += arguments.openCodes
        return definition
    }

    /// The code for a verdict's index, the engine's own codes included.
    package func code(at index: Int) -> RuleCode {
        if codes.indices.contains(index) { return codes[index] }
        if index == Verdict.kindCode {
            return RuleCode("\(id).kind", "must be \(kinds.phrase)")
        }
        return RuleCode("\(id).undecided", "could not be decided")
    }

    /// Returns what the rule reads the texts of its field as, or `nil` if it reads none.
    package func reading(_ arguments: Arguments) -> TextReading? {
        if let reading = facets.reading { return reading(arguments) }
        guard traits.contains(.converts) else { return nil }
        var quantities: Set<TextReading.Quantity> = []
        if !kinds.isDisjoint(with: .numbers) { quantities.insert(.number) }
        if kinds.contains(.bool) { quantities.insert(.boolean) }
        return TextReading(
            replacingBy: quantities.isEmpty || kinds == .all ? [.number, .boolean] : quantities,
            keepsText: kinds.contains(.string))
    }

    /// Every code that a violation of this rule can have.
    package var allCodes: [RuleCode] {
        kinds == .all ? codes : codes + [code(at: Verdict.kindCode)]
    }
}

/// A code of a violation with its English message template: `{name}` stands for a parameter or for
/// an argument that the rule adds, `{value}` for the value unless the rule has a parameter `value`.
@usableFromInline
package struct RuleCode: Sendable, Equatable {
    /// `<rule id>.<what is wrong>`, stable forever.
    package let id: String
    /// The message template in English.
    package let message: String
    /// The message in other languages, by their tags (BCP 47) such as `pt-BR`.
    package let translations: [String: String]
    /// The replacement, as a phrase, or `nil` if the code is not deprecated.
    package let deprecation: String?
    /// `true` if a value with this failure leaves the question of the rule open; see `RuleCodes`.
    package let leavesOpen: Bool

    /// A code with its message.
    ///
    /// - Parameters:
    ///   - id: `<rule id>.<what is wrong>`, stable forever.
    ///   - message: A phrase in English that follows the field's name, with `{name}` placeholders.
    ///   - translations: The message in other languages, by their tags (BCP 47).
    ///   - deprecation: The replacement, as a phrase, or `nil` if the code is not deprecated.
    ///   - leavesOpen: `true` if a value with this failure leaves the question of the rule open.
    @usableFromInline
    package init(
        _ id: String, _ message: String, translations: [String: String] = [:],
        deprecation: String? = nil, leavesOpen: Bool = false
    ) {
        self.id = id
        self.message = message
        self.translations = translations
        self.deprecation = deprecation
        self.leavesOpen = leavesOpen
    }
}

/// An example that tests run and that `explain`, completion and the documentation print.
public struct RuleExample: Sendable {
    package let value: Value
    /// The rule as written in a rule set.
    package let expression: String
    /// The code of the violation, or `nil` if the value passes.
    package let code: String?
    /// Further fields of the record, for rules that look at them.
    package let fields: [String: Value]
    /// The configuration of the rule's plugin that the example needs; empty for the defaults.
    package let settings: [String: Value]
    /// The value comes from text (CSV, a form), where numbers arrive as strings.
    package let isText: Bool

    /// An example with all of its properties.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expression: The rule as written in a rule set.
    ///   - code: The code of the violation, or `nil` if the value passes.
    ///   - fields: Further fields of the record.
    ///   - settings: The configuration of the rule's plugin.
    ///   - isText: `true` if the value comes from text (CSV, a form).
    package init(
        _ value: Value, _ expression: String, code: String?, fields: [String: Value],
        settings: [String: Value] = [:], isText: Bool = false
    ) {
        self.value = value
        self.expression = expression
        self.code = code
        self.fields = fields
        self.settings = settings
        self.isText = isText
    }

    /// A value that passes.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expression: The rule as written in a rule set.
    ///   - fields: Further fields of the record.
    ///   - isText: `true` if the value comes from text (CSV, a form).
    /// - Returns: The example.
    public static func valid(
        _ value: Value, _ expression: String, with fields: [String: Value] = [:],
        isText: Bool = false
    ) -> RuleExample {
        RuleExample(value, expression, code: nil, fields: fields, isText: isText)
    }

    /// A value that fails.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - expression: The rule as written in a rule set.
    ///   - code: The code of the violation.
    ///   - fields: Further fields of the record.
    ///   - isText: `true` if the value comes from text (CSV, a form).
    /// - Returns: The example.
    public static func invalid(
        _ value: Value, _ expression: String, code: String, with fields: [String: Value] = [:],
        isText: Bool = false
    ) -> RuleExample {
        RuleExample(value, expression, code: code, fields: fields, isText: isText)
    }
}

/// The traits of a rule that change how the engine treats it.
public struct RuleTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The rule also runs on absent and null values: a presence rule.
    public static let acceptsMissing = RuleTraits(rawValue: 1 << 0)
    /// The rule turns text into a typed value for the later rules of its validator; only in
    /// records from text.
    ///
    /// It implements `Rule.convert`.
    public static let converts = RuleTraits(rawValue: 1 << 1)
    /// The elements of an array that fails the rule are not validated: `maxItems`.
    package static let boundsElements = RuleTraits(rawValue: 1 << 2)
    /// Later rules of the validator do not run on a value that failed this one, since they could
    /// only repeat that it is missing or of the wrong kind: `required`, `integer`, `type`.
    ///
    /// A rule with the severity `warning` stops nothing.
    public static let stopsOnFailure = RuleTraits(rawValue: 1 << 3)
    /// The rule's last code says that a text is too long; a text that fails with it is not handed
    /// to later rules with `searchesText`: `length`.
    package static let boundsText = RuleTraits(rawValue: 1 << 4)
    /// The rule's cost can grow faster than the length of a text: `regex`.
    package static let searchesText = RuleTraits(rawValue: 1 << 5)
    /// A value fails the rule by being there: `prohibited`.
    package static let prohibits = RuleTraits(rawValue: 1 << 6)
    /// A text passes if the text of the one field that the rule names has the same bytes: `sameAs`.
    package static let passesEqualTexts = RuleTraits(rawValue: 1 << 7)
    /// The question of the rule is the kind of a value, so that a value of another kind answers it:
    /// `string`, `integer`.
    package static let checksKind = RuleTraits(rawValue: 1 << 8)
    /// The rule fails with the code of a rule in its arguments whose question a value leaves open:
    /// `not`.
    package static let reportsOpenFailures = RuleTraits(rawValue: 1 << 9)
    /// The value and the fields that the rule names are of one kind, so that all of them are
    /// sensitive if one is: `sameAs`, `differentFrom`, `inField`.
    package static let sharesSensitivity = RuleTraits(rawValue: 1 << 10)
    /// The rule is in no rule set: the paths of other rules imply it; see `ContainerRule`.
    static let impliedByPaths = RuleTraits(rawValue: 1 << 11)
    /// The rule is one of a plugin whose calls are watched, and the numbers of the records that it checks are to be
    /// known.
    static let isWatched = RuleTraits(rawValue: 1 << 12)
}

/// The source of a definition.
package enum RuleSource: Sendable, Equatable, CustomStringConvertible {
    case swift
    case c
    case plugin(id: String, version: String, path: String)

    package var description: String {
        switch self {
        case .swift: "built in (Swift)"
        case .c: "built in (C)"
        case .plugin(let id, let version, let path): "plugin \(id) \(version) (\(path))"
        }
    }
}
