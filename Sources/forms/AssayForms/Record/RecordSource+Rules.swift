// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

// What the rules of a form say about its fields before any value is checked.
extension RecordSource {
    /// Returns the value of a text in a field: a number if the form has typed values and the field
    /// is numeric.
    ///
    /// - Returns: The text itself if it is not a number, and `absent` for an empty text in a
    ///   numeric field.
    func value(ofText text: String, typedInto field: Int) -> Value {
        guard !record.isText, isNumeric(field) else { return .string(text) }
        guard !text.isEmpty else { return .absent }
        guard let value = try? JSONValueParser.parse(text), value.isNumeric else {
            return .string(text)
        }
        return value
    }

    /// Returns the violation that the function of a field finds, or nothing if the value passes or
    /// there is no function.
    func objection(to field: Int) -> [Violation] {
        guard field < record.layout.rest, let check = functions[record.layout.paths[field]],
            let message = check(fields[field].current)
        else { return [] }
        let subject = CheckedField(name: record.layout.keys[field])
        return [
            subject.violation(
                Objection(rule: "custom", message: message), value: fields[field].current)
        ]
    }

    /// Returns the label of a field, in the language of the form's messages, or `nil` if it has
    /// none.
    func label(of path: String) -> String? {
        record.manager.plan.label(of: FieldPath(field: path))?.text(in: messages.language)
    }

    /// The kinds of values that every rule of a field accepts, apart from rules with conditions.
    ///
    /// In a form of text, every field that is not an array or an object accepts texts.
    func acceptedKinds(ofField field: Int) -> ValueKinds {
        let path = record.layout.paths[field]
        var kinds = ValueKinds.all
        for entry in record.manager.ruleSet.fields.filter({ $0.path == path })
            .flatMap(\.validator.rules) where entry.conditions.isEmpty
        {
            guard
                let definition = record.manager.registry.definition(for: entry.expression.id),
                !definition.kinds.isEmpty
            else { continue }
            kinds.formIntersection(definition.kinds)
        }
        let isScalar = !kinds.isDisjoint(with: [.string, .numbers, .bool])
        if record.isText, isScalar { kinds.insert(.string) }
        return kinds
    }

    /// Returns `true` if a field has a number, or rules that accept numbers alone.
    private func isNumeric(_ field: Int) -> Bool {
        if fields[field].current.isNumeric || fields[field].initialValue.isNumeric { return true }
        let path = record.layout.paths[field]
        let own = record.manager.ruleSet.fields.filter { $0.path == path }
        return own.flatMap(\.validator.rules).contains { entry in
            let kinds = record.manager.registry.definition(for: entry.expression.id)?.kinds
            return kinds.map { !$0.isEmpty && ValueKinds.numbers.isSuperset(of: $0) } ?? false
        }
    }
}

extension Value {
    fileprivate var isNumeric: Bool {
        switch self {
        case .integer, .unsignedInteger, .number, .decimal: true
        default: false
        }
    }
}

extension ValidationPlan {
    /// The issues of rules that cannot decide about texts, or `nil` if there are none.
    var errorOfText: FormError? {
        textIssues.isEmpty ? nil : .invalidRules(RuleSetError(textIssues))
    }
}

extension ValidatorsManager {
    /// Finds rules that name fields which a form never has.
    ///
    /// - Parameter initial: The initial values of the form.
    /// - Throws: `FormError.unknownRelation` for the first such rule.
    func checkRelations(initial: ValidationRecord) throws(FormError) {
        try ruleSet.checkRelations(registry: registry) { initial[$0.topLevelKey] != .absent }
    }
}

extension RuleSet {
    /// Finds rules that name fields, themselves or in a condition, which a form never has.
    ///
    /// - Parameters:
    ///   - registry: The registry that resolves the rules.
    ///   - isGiven: Returns `true` if the form has a value at a path that is no field of the rule
    ///     set.
    /// - Throws: `FormError.unknownRelation` for the first such rule.
    func checkRelations(
        registry: RuleRegistry, isGiven: (FieldPath) -> Bool = { _ in false }
    ) throws(FormError) {
        var known = PathTree<FieldPath>()
        for field in fields { known.insert(field.path, at: field.path) }
        for field in fields {
            for other in field.validator.rules.flatMap({ $0.named(by: registry) })
            where known.overlapping(other).isEmpty && !isGiven(other) {
                throw .unknownRelation(
                    field.path.description, names: other.description,
                    nearest: nearestName(
                        to: other.description,
                        in: fields.map(\.path.withoutElements.description)))
            }
        }
    }
}

extension RuleEntry {
    /// The other fields that the rule and its conditions look at.
    fileprivate func named(by registry: RuleRegistry) -> [FieldPath] {
        let expressions = [expression] + conditions.flatMap(\.rules)
        let named = expressions.flatMap { (try? registry.bind($0))?.dependencies ?? [] }
        return named + conditions.map(\.path)
    }
}
