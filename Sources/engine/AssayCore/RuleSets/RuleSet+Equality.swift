// SPDX-License-Identifier: Apache-2.0

extension RuleSet {
    /// Returns `true` if two rule sets say the same, wherever they are written.
    ///
    /// A label counts the same at its field and in `labels`; places in files do not count, and neither
    /// does what has no effect, such as a message inside a condition.
    public static func == (left: RuleSet, right: RuleSet) -> Bool {
        let (left, right) = (left.canonical, right.canonical)
        return left.fields == right.fields && left.record == right.record
            && left.unknownFields == right.unknownFields
            && left.labels == right.labels && left.isPart == right.isPart
            && left.identity == right.identity
            && left.records == right.records && left.sources == right.sources
            && left.plugins == right.plugins && left.defects == right.defects
            && left.maximumViolations == right.maximumViolations
    }

    /// The rule set as a file without places has it.
    package var canonical: RuleSet {
        var copy = self
        copy.labelPlaces = [:]
        copy.records = records.map(\.canonical)
        copy.sources = sources.map(\.canonical).sorted { $0.name < $1.name }
        copy.plugins = plugins.map { RequiredPlugin($0.text) }
        for field in fields {
            if let label = field.label { copy.labels[field.path] = label }
        }
        copy.fields = fields.map { Field($0.path, $0.validator.canonical) }
        copy.record = record?.canonical
        return copy
    }
}

extension Validator {
    fileprivate var canonical: Validator {
        Validator(
            rules: rules.map(\.canonical), policy: policy, isSensitive: isSensitive,
            missing: Set(missing.map(ExactKey.init)).map(\.text).sorted())
    }
}

extension RuleEntry {
    /// The rule without its places.
    var canonical: RuleEntry {
        var copy = self
        copy.expression = expression.canonical
        copy.location = nil
        copy.source = nil
        copy.conditions = []
        // All of them must be met, in whatever order; one without rules always is.
        for condition in conditions where !condition.rules.isEmpty {
            let same = Condition(condition.path, rules: condition.rules.map(\.canonical))
            let last = copy.conditions.lastIndex { $0.path == condition.path }
            copy.conditions.insert(same, at: last.map { $0 + 1 } ?? copy.conditions.endIndex)
        }
        return copy
    }
}

extension RuleExpression {
    fileprivate var canonical: RuleExpression {
        RuleExpression(
            id, arguments.map { RuleArgument(name: $0.name, $0.value.canonical) })
    }
}

extension ArgumentValue {
    fileprivate var canonical: ArgumentValue {
        switch self {
        case .value(.array(let elements)): .list(elements.map { .value($0) }).canonical
        case .list(let elements): .list(elements.map(\.canonical))
        case .rule(let rule): rule.arguments.isEmpty ? .word(rule.id) : .rule(rule.canonical)
        case .value, .range, .pattern, .word: self
        }
    }
}
