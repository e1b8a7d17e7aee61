// SPDX-License-Identifier: Apache-2.0
//
// The plugin `kit` in Swift: `KitExpectations.swift` says what its rules do. It is linked into the
// tests; that plugins in Swift are loaded is shown by `taxId`.
import AssayPluginABI
import AssayPluginKit

enum KitPlugin {
    static let kit = Plugin(
        id: "kit", version: "1.0.0",
        rules: [EvenRule.self, AmountRule.self, EchoRule.self, ShapeRule.self])

    /// The table of the plugin.
    static func table() -> UnsafePointer<assay_plugin>? { table(of: kit) }

    /// The table of a plugin whose example has a code that the rule does not have.
    static func misspelled() -> UnsafePointer<assay_plugin>? {
        table(of: Plugin(id: "kit", version: "1.0.0", rules: [OddRule.self]))
    }

    /// What the `init` of a plugin with 65 rules returns and says.
    static func errorForTooManyRules() -> String? {
        let rules = Array(repeating: EvenRule.self as any Rule.Type, count: 65)
        let plugin = Plugin(id: "kit", version: "1.0.0", rules: rules)
        var message = ""
        return withUnsafeMutablePointer(to: &message) { heard in
            var call = assay_call()
            call.ctx = UnsafeMutableRawPointer(heard)
            call.error = { call, rc, text in
                call?.pointee.ctx?.assumingMemoryBound(to: String.self).pointee =
                    "\(rc): "
                    + String(
                        decoding: UnsafeBufferPointer(start: text.ptr, count: Int(text.len)),
                        as: UTF8.self)
            }
            let result = table(of: plugin)?.pointee.`init`?(nil, &call, nil, nil)
            return result == ASSAY_E_INTERNAL ? heard.pointee : nil
        }
    }

    static func table(of plugin: Plugin) -> UnsafePointer<assay_plugin>? {
        withUnsafePointer(to: assay_host()) { plugin.table(for: $0) }
    }
}

struct OddRule: Rule {
    enum Code: String, RuleCodes {
        case even = "must be odd"
    }

    static let definition = RuleDefinition(
        "odd", "An odd integer", codes: Code.self,
        examples: [.invalid(2, "odd", code: "odd.eve")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .skip }
}

struct EvenRule: Rule {
    enum Code: String, RuleCodes {
        case odd = "must be even"

        var translations: [String: String] { ["de": "muss gerade sein"] }
    }

    static let definition = RuleDefinition(
        "even", "An even integer", kinds: .integers, codes: Code.self,
        examples: [.valid(2, "even"), .invalid(-3, "even", code: "even.odd")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: (value.integer ?? 1) % 2 == 0, else: Code.odd)
    }
}

struct AmountRule: Rule {
    enum Unit: String, RuleChoice {
        case units, dozens
    }

    enum Code: String, RuleCodes {
        case step = "must be a multiple of {step} {unit}"
        case tooLarge = "must be less by {excess}"

        var arguments: [String] { self == .tooLarge ? ["excess"] : [] }
    }

    static let definition = RuleDefinition(
        "amount", "An amount up to that of another field",
        parameters: [
            RuleParameter("atMost", .field, isRequired: true, "the field with the largest amount"),
            RuleParameter(
                "step", .integer, default: 1, limits: 1...1000, "the amount is a multiple of it"),
            .choice("unit", default: Unit.units, "what the step counts"),
        ],
        kinds: .integers,
        codes: Code.self,
        examples: [
            .valid(12, "amount(most, unit=dozens)"),
            .invalid(7, "amount(most, 2)", code: "amount.step"),
        ])

    private let most: FieldReference
    private let step: Int64

    init(_ arguments: Arguments) throws(RuleError) {
        most = arguments.field("atMost")
        let unit: Unit? = arguments.choice("unit")
        step = (arguments.integer("step") ?? 1) * (unit == .dozens ? 12 : 1)
        if step > 1000 { throw RuleError("the step is above 1000 units") }
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let amount = value.integer, amount % step == 0 else { return .fail(Code.step) }
        let other = context.field(most)
        guard !other.isAbsent else { return .skip }
        guard let most = other.integer else {
            return context.undecided("the largest amount is no integer")
        }
        return amount <= most ? .pass : context.fail(Code.tooLarge, [.integer(amount - most)])
    }
}

struct EchoRule: Rule {
    enum Size: String, RuleChoice {
        case small, large
    }

    enum Code: String, RuleCodes {
        case heard = "heard {heard}"

        var arguments: [String] { ["heard"] }
    }

    static let definition = RuleDefinition(
        "echo", "Says what its arguments are",
        parameters: [
            RuleParameter("text", .string, isRequired: true, "a text"),
            RuleParameter("whole", .integer, "an integer"),
            RuleParameter("ratio", .number, default: 0.5, "a number"),
            RuleParameter("strict", .boolean, default: false, "a truth value"),
            .choice("size", default: Size.small, "a choice"),
            RuleParameter("words", .list, "a list"),
            RuleParameter("like", .pattern, "a pattern"),
            RuleParameter("anything", .value, "any value"),
        ],
        codes: Code.self,
        examples: [.invalid(1, "echo(\"a\")", code: "echo.heard")])

    private let heard: String

    init(_ arguments: Arguments) {
        var first: String?
        if let word = arguments.value("words")?.element(0) { first = String(copying: word.string) }
        let percent = arguments.number("ratio").map { Int($0 * 100) }
        let heard: [(String, String?)] = [
            ("text", arguments.string("text")),
            ("whole", arguments.integer("whole").map { "\($0)" }),
            ("percent", percent.map { "\($0)" }),
            ("strict", arguments.bool("strict") ? "1" : "0"),
            ("size", arguments.choice("size", of: Size.self).map { $0 == .large ? "1" : "0" }),
            ("words", (arguments.value("words")?.count).map { "\($0)" }),
            ("first", first),
            ("like", arguments.string("like")),
            ("anything", (arguments.value("anything")?.kind).map { "\($0.rawValue)" }),
        ]
        self.heard = heard.map { "\($0)=\($1 ?? "-")" }.joined(separator: " ")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        context.fail(Code.heard, [.string(heard)])
    }
}

struct ShapeRule: Rule {
    enum Code: String, RuleCodes {
        case `is` = "is {shape}"

        var arguments: [String] { ["shape"] }
    }

    static let definition = RuleDefinition(
        "shape", "Says what a value is", codes: Code.self,
        examples: [.invalid([1, "ab"], "shape", code: "shape.is")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let isLong = value.element(1) != nil
        return context.fail(Code.is, [.string(Self.shape(of: value))], at: isLong ? "/1" : "")
    }

    private static func shape(of value: FieldValue) -> String {
        switch value.kind {
        case .null: return "null"
        case .bool: return value.bool == true ? "true" : "false"
        case .integer: return "i\(value.integer ?? 0)"
        case .unsignedInteger: return "u\(value.unsignedInteger ?? 0)"
        case .number: return "n\(Int((value.number ?? 0) * 100))"
        case .string: return "s\(value.utf8.count)"
        case .decimal: return "d\(String(copying: value.string))"
        default: break
        }
        var parts: [String] = []
        for index in 0..<value.count {
            if let element = value.element(index) { parts.append(shape(of: element)) }
            if let key = value.key(at: index), let member = value.member(key) {
                parts.append("\(key):\(shape(of: member))")
            }
        }
        let joined = parts.joined(separator: " ")
        return value.kind == .object ? "{\(joined)}" : "[\(joined)]"
    }
}
