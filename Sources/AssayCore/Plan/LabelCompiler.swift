// SPDX-License-Identifier: Apache-2.0

/// Gathers the labels of a rule set, and checks them once all fields are known.
struct LabelCompiler {
    /// The labels by path: those at fields, and the others.
    private(set) var labels: [FieldPath: FieldLabel] = [:]
    /// The fields that rules and conditions name, with labels or without.
    private var named: Set<FieldPath> = []
    /// A rule cannot be used, and the fields that it names are not known.
    private var isIncomplete = false

    mutating func gather(_ ruleSet: RuleSet) {
        labels = ruleSet.labels
        for field in ruleSet.fields {
            if let label = field.label { labels[field.path] = label }
        }
    }

    /// Notes the fields that a rule, nil for one that cannot be used, and its conditions name.
    mutating func noteNames(of rule: BoundRule?, _ conditions: [Condition]) {
        guard !labels.isEmpty else { return }
        isIncomplete = isIncomplete || rule == nil
        named.formUnion(rule?.dependencies ?? [])
        named.formUnion(conditions.map(\.path))
    }

    /// What is wrong with the labels, in the order of their paths.
    ///
    /// - Parameters:
    ///   - ruleSet: The rule set, whose rules were compiled.
    ///   - suggests: Whether to look for names that are close to an unknown one.
    /// - Returns: Unknown fields, languages that are none, and texts that are empty or too long.
    func issues(of ruleSet: RuleSet, suggests: Bool) -> [RuleSetIssue] {
        guard !labels.isEmpty else { return [] }
        let unknown = ruleSet.isPart || isIncomplete ? [] : unknownPaths(of: ruleSet)
        return labels.sorted { $0.key.description < $1.key.description }.flatMap { path, label in
            let place = ruleSet.labelPlaces[path]
            var issues = textIssues(of: label, of: path, at: place)
            if unknown.contains(path) {
                issues.insert(
                    unknownField(path, of: ruleSet, suggests: suggests, at: place?.path), at: 0)
            }
            return issues
        }
    }

    private func textIssues(
        of label: FieldLabel, of path: FieldPath, at place: FieldLabelPlace?
    ) -> [RuleSetIssue] {
        guard !label.texts.isEmpty else {
            return [emptyLabel(of: path, at: place?.path)]
        }
        return label.texts.sorted { $0.key < $1.key }.flatMap { tag, text in
            var issues: [RuleSetIssue] = []
            if !LanguageTag.isWellFormed(tag) {
                let hyphenated = String(tag.map { $0 == "_" ? "-" : $0 })
                issues.append(
                    RuleSetIssue(
                        code: "label.language",
                        message: "'\(abbreviated(tag))' is not a language tag",
                        help: LanguageTag.isWellFormed(hyphenated)
                            ? "write '\(hyphenated)'"
                            : "write a BCP 47 tag such as de or pt-BR",
                        field: path.description, location: place?.languages[tag]))
            }
            let location = place?.texts[tag]
            if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
                issues.append(emptyLabel(of: path, at: location))
            }
            if text.utf8.count > RuleSetLimits.labelLength {
                issues.append(
                    RuleSetIssue(
                        code: "label.length",
                        message: "the label has \(text.utf8.count) bytes, more than "
                            + "\(RuleSetLimits.labelLength)",
                        help: "a label is a name", field: path.description, location: location))
            }
            return issues
        }
    }

    private func emptyLabel(of path: FieldPath, at place: FileLocation?) -> RuleSetIssue {
        RuleSetIssue(
            code: "label.empty", message: "the label is empty",
            help: "write what people call the field", field: path.description, location: place)
    }

    /// Labels of paths that lead to nothing that a rule looks at or names.
    private func unknownPaths(of ruleSet: RuleSet) -> Set<FieldPath> {
        var known = named
        for field in ruleSet.fields { known.insert(field.path) }
        var unknown = Set(labels.keys.filter { !known.contains($0) })
        guard !unknown.isEmpty else { return [] }
        for path in known {
            for count in path.segments.indices.dropFirst() {
                unknown.remove(FieldPath(segments: Array(path.segments.prefix(count))))
            }
        }
        return unknown.filter { !known.contains($0.ofAllElements) }
    }

    private func unknownField(
        _ path: FieldPath, of ruleSet: RuleSet, suggests: Bool, at place: FileLocation?
    ) -> RuleSetIssue {
        let names = ruleSet.fields.map(\.path.description) + named.map(\.description).sorted()
        let near = suggests ? nearestName(to: path.description, in: names) : nil
        return RuleSetIssue(
            code: "field.unknown",
            message: "no rule is about the field '\(abbreviated(path.description))'",
            help: near.map { "did you mean '\($0)'?" }
                ?? "labels are for fields that have rules or that rules name",
            field: path.description, location: place)
    }
}
