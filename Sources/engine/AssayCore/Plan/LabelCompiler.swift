// SPDX-License-Identifier: Apache-2.0

/// Gathers the labels of a rule set, and checks them once all fields are known.
struct LabelCompiler {
    /// The labels of fields and of other places, by path.
    private(set) var labels: [FieldPath: FieldLabel] = [:]
    /// The fields that rules and conditions name, with labels or without.
    private var named: Set<FieldPath> = []
    /// `true` if a rule cannot be used, so that the fields that it names are not known.
    private var isIncomplete = false

    mutating func gather(_ ruleSet: RuleSet) {
        labels = ruleSet.labels
        for field in ruleSet.fields {
            if let label = field.label { labels[field.path] = label }
        }
    }

    /// Notes the fields that a rule and its conditions name; the rule is `nil` if it cannot be
    /// used.
    mutating func noteNames(of rule: BoundRule?, _ conditions: [Condition]) {
        guard !labels.isEmpty else { return }
        isIncomplete = isIncomplete || rule == nil
        named.formUnion(rule?.dependencies ?? [])
        named.formUnion(conditions.map(\.path))
    }

    /// Reports the issues of the labels, in the order of their paths: unknown fields, invalid
    /// language tags, and texts that are empty or too long.
    ///
    /// - Parameters:
    ///   - ruleSet: The rule set, whose rules were compiled.
    ///   - issues: The list that the issues are added to.
    func check(_ ruleSet: RuleSet, into issues: inout IssueList) {
        guard !labels.isEmpty else { return }
        let unknown = ruleSet.isPart || isIncomplete ? [] : unknownPaths(of: ruleSet)
        let names =
            unknown.isEmpty
            ? []
            : ruleSet.fields.map(\.path.description) + named.map(\.description).sorted()
        let sorted = labels.map { (key: $0.key.description, path: $0.key, label: $0.value) }
            .sorted { $0.key < $1.key }
        for (key, path, label) in sorted {
            let place = ruleSet.labelPlaces[path]
            if unknown.contains(path) {
                issues.append(Self.unknownField(key, names: names, at: place?.path))
            }
            Self.checkTexts(of: label, of: key, at: place, into: &issues)
        }
    }

    private static func checkTexts(
        of label: FieldLabel, of key: String, at place: FieldLabelPlace?,
        into issues: inout IssueList
    ) {
        if label.texts.isEmpty { issues.append(emptyLabel(of: key, at: place?.path)) }
        for (tag, text) in label.texts.sorted(by: { $0.key < $1.key }) {
            if !LanguageTag.isWellFormed(tag) {
                issues.append(wrongLanguage(tag, of: key, at: place?.languages[tag]))
            }
            let location = place?.texts[tag]
            if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
                issues.append(emptyLabel(of: key, at: location))
            }
            if text.utf8.count > RuleSetLimits.labelLength {
                issues.append(
                    RuleSetIssue(
                        code: "label.length",
                        message: "the label has \(text.utf8.count) bytes, more than "
                            + "\(RuleSetLimits.labelLength)",
                        help: "write a shorter label", field: key, location: location))
            }
        }
    }

    private static func emptyLabel(of key: String, at place: FileLocation?) -> RuleSetIssue {
        RuleSetIssue(
            code: "label.empty", message: "the label is empty",
            help: "write the name that people see", field: key, location: place)
    }

    private static func wrongLanguage(
        _ tag: String, of key: String, at place: FileLocation?
    ) -> RuleSetIssue {
        RuleSetIssue(
            code: "label.language", message: "'\(abbreviated(tag))' is not a language tag",
            help: LanguageTag.help(for: tag), field: key, location: place)
    }

    private static func unknownField(
        _ key: String, names: [String], at place: FileLocation?
    ) -> RuleSetIssue {
        RuleSetIssue(
            code: "field.unknown",
            message: "no rule is about the field '\(abbreviated(key))'",
            help: nearestName(to: key, in: names).map { "did you mean '\($0)'?" }
                ?? "give labels only to fields that have rules or that rules name",
            field: key, location: place)
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
}
