// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The reason a part of a schema cannot be expressed in a rule set.
struct SchemaRejection: Error {
    var reason: String
    var help: String?
    var place: SchemaPlace
}

/// Writes requirements of one value as rule expressions.
///
/// A rule of Assay fails on a value of a kind that it is not about, where JSON Schema ignores the keyword, so that each
/// rule is written for the kinds that the value can have.
struct ExpressionWriter {
    /// `true` inside `not`, whose rule must decide about each value: kinds are named by `type` alone, which does.
    var isStrict = false

    /// The rules for a value at a place of its own, such as a field or an element: all of them, null included.
    func rules(for requirement: Requirement) throws(SchemaRejection) -> [RuleExpression] {
        let acceptsNull = requirement.acceptsNull
        let simple = requirement.simplified(within: .notNull)
        if simple.isNever { return Self.never(acceptingNull: acceptsNull) }
        let rules = try expressions(simple, within: .notNull, acceptingNull: acceptsNull)
        return acceptsNull || rules.contains(where: { $0.id == "type" })
            ? rules : [RuleExpression("notNull")] + rules
    }

    /// Rules that reject every value that is there.
    static func never(acceptingNull: Bool) -> [RuleExpression] {
        let null = RuleExpression("type", [RuleArgument(.value("null"))])
        return acceptingNull ? [null] : [RuleExpression("notNull"), null]
    }

    /// The rules that a value of some kinds has to pass; none if it satisfies the requirement anyway.
    ///
    /// - Parameters:
    ///   - simple: A requirement that is simplified within the kinds.
    ///   - kinds: The kinds that the value can have, without null.
    ///   - acceptingNull: `true` if a rule about kinds names null too.
    /// - Returns: The rules, in the order of the requirement's parts.
    /// - Throws: The first part that a rule set cannot express.
    func expressions(
        _ simple: Requirement, within kinds: KindSet, acceptingNull: Bool = false
    ) throws(SchemaRejection) -> [RuleExpression] {
        let parts = simple.conjuncts
        var left = kinds
        for part in parts { if case .kinds(let own) = part.content { left = own } }
        var rules: [RuleExpression] = []
        for part in parts {
            if case .kinds = part.content { continue }
            rules.append(try expression(part, within: left))
        }
        guard left != kinds else { return rules }
        if !isStrict, impliesKinds(rules, left) { return rules }
        return [try kindRule(left, acceptingNull: acceptingNull, at: simple.place)] + rules
    }

    /// Returns `true` if values of other kinds fail one of the rules, and no text has to be read.
    func impliesKinds(_ rules: [RuleExpression], _ kinds: KindSet) -> Bool {
        // The rule about these kinds reads the texts of cells.
        if kinds.isSubset(of: .number) || kinds == .boolean { return false }
        return rules.contains { rule in
            switch rule.id {
            case "equals", "oneOf": true
            case "not", "notEquals", "notOneOf", "anyOf", "exactlyOne", "allOf", "type": false
            default: Self.kinds(of: rule.id) == kinds
            }
        }
    }

    /// The kinds that a rule of the importer is about.
    private static func kinds(of id: String) -> KindSet {
        switch id {
        case "requiredKeys", "allowedKeys", "dependentKeys", "member", "keys", "minProperties",
            "maxProperties":
            .object
        case "minItems", "maxItems", "uniqueItems", "each", "includes": .array
        case "range", "multipleOf": .number
        default: .string
        }
    }

    /// The rule that says of which kinds a value is.
    func kindRule(
        _ kinds: KindSet, acceptingNull: Bool, at place: SchemaPlace
    ) throws(SchemaRejection) -> RuleExpression {
        if !isStrict {
            switch kinds {
            case .string: return RuleExpression("string")
            case .integer: return RuleExpression("integer")
            case .number: return RuleExpression("number")
            case .boolean: return RuleExpression("boolean")
            case .array: return RuleExpression("array")
            case .object: return RuleExpression("object")
            default: break
            }
        }
        guard let names = kinds.names else {
            let others = try kindRule(
                kinds.union(.integer), acceptingNull: acceptingNull, at: place)
            return RuleExpression(
                "allOf",
                [
                    RuleArgument(.rule(others)),
                    RuleArgument(
                        .rule(
                            RuleExpression(
                                "not",
                                [
                                    RuleArgument(
                                        .rule(
                                            RuleExpression(
                                                "type", [RuleArgument(.value("integer"))])))
                                ]))),
                ])
        }
        let all = names + (acceptingNull ? ["null"] : [])
        return RuleExpression("type", all.map { RuleArgument(.value(.string($0))) })
    }

