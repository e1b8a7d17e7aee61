// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A rule as keywords of JSON Schema that accept the same values.
struct ExportedRule {
    /// The kinds that pass; null does wherever the rule skips it.
    private(set) var kinds: KindSet
    private(set) var keywords: Value.Object
    /// `true` if the value must be there.
    private(set) var mustBeThere = false

    /// White space, as `required` trims it.
    private static let notBlank =
        "[^\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]"

    private init(_ kinds: KindSet, _ keywords: [(key: String, value: Value)] = []) {
        self.kinds = kinds
        self.keywords = .init(keywords)
    }

    /// Takes a rule, or returns `nil` if no keyword says the same.
    init?(_ rule: RuleExpression) {
        let arguments = rule.arguments
        switch rule.id {
        case "present" where arguments.isEmpty:
            self.init(.all)
            mustBeThere = true
        case "required" where arguments.isEmpty:
            let empty: Value = ["enum": ["", .array([]), .object(.init())]]
            self.init(
                .notNull,
                [(key: "not", value: empty), (key: "pattern", value: .string(Self.notBlank))])
            mustBeThere = true
        case "notNull" where arguments.isEmpty: self.init(.notNull)
        case "string", "integer", "number", "boolean", "array", "object":
            guard arguments.isEmpty, let kinds = KindSet(name: rule.id) else { return nil }
            self.init(kinds.union(.null))
        case "type":
            guard let kinds = Self.kinds(arguments) else { return nil }
            self.init(kinds)
        case "length":
            guard
                arguments.contains(where: { $0.name == "unit" && $0.value == .word("codePoints") }),
                let bounds = Self.bounds(
                    arguments.filter { $0.name != "unit" }, "minLength", "maxLength")
            else { return nil }
            self.init([.string, .null], bounds)
        case "range":
            guard let bounds = Self.bounds(arguments, "minimum", "maximum") else { return nil }
            self.init([.integer, .fraction, .null], bounds)
        case "multipleOf":
            guard let value = Self.single(arguments) else { return nil }
            self.init([.integer, .fraction, .null], [(key: "multipleOf", value: value)])
        case "regex":
            guard arguments.count == 1, arguments[0].name == nil,
                case .pattern(let source, let flags) = arguments[0].value, flags.isEmpty,
                (try? ECMAPattern.translated(source)) == source
            else { return nil }
            self.init([.string, .null], [(key: "pattern", value: .string(source))])
        case "equals", "notEquals":
            guard arguments.count == 1, arguments[0].name == nil,
                let value = Self.plain(arguments[0].value)
            else { return nil }
            self = Self.equality(to: [value], isNegated: rule.id == "notEquals")
        case "oneOf", "notOneOf":
            guard let values = Self.values(arguments) else { return nil }
            self = Self.equality(to: values, isNegated: rule.id == "notOneOf")
        case "minItems", "maxItems":
            guard let value = Self.single(arguments) else { return nil }
            self.init([.array, .null], [(key: rule.id, value: value)])
        case "minProperties", "maxProperties":
            guard let value = Self.single(arguments) else { return nil }
            self.init([.object, .null], [(key: rule.id, value: value)])
        case "uniqueItems" where arguments.isEmpty:
            self.init([.array, .null], [(key: "uniqueItems", value: true)])
        case "requiredKeys":
            guard let keys = Self.values(arguments) else { return nil }
            self.init([.object, .null], [(key: "required", value: .array(keys))])
        case "each", "includes", "keys":
            guard let schema = Self.all(arguments) else { return nil }
            let keyword =
                ["each": "items", "includes": "contains", "keys": "propertyNames"][rule.id] ?? ""
            self.init(
                rule.id == "keys" ? [.object, .null] : [.array, .null],
                [(key: keyword, value: schema)])
        case "anyOf", "allOf", "exactlyOne":
            guard let parts = Self.parts(arguments) else { return nil }
            let schemas = parts.map(\.schema)
            let null: Value = ["type": "null"]
            switch rule.id {
            case "anyOf": self.init(.all, [(key: "anyOf", value: .array(schemas + [null]))])
            case "allOf":
                self.init(.all, [(key: "anyOf", value: [null, ["allOf": .array(schemas)]])])
            default: self.init(.all, [(key: "anyOf", value: [null, ["oneOf": .array(schemas)]])])
            }
        case "not":
            guard let part = Self.parts(arguments)?.first, arguments.count == 1, part.isSimple
            else { return nil }
            // A value of a kind that the rule is not about fails.
            let own: KindSet = part.keywords.members.isEmpty ? .all : part.kinds.union(.null)
            let null: Value = ["type": "null"]
            self.init(own, [(key: "anyOf", value: [null, ["not": part.schema]])])
        default: return nil
        }
    }

