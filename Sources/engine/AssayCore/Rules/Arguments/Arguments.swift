// SPDX-License-Identifier: Apache-2.0

/// The arguments of one use of a rule, checked against its parameters, defaults filled in.
public struct Arguments: Sendable {
    /// A checked argument.
    package enum Bound: Sendable {
        case absent
        case value(Value)
        case choice(index: Int, name: String)
        case pattern(source: String, flags: String)
        case fields([FieldReference])
        case rules([BoundRule])
    }

    let parameters: [RuleParameter]
    let bound: [Bound]
    /// The id of the rule, for errors.
    let ruleID: String
    /// The budget that the rules of a rule set share, or `nil` for a rule alone.
    package var budget: RuleSetBudget?

    /// The readings of the values that the rule looks at.
    package var readings = FieldReadings.none

    /// The checked arguments in the order of the parameters.
    package var all: [Bound] { bound }

    /// The argument for a parameter; `absent` when none was given and there is no default.
    package subscript(_ name: String) -> Bound {
        guard let index = parameters.firstIndex(where: { $0.name == name }) else { return .absent }
        return bound[index]
    }

    /// The value of a parameter of any literal type, or nil.
    public func value(_ name: String) -> Value? {
        if case .value(let value) = self[name] { value } else { nil }
    }

    /// The text of a parameter of the kind `string` or `date`, or nil when it was not given.
    public func string(_ name: String) -> String? {
        if case .string(let text)? = value(name) { text } else { nil }
    }

    /// The number of a parameter of the kind `integer`, or nil when it was not given.
    public func integer(_ name: String) -> Int64? {
        if case .integer(let integer)? = value(name) { integer } else { nil }
    }

    /// An integer as an index or count, nil when it was not given.
    package func int(_ name: String) -> Int? {
        integer(name).flatMap { Int(exactly: $0) }
    }

    /// The number of a parameter of the kind `number` as the nearest double, or nil when it was not
    /// given.
    public func double(_ name: String) -> Double? {
        switch value(name) {
        case .integer(let integer)?: Double(integer)
        case .unsignedInteger(let unsigned)?: Double(unsigned)
        case .number(let number)?: number
        case .decimal(let text)?: Double(text)
        default: nil
        }
    }

    /// A number for exact comparison.
    package func number(_ name: String) -> ExactNumber? {
        value(name).flatMap { ExactNumber($0) }
    }

    /// The truth value of a parameter; false when it was not given and has no default.
    public func bool(_ name: String) -> Bool {
        if case .bool(let bool)? = value(name) { bool } else { false }
    }

    /// The truth value of a parameter, or nil when it was not given and has no default.
    package func optionalBool(_ name: String) -> Bool? {
        if case .bool(let bool)? = value(name) { bool } else { nil }
    }

    /// The elements of a parameter of the kind `list`, or nil when it was not given.
    public func list(_ name: String) -> [Value]? {
        if case .array(let elements)? = value(name) { elements } else { nil }
    }

    /// The chosen name of a parameter of the kind `choice`, or nil when none was given and there is no
    /// default.
    package func choice(_ name: String) -> String? {
        if case .choice(_, let name) = self[name] { name } else { nil }
    }

    package func pattern(_ name: String) -> (source: String, flags: String)? {
        if case .pattern(let source, let flags) = self[name] { (source, flags) } else { nil }
    }

    /// The references of a parameter of the kind `fields`; empty when none was given.
    public func fields(_ name: String) -> [FieldReference] {
        if case .fields(let fields) = self[name] { fields } else { [] }
    }

    package func rules(_ name: String) -> [BoundRule] {
        if case .rules(let rules) = self[name] { rules } else { [] }
    }

    /// The reference of a required parameter of the kind `field`.
    ///
    /// - Throws: `RuleError` when it was not given.
    public func field(_ name: String) throws(RuleError) -> FieldReference {
        guard let field = fields(name).first else {
            throw RuleError("argument.missing", "\(ruleID) needs the argument '\(name)'")
        }
        return field
    }

    /// Rules are among the arguments.
    var hasRules: Bool {
        bound.contains { if case .rules = $0 { true } else { false } }
    }

    /// A rule with the trait `searchesText` is among the arguments.
    var searchText: Bool {
        bound.contains { bound in
            guard case .rules(let rules) = bound else { return false }
            return rules.contains { $0.searchesText }
        }
    }

    /// An error about one argument, to throw from a rule's initializer.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - message: What is wrong, after "argument 'name'": "must not be empty".
    ///   - help: An instruction that can be followed, if there is one.
    /// - Returns: The error.
    public func invalid(_ name: String, _ message: String, help: String? = nil) -> RuleError {
        RuleError("argument.invalid", "\(ruleID): argument '\(name)' \(message)", help: help)
    }
}

extension Arguments {
    /// The arguments for messages and reports: what was given and what is the default.
    package var described: [MessageParameter] {
        zip(parameters, bound).compactMap { parameter, bound in
            Arguments.described(bound).map { MessageParameter(parameter.name, $0) }
        }
    }

    private static func described(_ bound: Bound) -> Value? {
        switch bound {
        case .absent: nil
        case .value(let value): value
        case .choice(_, let name): .string(name)
        case .pattern(let source, _): .string(source)
        case .fields(let fields):
            fields.count == 1
                ? .string(fields[0].path.description)
                : .array(fields.map { .string($0.path.description) })
        case .rules(let rules): .array(rules.map { .string($0.expression.description) })
        }
    }
}