    // MARK: - Parts

    private func expression(
        _ part: Requirement, within kinds: KindSet
    ) throws(SchemaRejection) -> RuleExpression {
        switch part.content {
        case .kinds(let own): return try kindRule(own, acceptingNull: false, at: part.place)
        case .rule(let rule, let own): return try limited(rule, to: own, within: kinds, part)
        case .values(let values): return Self.equality(to: values)
        case .all:
            return Self.one(
                of: try expressions(part, within: kinds), named: "allOf")
        case .any(let parts): return try alternatives("anyOf", parts, within: kinds)
        case .exactlyOne(let parts): return try alternatives("exactlyOne", parts, within: kinds)
        case .not(let negated): return try negation(of: negated, within: kinds)
        case .required, .closed, .dependent, .keys, .members:
            return try limited(try objectRule(part), to: .object, within: kinds, part)
        case .elements, .contains, .element:
            return try limited(try arrayRule(part), to: .array, within: kinds, part)
        case .implication:
            return Self.one(
                of: try expressions(part.simplified(within: kinds), within: kinds), named: "allOf")
        case .unsayable(let reason, let help, _):
            throw SchemaRejection(reason: reason, help: help, place: part.place)
        }
    }

    private func alternatives(
        _ id: String, _ parts: [Requirement], within kinds: KindSet
    ) throws(SchemaRejection) -> RuleExpression {
        var rules: [RuleExpression] = []
        for part in parts {
            rules.append(Self.one(of: try inner.expressions(part, within: kinds), named: "allOf"))
        }
        return Self.rule(id, of: rules)
    }

    /// The rule of a requirement about objects.
    private func objectRule(_ part: Requirement) throws(SchemaRejection) -> RuleExpression {
        switch part.content {
        case .required(let keys): return Self.keyRule("requiredKeys", keys)
        case .closed(let names): return Self.keyRule("allowedKeys", names)
        case .dependent(let dependents):
            let lists = dependents.map { dependent in
                ArgumentValue.list(
                    ([dependent.key] + dependent.others).map { .value(.string($0)) })
            }
            return RuleExpression("dependentKeys", [RuleArgument(.list(lists))])
        case .keys(let requirement):
            return Self.rule("keys", of: try nested(requirement, within: .string))
        case .members(let members):
            var rules: [RuleExpression] = []
            for member in members where !member.requirement.isTrivial {
                let own = try inner.rules(for: member.requirement)
                let key = RuleArgument(.value(.string(member.key)))
                rules.append(
                    RuleExpression("member", [key] + own.map { RuleArgument(Self.argument($0)) }))
            }
            if !rules.isEmpty { return Self.one(of: rules, named: "allOf") }
        default: break
        }
        return RuleExpression("object")
    }

    /// The rule of a requirement about arrays.
    private func arrayRule(_ part: Requirement) throws(SchemaRejection) -> RuleExpression {
        switch part.content {
        case .elements(let requirement, let first):
            let rules = try inner.rules(for: requirement)
            return rules.isEmpty
                ? RuleExpression("array")
                : Self.rule("each", of: rules, ["from": first == 0 ? nil : Int64(first)])
        case .contains(let requirement, let count):
            let rules = try inner.rules(for: requirement)
            return rules.isEmpty
                ? Self.count(count)
                : Self.rule(
                    "includes", of: rules,
                    [
                        "min": count.lowerBound == 1 ? nil : count.lowerBound,
                        "max": count.upperBound == .max ? nil : count.upperBound,
                    ])
        case .element(_, let requirement):
            throw SchemaRejection(
                reason:
                    "rules about a single element of a value that need not be an array, or that is inside another "
                    + "rule, cannot be expressed in a rule set",
                help: "add \"type\": \"array\" to the schema of the value if it is always one",
                place: requirement.place)
        default: return RuleExpression("array")
        }
    }

    private static func rule(
        _ id: String, of rules: [RuleExpression], _ options: KeyValuePairs<String, Int64?> = [:]
    ) -> RuleExpression {
        let named = options.compactMap { name, number in
            number.map { RuleArgument(name: name, .value(.integer($0))) }
        }
        return RuleExpression(id, rules.map { RuleArgument(argument($0)) } + named)
    }

