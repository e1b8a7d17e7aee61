// SPDX-License-Identifier: Apache-2.0
import Assay

/// A rule whose verdict depends on its number and the value alone, as unforeseeable as a plugin's.
///
/// Some values make it cancel the validation, where the session has something to cancel. In the
/// registry of rules that are unsure, it cannot decide about some.
struct LuckRule: Rule {
    /// What a session's rules cancel in the middle of a validation.
    final class Trigger {
        let cancellation: CancellationToken?

        init(_ cancellation: CancellationToken? = nil) {
            self.cancellation = cancellation
        }
    }

    static let trigger = ScratchKey<Trigger> { Trigger() }

    static let definition = RuleDefinition(
        LuckRule.self, "luck", "A matter of luck",
        parameters: [
            RuleParameter("number", .integer, isRequired: true),
            RuleParameter("with", .fields),
        ],
        codes: [RuleCode("luck.none", "has no luck"), RuleCode("luck.bad", "has bad luck")],
        examples: [])

    private let number: Int
    private let fields: [FieldReference]
    var isUnsure = false

    init(_ arguments: Arguments) {
        number = arguments.int("number") ?? 0
        fields = arguments.fields("with")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        var hash = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
        for value in [Value(value)] + fields.map({ Value(context.field($0)) }) {
            for byte in value.json.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
        }
        hash ^= hash >> 29
        if hash & 0x70 == 0 {
            context.scratch(LuckRule.trigger)._withUnsafeGuaranteedRef {
                $0.cancellation?.cancel()
            }
        }
        if isUnsure, hash & 0x300 == 0 { return .undecided(.unavailable) }
        switch hash & 7 {
        case 0: return .skip
        case 1: return .fail(1)
        case 2...3:
            context.explain(["by": 1])
            return .fail()
        default: return .pass
        }
    }

    /// The standard rules and this one.
    static func registry(isUnsure: Bool = false) throws -> RuleRegistry {
        let registry = RuleRegistry.standard()
        try registry.register([isUnsure ? UnsureLuckRule.definition : definition], from: .swift)
        return registry
    }
}

/// The same, which cannot decide about some values.
struct UnsureLuckRule: Rule {
    static let definition = RuleDefinition(
        UnsureLuckRule.self, "luck", "A matter of luck", parameters: LuckRule.definition.parameters,
        codes: LuckRule.definition.codes, examples: [])

    private let luck: LuckRule

    init(_ arguments: Arguments) {
        var luck = LuckRule(arguments)
        luck.isUnsure = true
        self.luck = luck
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        luck.check(value, context)
    }
}
