// SPDX-License-Identifier: Apache-2.0

/// A rule expression resolved against a registry, ready to run.
package final class BoundRule: Sendable {
    package let expression: RuleExpression
    package let definition: RuleDefinition
    package let arguments: Arguments
    package let instance: RuleInstance
    /// The fields that the arguments name, nested rules' included, in the order of their columns.
    ///
    /// It is empty for a nested rule, whose fields are in the outer rule's list.
    package let dependencies: [FieldPath]
    /// The decision, by a value's kind, whether the rule runs on it.
    package let admission: RuleAdmission
    /// The same decision in records from text.
    package let textAdmission: RuleAdmission
    /// The kinds of values whose failure may leave the question of the rule open, a bit each.
    let openKinds: UInt32
    /// `true` if the rule, or one in its arguments, is of a plugin whose calls are watched.
    let isWatched: Bool

    init(
        expression: RuleExpression, definition: RuleDefinition, arguments: Arguments,
        instance: RuleInstance, dependencies: [FieldPath]
    ) {
        self.expression = expression
        self.definition = definition
        self.arguments = arguments
        self.instance = instance
        self.dependencies = dependencies
        admission = RuleAdmission(
            kinds: definition.kinds, traits: definition.traits, isText: false)
        textAdmission = RuleAdmission(
            kinds: definition.kinds, traits: definition.traits, isText: true)
        isWatched =
            definition.traits.contains(.isWatched) || arguments.rules.contains(where: \.isWatched)
        openKinds = Self.openKinds(
            of: definition, arguments, isComposed: instance.answer != nil, admission: admission)
    }

    /// The reading that the rule gives the texts of its field, or `nil` if it reads none.
    package var reading: TextReading? { definition.reading(arguments) }

    /// `true` if the rule compares what texts are read as.
    ///
    /// A rule that a composition applies to the same value counts too.
    var needsReading: Bool {
        if definition.facets.needsReading { return true }
        guard definition.facets.nested.isOfSameValue else { return false }
        return arguments.all.contains { argument in
            guard case .rules(let rules) = argument else { return false }
            return rules.contains { $0.needsReading }
        }
    }

    /// `true` if the verdict of the rule, or of one among its arguments, can depend on what texts are
    /// read as.
    var comparesReadings: Bool {
        let facets = definition.facets
        if facets.needsReading || facets.comparisons != nil || facets.order != nil { return true }
        return arguments.all.contains { argument in
            guard case .rules(let rules) = argument else { return false }
            return rules.contains { $0.comparesReadings }
        }
    }

    /// The rule with another instance, for the same arguments.
    func with(_ instance: RuleInstance) -> BoundRule {
        BoundRule(
            expression: expression, definition: definition, arguments: arguments,
            instance: instance, dependencies: dependencies)
    }

    /// `true` if the rule, or one among its arguments, names another field.
    var namesFields: Bool {
        arguments.all.contains { argument in
            switch argument {
            case .fields(let fields): !fields.isEmpty
            case .rules(let rules): rules.contains { $0.namesFields }
            default: false
            }
        }
    }

    /// The rule, or one among its arguments, has the trait `searchesText`.
    var searchesText: Bool {
        definition.traits.contains(.searchesText) || arguments.searchText
    }

    /// The fields that are sensitive if the rule's own field is, and the other way around: those
    /// of rules with the trait `sharesSensitivity`, rules among the arguments included.
    var fieldsSharingSensitivity: [FieldPath] {
        arguments.all.flatMap { argument -> [FieldPath] in
            switch argument {
            case .fields(let fields):
                definition.traits.contains(.sharesSensitivity) ? fields.map(\.path) : []
            case .rules(let rules): rules.flatMap(\.fieldsSharingSensitivity)
            case .absent, .value, .choice, .pattern: []
            }
        }
    }

    /// The keys of its object that the rule names, and those of the rules among its arguments that check the
    /// same value.
    var namedKeys: [String] {
        let own = definition.facets.keys?(arguments) ?? []
        guard definition.facets.nested.isOfSameValue else { return own }
        return own
            + arguments.all.flatMap { argument -> [String] in
                if case .rules(let rules) = argument { rules.flatMap(\.namedKeys) } else { [] }
            }
    }

    /// The rule that looks at more of an object than the members that it names: this one or one among its
    /// arguments that checks the same value, or `nil` if there is none.
    var ruleOfWholeObject: BoundRule? {
        guard definition.facets.nested.isOfSameValue else {
            return definition.facets.isAboutNamedMembers ? nil : self
        }
        return arguments.rules.lazy.compactMap(\.ruleOfWholeObject).first
    }

    /// The rule with further fields that it looks at, whose columns follow those of the others.
    func naming(_ fields: [FieldPath]) -> BoundRule {
        BoundRule(
            expression: expression, definition: definition, arguments: arguments,
            instance: instance, dependencies: dependencies + fields)
    }

    /// Checks one value the way the engine does.
    ///
    /// Absent and null are skipped unless the rule accepts missing values, a kind that the rule does
    /// not accept fails, and once the validation has to end every value is undecided.
    package func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        if context.hasLimits, let reason = context.interruption(before: value) {
            return .undecided(reason)
        }
        return context.isTraced ? trace(value, context: context) : admit(value, context: context)
    }

    @inline(never)
    private func trace(_ value: FieldValue, context: RuleContext) -> Verdict {
        context.recorder?.check(self, on: value, context) { admit(value, context: context) }
            ?? admit(value, context: context)
    }

    /// Checks one value as `check` does, without a limit and without a trace.
    func checkUntraced(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        admit(value, context: context)
    }

    @inline(__always)
    private func admit(_ value: FieldValue, context: RuleContext) -> Verdict {
        switch admission.decision(for: value) {
        case .check, .convert: instance.check(value, context)
        case .skip: .skip
        case .wrongKind: context.isText && textAdmission.makes(value) ? .skip : .wrongKind
        }
    }
}
