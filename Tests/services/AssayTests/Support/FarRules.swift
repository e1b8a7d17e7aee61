// SPDX-License-Identifier: Apache-2.0
import AssayTesting
@_spi(Engine) import Assay

/// Asynchronous rules that do as their arguments say.
struct FarRules {
    let oracle = Oracle()
    let registry = RuleRegistry.standard()

    struct Failure: Error, CustomStringConvertible {
        var description: String { "the line is dead" }
    }

    init() throws {
        let oracle = oracle
        try registry.register(
            .async(
                "far", "As the argument says",
                parameters: [
                    RuleParameter(
                        "say",
                        .choice(["pass", "no", "hint", "skip", "unsure", "throw", "ask", "equal"]
                        ),
                        default: "ask"),
                    RuleParameter("with", .fields),
                ],
                codes: [
                    RuleCode("far.no", "is rejected"),
                    RuleCode("far.hint", "is rejected, try {hint}"),
                ]
            ) { value, context in
                switch context.arguments.choice("say") {
                case "pass": return .pass
                case "no": return .fail()
                case "hint":
                    context.explain(["hint": "b"], at: "/0")
                    return .fail(1)
                case "skip": return .skip
                case "unsure": return .undecided(.matchLimit)
                case "throw": throw Failure()
                case "equal":
                    let fields = context.arguments.fields("with").map { context.field($0) }
                    return .pass(if: fields.allSatisfy { $0 == value })
                default: return await oracle.ask(value)
                }
            })
        try registry.register(
            .async(
                "farText", "A text that passes", kinds: .string,
                codes: [RuleCode("farText.no", "is rejected")]
            ) { _, _ in .pass })
        try registry.register(
            .async(
                "farPresence", "A value that is there",
                codes: [RuleCode("farPresence.no", "is no")],
                traits: [.acceptsMissing, .stopsOnFailure, .boundsElements, .converts]
            ) { value, _ in .pass(if: value != .absent) })
    }

    /// Validators from the fields of a rule set in YAML.
    func manager(_ fields: String) throws -> ValidatorsManager {
        let lines = fields.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        let text = "assay: 1\nfields:\n" + lines
        return try ValidatorsManager(
            RuleSetLoader.load(text, file: "rules.yaml", registry: registry).ruleSet,
            registry: registry)
    }
}

extension ValidatorsManager {
    /// What asynchronous validation finds.
    func findings(of record: ValidationRecord) async -> [String] {
        await validate(record, within: .untimed).findings
    }
}

extension AsyncLimits {
    /// Without a deadline, so that a slow machine changes nothing.
    static let untimed = AsyncLimits(timeout: nil)
}
