// SPDX-License-Identifier: Apache-2.0

/// A rule expression resolved against a registry: ready to be asked.
public final class BoundRule: Sendable {
    public let expression: RuleExpression
    public let definition: RuleDefinition
    public let arguments: Arguments
    public let instance: RuleInstance
    /// The fields that the arguments name, nested rules' included, in the order of their columns;
    /// none for a rule inside another one, which has them.
    public let dependencies: [FieldPath]

    init(
        expression: RuleExpression, definition: RuleDefinition, arguments: Arguments,
        instance: RuleInstance, dependencies: [FieldPath]
    ) {
        self.expression = expression
        self.definition = definition
        self.arguments = arguments
        self.instance = instance
        self.dependencies = dependencies
    }

    /// The rule, or one among its arguments, has the trait `searchesText`.
    var searchesText: Bool {
        definition.traits.contains(.searchesText) || arguments.searchText
    }

    /// Asks the rule about one value the way the engine does: absent and null are skipped unless
    /// the rule judges absence, and a kind that it cannot judge fails.
    public func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        context.isTraced ? trace(value, context) : judge(value, context)
    }

    @inline(never)
    private func trace(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        context.recorder?.check(self, value) { judge(value, context) } ?? judge(value, context)
    }

    @inline(__always)
    private func judge(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if value.isAbsentOrNull {
            return definition.traits.contains(.judgesAbsence)
                ? instance.check(value, context) : .skip
        }
        guard definition.kinds.contains(ValueKinds(value.kind)) else {
            return .fail(Verdict.kindCode)
        }
        return instance.check(value, context)
    }
}
