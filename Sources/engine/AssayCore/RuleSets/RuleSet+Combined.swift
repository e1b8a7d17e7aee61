// SPDX-License-Identifier: Apache-2.0

extension RuleSet {
    /// Returns one rule set with the rules of two, such as those of a form and those that only a new record
    /// must satisfy.
    ///
    /// ```swift
    /// let create = form.combined(with: RuleSet(Field("email", .required), Field("name", .required)))
    /// ```
    ///
    /// A field that both name has the rules of this rule set followed by those of the other one; a rule that
    /// both have is there once, and the texts of `missing` are those of both. Whatever is stricter counts: a field is sensitive if one of them says so, an
    /// unknown field is rejected if one of them rejects it, and `policy: first` applies if one of them has it.
    /// Labels, the identity and the limit of findings are those of this rule set where it has some. Rules about
    /// records, and the sources of their keys, are those of both.
    ///
    /// - Parameter other: The other rule set.
    /// - Returns: The rule set, which is compiled like any other: two rules that read a field in different
    ///   ways are an issue then.
    public func combined(with other: RuleSet) -> RuleSet {
        var all = self
        var places: [FieldPath: Int] = [:]
        for (place, field) in fields.enumerated() where places[field.path] == nil {
            places[field.path] = place
        }
        for field in other.fields {
            // Taken once: a second validator of the other rule set for the field stays an issue.
            if let place = places.removeValue(forKey: field.path) {
                all.fields[place] = fields[place].combined(with: field)
            } else {
                all.fields.append(field)
            }
        }
        if let record, let further = other.record {
            all.record = record.combined(with: further)
        } else {
            all.record = record ?? other.record
        }
        all.unknownFields = unknownFields.stricter(other.unknownFields)
        all.plugins += other.plugins.filter { !plugins.contains($0) }
        all.labels.merge(other.labels) { first, second in
            FieldLabel(first.texts.merging(second.texts) { text, _ in text })
        }
        all.labelPlaces.merge(other.labelPlaces) { first, second in
            var place = first
            place.texts.merge(second.texts) { text, _ in text }
            place.languages.merge(second.languages) { tag, _ in tag }
            return place
        }
        if identity.isEmpty { all.identity = other.identity }
        let knownRecords = records.map(\.canonical)
        all.records += other.records.filter { !knownRecords.contains($0.canonical) }
        let knownSources = sources.map(\.canonical)
        all.sources += other.sources.filter { !knownSources.contains($0.canonical) }
        all.sensitivePaths += other.sensitivePaths.filter { !sensitivePaths.contains($0) }
        all.isPart = isPart && other.isPart
        all.hasTypedFields = hasTypedFields && other.hasTypedFields
        all.defects += other.defects
        if maximumViolations == Self.defaultMaximumViolations {
            all.maximumViolations = other.maximumViolations
        }
        return all
    }
}

extension Field {
    fileprivate func combined(with other: Field) -> Field {
        Field(path, validator.combined(with: other.validator), label: label ?? other.label)
    }
}

extension Validator {
    fileprivate func combined(with other: Validator) -> Validator {
        var validator = self
        let known = validator.rules.map(\.canonical)
        validator.rules += other.rules.filter { !known.contains($0.canonical) }
        validator.isSensitive = validator.isSensitive || other.isSensitive
        validator.missing += other.missing.filter { !validator.missing.contains($0) }
        if other.policy == .first { validator.policy = .first }
        return validator
    }
}

extension UnknownFieldPolicy {
    fileprivate func stricter(_ other: UnknownFieldPolicy) -> UnknownFieldPolicy {
        let order = Self.allCases
        let (own, others) = (order.firstIndex(of: self) ?? 0, order.firstIndex(of: other) ?? 0)
        return order[max(own, others)]
    }
}
