// SPDX-License-Identifier: Apache-2.0

// What the rules of a form say about its fields before any value is checked.
extension RecordSource {
    /// The value that a text stands for in a field: of a form of typed values, a number where the field
    /// has one.
    ///
    /// - Returns: The text itself if it is no number, and nothing for an empty text in a numeric field.
    func value(ofText text: String, typedInto field: Int) -> Value {
        guard !record.isText, isNumeric(field) else { return .string(text) }
        guard !text.isEmpty else { return .absent }
        guard let value = try? JSONValueParser.parse(text), value.isNumeric else {
            return .string(text)
        }
        return value
    }

    /// Whether a field has a number, or rules that accept numbers alone.
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

extension ValidatorsManager {
    /// Finds rules that name fields which a form never has.
    ///
    /// - Parameter initial: The initial values of the form.
    /// - Throws: `FormError.unknownRelation` for the first such rule.
    func checkRelations(initial: ValidationRecord) throws(FormError) {
        let known = ruleSet.fields.map(\.path)
        for field in ruleSet.fields {
            for entry in field.validator.rules {
                let named = (try? registry.bind(entry.expression))?.dependencies ?? []
                for other in named where !known.contains(where: { $0.overlaps(other) }) {
                    guard initial[other.topLevelKey] == .absent else { continue }
                    throw .unknownRelation(
                        field.path.description, names: other.description,
                        nearest: nearestName(
                            to: other.description, in: known.map(\.withoutElements.description)))
                }
            }
        }
    }
}
