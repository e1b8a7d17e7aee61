// SPDX-License-Identifier: Apache-2.0
import AssayCore

// A rule set as a part of a larger one: every path that it names begins with that of the part.
extension RuleSet {
    /// The rule set of the value at a path.
    ///
    /// - Parameters:
    ///   - path: Where the value is.
    ///   - isOptional: Whether the rules count only where there is a value.
    /// - Returns: The rule set with the path before each of its paths.
    func moved(under path: FieldPath, isOptional: Bool) -> RuleSet {
        var copy = self
        copy.labels = [:]
        copy.defects = defects.map { defect in
            var defect = defect
            let field = defect.field.flatMap { try? FieldPath($0) }
            if let field { defect.field = field.moved(under: path).description }
            return defect
        }
        for (field, label) in labels { copy.labels[field.moved(under: path)] = label }
        // The value at the path is what the rules of the record are about.
        let all = record.map { [Field(.record, $0)] } ?? []
        copy.record = nil
        copy.fields = (fields + all).map { field in
            var field = field
            field.path = field.path.moved(under: path)
            field.validator.rules = field.validator.rules.map { entry in
                var entry = entry.moved(under: path)
                if isOptional {
                    entry.conditions.insert(Condition(path, .present, .notNull), at: 0)
                }
                return entry
            }
            return field
        }
        return copy
    }
}

extension FieldPath {
    fileprivate func moved(under path: FieldPath) -> FieldPath {
        FieldPath(segments: path.segments + segments)
    }
}

extension RuleEntry {
    fileprivate func moved(under path: FieldPath) -> RuleEntry {
        var copy = self
        copy.expression = expression.moved(under: path)
        copy.conditions = conditions.map { condition in
            Condition(
                condition.path.moved(under: path),
                rules: condition.rules.map { $0.moved(under: path) })
        }
        return copy
    }
}

extension RuleExpression {
    /// The rule with the fields that it names; those of rules that are not registered stay as they are.
    fileprivate func moved(under path: FieldPath) -> RuleExpression {
        guard let definition = RuleRegistry.shared.definition(for: id) else { return self }
        var copy = self
        var position = 0
        for (index, argument) in arguments.enumerated() {
            let parameter: RuleParameter?
            if let name = argument.name {
                parameter = definition.parameters.first { $0.name == name }
            } else {
                // What comes after the last parameter is gathered by it.
                let last = definition.parameters.count - 1
                parameter = last < 0 ? nil : definition.parameters[min(position, last)]
                let gathers = parameter?.kind == .fields || parameter?.kind == .rules
                if !gathers { position += 1 }
            }
            guard let parameter else { continue }
            copy.arguments[index].value = argument.value.moved(under: path, as: parameter.kind)
        }
        return copy
    }
}

extension ArgumentValue {
    fileprivate func moved(under path: FieldPath, as kind: RuleParameter.Kind) -> ArgumentValue {
        switch (kind, self) {
        case (.field, .word(let text)), (.fields, .word(let text)),
            (.field, .value(.string(let text))), (.fields, .value(.string(let text))):
            guard let field = try? FieldPath(text) else { return self }
            return .word(field.moved(under: path).description)
        case (.fields, .list(let elements)), (.rules, .list(let elements)):
            return .list(elements.map { $0.moved(under: path, as: kind) })
        case (.fields, .value(.array(let elements))):
            return .list(elements.map { ArgumentValue.value($0).moved(under: path, as: kind) })
        case (.rule, .rule(let rule)), (.rules, .rule(let rule)):
            return .rule(rule.moved(under: path))
        default: return self
        }
    }
}
