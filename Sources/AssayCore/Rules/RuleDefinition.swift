// SPDX-License-Identifier: Apache-2.0

/// What the registry holds of a rule: everything that a person, a tool or the engine needs to
/// know, and how to make an instance.
public struct RuleDefinition: Sendable {
    /// `length`, or `acme.taxId` for a plugin's rule.
    public let id: String
    /// One sentence without a period: "Length of a string".
    public let summary: String
    /// The standard that the rule implements, if there is one: "RFC 9562".
    public let standard: String?
    public let parameters: [RuleParameter]
    /// The kinds that the rule can judge; a value of another kind fails with `<id>.kind`.
    public let kinds: ValueKinds
    public let codes: [RuleCode]
    public let examples: [RuleExample]
    public let traits: RuleTraits
    /// The rule is asked with `await`; see `AsyncRule`.
    public let isAsynchronous: Bool
    /// Set by the registry.
    public internal(set) var source: RuleSource = .swift
    package let make: @Sendable (Arguments) throws(RuleError) -> RuleInstance

    /// Describes a rule written in Swift.
    ///
    /// - Parameters:
    ///   - type: The rule; the registry makes one for each use of the id in a rule set.
    ///   - id: lowerCamelCase.
    ///   - summary: One sentence without a period.
    ///   - standard: The standard that the rule implements, if there is one.
    ///   - parameters: In the order of positional arguments.
    ///   - kinds: Kinds that `check` is asked about, `all` by default.
    ///   - codes: In the order of the indexes that `Verdict.fail` is given.
    ///   - examples: At least one valid and one invalid.
    ///   - traits: How the engine treats the rule.
    @inlinable
    public init<R: Rule>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: [RuleCode],
        examples: [RuleExample], traits: RuleTraits = []
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: codes, examples: examples, traits: traits
        ) { (arguments: Arguments) throws(RuleError) in
            RuleInstance(try R(arguments))
        }
    }

    /// Describes a rule of any kind by how an instance is made.
    public init(
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
        self.examples = examples
        self.traits = traits
        self.isAsynchronous = isAsynchronous
        self.make = make
    }

    /// The code for a verdict's index, the engine's own codes included.
    public func code(at index: Int) -> RuleCode {
        if codes.indices.contains(index) { return codes[index] }
        if index == Verdict.kindCode {
            return RuleCode("\(id).kind", "must be \(kinds.phrase)")
        }
        return RuleCode("\(id).undecided", "could not be decided")
    }

    /// Every code that a violation of this rule can have.
    public var allCodes: [RuleCode] {
        kinds == .all ? codes : codes + [code(at: Verdict.kindCode)]
    }
}

/// A code of a violation with its English message template: `{name}` stands for a parameter or for
/// an argument that the rule adds, `{value}` for the value unless the rule has a parameter `value`.
public struct RuleCode: Sendable, Equatable {
    /// `<rule id>.<what is wrong>`, stable for ever.
    public let id: String
    /// In English.
    public let message: String
    /// The message in other languages, by their tags (BCP 47) such as `pt-BR`.
    public let translations: [String: String]

    public init(_ id: String, _ message: String, translations: [String: String] = [:]) {
        self.id = id
        self.message = message
        self.translations = translations
    }
}

/// An example that tests run and that `explain`, completion and the documentation print.
public struct RuleExample: Sendable {
    public let value: Value
    /// The rule as it stands in a rule set.
    public let expression: String
    /// Nil: valid.
    ///
    /// Otherwise the code of the violation.
    public let code: String?
    /// Further fields of the record, for rules that look at them.
    public let fields: [String: Value]
    /// The value comes from text (CSV, a form), where numbers arrive as strings.
    public let isText: Bool

    public static func valid(
        _ value: Value, _ expression: String, with fields: [String: Value] = [:],
        isText: Bool = false
    ) -> RuleExample {
        RuleExample(
            value: value, expression: expression, code: nil, fields: fields, isText: isText)
    }

    public static func invalid(
        _ value: Value, _ expression: String, code: String, with fields: [String: Value] = [:],
        isText: Bool = false
    ) -> RuleExample {
        RuleExample(
            value: value, expression: expression, code: code, fields: fields, isText: isText)
    }
}

/// How the engine treats a rule.
public struct RuleTraits: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The rule is asked about absent and null values too: a presence rule.
    public static let judgesAbsence = RuleTraits(rawValue: 1 << 0)
    /// The rule turns text into a typed value for the later rules of its validator; only in
    /// records from text.
    ///
    /// It implements `Rule.convert`.
    public static let converts = RuleTraits(rawValue: 1 << 1)
    /// A failure keeps the elements of the array from being judged: `maxItems`.
    public static let boundsElements = RuleTraits(rawValue: 1 << 2)
    /// Later rules of the validator are not asked about a value that failed this one, since they
    /// could only repeat that it is missing or of the wrong kind: `required`, `integer`, `type`.
    public static let guardsLaterRules = RuleTraits(rawValue: 1 << 3)
    /// The rule's last code says that a text is too long; a text that fails with it is not handed
    /// to later rules with `searchesText`: `length`.
    public static let boundsText = RuleTraits(rawValue: 1 << 4)
    /// The rule's cost can grow faster than the length of a text: `regex`.
    public static let searchesText = RuleTraits(rawValue: 1 << 5)
}

/// Where a definition comes from.
public enum RuleSource: Sendable, Equatable, CustomStringConvertible {
    case swift
    case c
    case plugin(id: String, version: String, path: String)

    public var description: String {
        switch self {
        case .swift: "built in (Swift)"
        case .c: "built in (C)"
        case .plugin(let id, let version, let path): "plugin \(id) \(version) (\(path))"
        }
    }
}