    private static func equality(to values: [Value], isNegated: Bool) -> ExportedRule {
        isNegated
            ? ExportedRule(.all, [(key: "not", value: ["enum": .array(values)])])
            : ExportedRule(.all, [(key: "enum", value: .array(values + [.null]))])
    }

    /// A single rule about a kind or within one.
    private var isSimple: Bool {
        keywords.members.count <= 1
            && !keywords.members.contains {
                ["anyOf", "items", "contains", "propertyNames", "not"].contains($0.key)
            }
    }

    /// The rule as a schema of its own.
    private var schema: Value {
        var parts = keywords.members
        if kinds != .all, let names = kinds.names {
            parts.insert((key: "type", value: .array(names.map { .string($0) })), at: 0)
        }
        return .object(.init(parts))
    }

    // MARK: - Arguments

    private static func parts(_ arguments: [RuleArgument]) -> [ExportedRule]? {
        var parts: [ExportedRule] = []
        for argument in arguments {
            let rule: RuleExpression
            switch argument.value {
            case .rule(let inner): rule = inner
            case .word(let word): rule = RuleExpression(word)
            default: return nil
            }
            guard argument.name == nil, let part = ExportedRule(rule), !part.mustBeThere else {
                return nil
            }
            parts.append(part)
        }
        return parts.isEmpty ? nil : parts
    }

    private static func all(_ arguments: [RuleArgument]) -> Value? {
        guard let parts = parts(arguments) else { return nil }
        return parts.count == 1 ? parts[0].schema : ["allOf": .array(parts.map(\.schema))]
    }

    private static func kinds(_ arguments: [RuleArgument]) -> KindSet? {
        guard let names = values(arguments) else { return nil }
        var kinds: KindSet = []
        for name in names {
            guard case .string(let name) = name, let kind = KindSet(name: name) else { return nil }
            kinds.formUnion(kind)
        }
        return kinds
    }

    private static func single(_ arguments: [RuleArgument]) -> Value? {
        guard arguments.count == 1, arguments[0].name == nil,
            case .value(let value) = arguments[0].value
        else { return nil }
        return value
    }

    /// The values of positional arguments, or of a list.
    private static func values(_ arguments: [RuleArgument]) -> [Value]? {
        var values: [Value] = []
        for argument in arguments {
            guard argument.name == nil else { return nil }
            switch argument.value {
            case .value(let value): values.append(value)
            case .list(let elements) where arguments.count == 1:
                for element in elements {
                    guard let value = plain(element) else { return nil }
                    values.append(value)
                }
            default: return nil
            }
        }
        return values.isEmpty ? nil : values
    }

    private static func plain(_ argument: ArgumentValue) -> Value? {
        switch argument {
        case .value(let value): return value
        case .list(let elements):
            let values = elements.compactMap { plain($0) }
            return values.count == elements.count ? .array(values) : nil
        default: return nil
        }
    }

    private static func bounds(
        _ arguments: [RuleArgument], _ least: String, _ most: String
    ) -> [(key: String, value: Value)]? {
        var bounds: [(key: String, value: Value)] = []
        for argument in arguments {
            switch (argument.name, argument.value) {
            case (nil, .range(let lower, let upper)):
                if let lower { bounds.append((key: least, value: lower)) }
                if let upper { bounds.append((key: most, value: upper)) }
            case ("min", .value(let value)): bounds.append((key: least, value: value))
            case ("max", .value(let value)): bounds.append((key: most, value: value))
            case ("exclusiveMin", .value(let value)) where least == "minimum":
                bounds.append((key: "exclusiveMinimum", value: value))
            case ("exclusiveMax", .value(let value)) where least == "minimum":
                bounds.append((key: "exclusiveMaximum", value: value))
            default: return nil
            }
        }
        guard !bounds.isEmpty, bounds.allSatisfy({ ExactNumber($0.value) != nil }) else {
            return nil
        }
        return bounds
    }
}