    /// The rule about the number of all elements.
    private static func count(_ count: ClosedRange<Int64>) -> RuleExpression {
        let bounds = [("minItems", count.lowerBound, 0), ("maxItems", count.upperBound, Int64.max)]
        let rules = bounds.filter { $0.1 != $0.2 }.map { id, number, _ in
            RuleExpression(id, [RuleArgument(.value(.integer(number)))])
        }
        return rules.isEmpty ? RuleExpression("array") : one(of: rules, named: "allOf")
    }

    /// The writer for rules inside another rule.
    private var inner: ExpressionWriter { self }

    private func nested(
        _ requirement: Requirement, within kinds: KindSet
    ) throws(SchemaRejection) -> [RuleExpression] {
        let simple = requirement.simplified(within: kinds)
        if simple.isNever { return [Self.impossible] }
        let rules = try inner.expressions(simple, within: kinds)
        return rules.isEmpty ? [RuleExpression("string")] : rules
    }

    /// A rule that each text fails.
    private static var impossible: RuleExpression {
        RuleExpression("type", [RuleArgument(.value("null"))])
    }

    /// A rule about some kinds of a value that can be of others too.
    private func limited(
        _ rule: RuleExpression, to own: KindSet, within kinds: KindSet, _ part: Requirement
    ) throws(SchemaRejection) -> RuleExpression {
        let others = kinds.subtracting(own)
        if others.isEmpty { return rule }
        let strict = ExpressionWriter(isStrict: true)
        let kinds = try strict.kindRule(others, acceptingNull: false, at: part.place)
        return RuleExpression(
            "anyOf", [RuleArgument(.rule(kinds)), RuleArgument(Self.argument(rule))])
    }

    private func negation(
        of requirement: Requirement, within kinds: KindSet
    ) throws(SchemaRejection) -> RuleExpression {
        let strict = ExpressionWriter(isStrict: true)
        if case .values(let values) = requirement.content {
            let equality = Self.equality(to: values)
            switch equality.id {
            case "equals": return RuleExpression("notEquals", equality.arguments)
            case "oneOf": return RuleExpression("notOneOf", equality.arguments)
            default: break
            }
        }
        let rule = try strict.expression(requirement, within: kinds)
        return RuleExpression("not", [RuleArgument(Self.argument(rule))])
    }

    // MARK: - Arguments

    private static func one(of rules: [RuleExpression], named id: String) -> RuleExpression {
        rules.count == 1
            ? rules[0]
            : rules.isEmpty
                ? RuleExpression(
                    "type", KindSet.all.names.unwrapped.map { RuleArgument(.value(.string($0))) })
                : RuleExpression(id, rules.map { RuleArgument(argument($0)) })
    }

    /// A rule as an argument: a word if it has no arguments, as a reader of text makes it.
    static func argument(_ rule: RuleExpression) -> ArgumentValue {
        rule.arguments.isEmpty ? .word(rule.id) : .rule(rule)
    }

    private static func keyRule(_ id: String, _ keys: [String]) -> RuleExpression {
        // An empty list has to be written as one.
        keys.isEmpty
            ? RuleExpression(id, [RuleArgument(.list([]))])
            : RuleExpression(id, keys.map { RuleArgument(.value(.string($0))) })
    }

    private static func equality(to values: [Value]) -> RuleExpression {
        if values.count == 1 { return RuleExpression("equals", [RuleArgument(.from(values[0]))]) }
        let isFlat = !values.contains { if case .array = $0 { true } else { false } }
        let arguments = values.map { ArgumentValue.from($0) }
        return RuleExpression(
            "oneOf",
            isFlat ? arguments.map { RuleArgument($0) } : [RuleArgument(.list(arguments))])
    }
}

extension [String]? {
    /// The names, or none.
    fileprivate var unwrapped: [String] { self ?? [] }
}

extension ArgumentValue {
    /// A value as an expression writes it: elements of a list are arguments of their own.
    static func from(_ value: Value) -> ArgumentValue {
        if case .array(let elements) = value {
            .list(elements.map { from($0) })
        } else {
            .value(value)
        }
    }
}

extension Requirement {
    /// `true` if every value satisfies it.
    var isTrivial: Bool { acceptsNull && simplified(within: .notNull).isAlways }
}
