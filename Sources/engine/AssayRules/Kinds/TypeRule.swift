// SPDX-License-Identifier: Apache-2.0
public import AssayCore
import AssayPluginABI

/// `type`: one of the named kinds, as JSON Schema has them; null is a kind, an absent field is not.
struct TypeRule: BatchRule {
    enum Code: String, RuleCodes {
        case other = "must be of {names:type|one of the types} {names}"
    }

    static let definition = RuleDefinition(
        TypeRule.self, "type", "A value of one of the named kinds",
        standard: "JSON Schema 2020-12",
        parameters: [
            RuleParameter(
                "names", .list, isRequired: true,
                "null, boolean, integer (1.0 counts), number, string, array or object")
        ],
        codes: Code.self,
        examples: [
            .valid(1.0, "type(\"integer\")"),
            .valid(nil, "type(\"string\", \"null\")"),
            .valid("7", "type(\"integer\")", isText: true),
            .invalid(nil, "type(\"string\")", code: "type.other"),
            .invalid(1.5, "type(\"integer\")", code: "type.other"),
            .invalid("7", "type(\"integer\")", code: "type.other"),
        ],
        traits: [.acceptsMissing, .converts, .stopsOnFailure]
    ).stating(
        RuleFacets(reading: { arguments in
            let names = arguments.list("names") ?? []
            var quantities: Set<TextReading.Quantity> = []
            if names.contains("integer") || names.contains("number") { quantities.insert(.number) }
            if names.contains("boolean") { quantities.insert(.boolean) }
            guard !quantities.isEmpty else { return nil }
            return TextReading(replacingBy: quantities, keepsText: names.contains("string"))
        }))

    private static let names: [(name: String, kinds: ValueKinds)] = [
        ("null", .null), ("boolean", .bool), ("integer", []), ("number", .numbers),
        ("string", .string), ("array", .array), ("object", .object),
    ]

    private let kinds: ValueKinds
    private let acceptsInteger: Bool

    init(_ arguments: Arguments) throws(RuleError) {
        var kinds: ValueKinds = []
        var acceptsInteger = false
        for element in try arguments.list(required: "names") {
            guard case .string(let name) = element,
                let known = TypeRule.names.first(where: { $0.name == name })
            else { throw TypeRule.unknownName(element, arguments) }
            kinds.formUnion(known.kinds)
            acceptsInteger = acceptsInteger || name == "integer"
        }
        self.kinds = kinds
        self.acceptsInteger = acceptsInteger
        guard acceptsInteger || !kinds.isEmpty else {
            throw arguments.invalid("names", "must not be empty")
        }
    }

    private static func unknownName(_ value: Value, _ arguments: Arguments) -> RuleError {
        let known = names.map(\.name)
        var near: String?
        if case .string(let name) = value { near = nearestName(to: name, in: known) }
        return arguments.invalid(
            "names", "takes \(known.joined(separator: ", ")), not \(value.json)",
            help: near.map { "did you mean '\($0)'?" })
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if value.isAbsent { return .skip }
        return .pass(if: accepts(value), else: Code.other)
    }

    private func accepts(_ value: FieldValue) -> Bool {
        kinds.contains(ValueKinds(value.kind)) || acceptsInteger && isWholeNumber(value)
    }

    func convert(_ text: FieldValue, storingIn arena: ValueArena) -> Conversion {
        if acceptsInteger || kinds.contains(.numbers),
            var number = TextConversion.number(text, storingIn: arena)
        {
            let isAccepted = withUnsafePointer(to: &number) {
                accepts(FieldValue(unsafePointer: $0))
            }
            // A text that is none of the other kinds either is the number that it spells.
            if isAccepted || !kinds.contains(.string) { return .typed(number) }
        }
        if kinds.contains(.bool), let bool = TextConversion.bool(text.utf8) {
            return .bool(bool)
        }
        return kinds.contains(.string) ? .unchanged : .failed(.fail(Code.other))
    }
}

extension RuleExpression {
    /// One of the kinds null, boolean, integer, number, string, array and object.
    public static func type(_ names: String...) -> RuleExpression {
        RuleExpression("type", positional: names.map { .text($0) })
    }
}
