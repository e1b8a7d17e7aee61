// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginABI
import AssayPluginHost

/// A rule of the plugin, called without the host's adapter.
struct TrialRule {
    let raw: assay_rule
    let definition: RuleDefinition

    var id: String { definition.id }
    var isConcurrent: Bool { raw.flags & ASSAY_RULE_CONCURRENT != 0 }
    var isPure: Bool { raw.flags & ASSAY_RULE_PURE != 0 }

    /// Returns the rules of a plugin in the order of its table.
    static func all(of plugin: StartedPlugin) -> [TrialRule] {
        plugin.definitions.enumerated().compactMap { index, definition in
            plugin.table.rules[index].map {
                TrialRule(raw: assay_rule.read($0), definition: definition)
            }
        }
    }

    /// A registry that checks arguments as the host does, and makes no instance.
    static func registry(of rules: [TrialRule]) -> RuleRegistry {
        let registry = RuleRegistry()
        for rule in rules {
            let known = rule.definition
            let definition = RuleDefinition(
                id: known.id, summary: known.summary, parameters: known.parameters,
                kinds: known.kinds, codes: known.codes
            ) { (_: Arguments) throws(RuleError) in
                RuleInstance(check: { _, _ in .pass }, evaluate: { _ in })
            }
            try? registry.register(definition)  // the table has each id once
        }
        return registry
    }

    /// Returns `true` if the host runs the rule on this value.
    func runs(on value: Value) -> Bool {
        switch value.kind {
        case .absent, .null: definition.traits.contains(.acceptsMissing)
        default: definition.kinds.contains(ValueKinds(value.kind))
        }
    }

    /// Calls `create`, if there is one.
    ///
    /// - Parameters:
    ///   - arguments: The arguments in the order of the parameters.
    ///   - state: The state of the plugin.
    ///   - call: The callbacks that the function is offered.
    /// - Returns: The function's result, and the instance if it made one.
    func create(
        with arguments: PreparedArguments, state: UnsafeMutableRawPointer?, offering call: TrialCall
    ) -> Creation {
        var pointer: UnsafeMutableRawPointer?
        var result = ASSAY_OK
        if let create = raw.create {
            result = withExtendedLifetime(arguments) {
                create(state, call.begin(rows: 0), arguments.values, &pointer)
            }
            call.end()
        }
        let instance = TrialInstance(
            rule: self, expression: arguments.bound.expression.description, pointer: pointer,
            columnCount: 1 + arguments.bound.dependencies.count)
        return Creation(
            result: result, message: call.message, instance: result >= 0 ? instance : nil)
    }
}

/// The outcome of one call of `create`.
struct Creation {
    let result: assay_rc
    let message: String?
    let instance: TrialInstance?
}

/// The instance that `create` made, which the check destroys.
struct TrialInstance {
    let rule: TrialRule
    let expression: String
    let pointer: UnsafeMutableRawPointer?
    /// The field's column and those of the fields that the arguments name.
    let columnCount: Int

    var place: CheckPlace { CheckPlace(rule: rule.id, expression: expression) }

    func destroy() {
        rule.raw.destroy?(pointer)
    }
}
