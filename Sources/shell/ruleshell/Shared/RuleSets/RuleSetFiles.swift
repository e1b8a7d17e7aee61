// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay

/// Files that make one rule set together: each field has its rules in one of them, unless they are combined.
enum RuleSetFiles {
    /// Loads the files and combines them in their order.
    ///
    /// - Parameters:
    ///   - paths: The files, at least one.
    ///   - registry: The rules that they may use.
    ///   - combines: `true` to combine the rules of a field that several files name.
    ///   - remedy: What a person does to combine them.
    /// - Returns: The fields of all of them, and their plan.
    /// - Throws: Every issue of the files, and every difference between two of them, with both
    ///   places.
    static func load(
        _ paths: [String], registry: RuleRegistry, combines: Bool, remedy: String = "give --combine"
    ) throws(RuleSetError) -> (ruleSet: RuleSet, plan: ValidationPlan) {
        guard paths.count > 1 else {
            let path = paths.first ?? ""
            var (ruleSet, plan) = try RuleSetInput.load(path, registry: registry)
            ruleSet.keepSensitivePaths(of: plan)
            return (ruleSet, plan)
        }
        var issues: [RuleSetIssue] = []
        var omitted = 0
        var all = RuleSet()
        var settings = SharedSettings()
        for (index, path) in paths.enumerated() {
            do throws(RuleSetError) {
                // A pipe can be read only once.
                let bytes = try RuleSetInput.bytes(path)
                let one = try RuleSetInput.load(
                    path, bytes: bytes, registry: registry, isPart: true
                ).ruleSet
                if !combines { issues += conflicts(of: one, with: all, remedy: remedy) }
                issues += labelConflicts(of: one, with: all)
                issues += settings.conflicts(
                    in: try PlacedValueReader.read(bytes: bytes, file: path))
                all = index == 0 ? one : all.combined(with: one)
            } catch {
                issues += error.issues
                omitted += error.omittedCount
            }
        }
        all.isPart = false
        guard issues.isEmpty else {
            let shown = issues.prefix(maximumIssues)
            throw RuleSetError(
                Array(shown), omittedCount: omitted + issues.count - shown.count)
        }
        let plan = try ValidationPlan(all, registry: registry)
        all.keepSensitivePaths(of: plan)
        return (all, plan)
    }

    /// The most issues that are listed; the others are counted.
    private static let maximumIssues = 1000

    /// Returns the name of the files in messages.
    static func name(of paths: [String]) -> String { paths.joined(separator: ", ") }

    /// Finds labels that are different in one language.
    private static func labelConflicts(of second: RuleSet, with first: RuleSet) -> [RuleSetIssue] {
        second.labels.sorted { $0.key.description < $1.key.description }.flatMap { path, label in
            label.texts.sorted { $0.key < $1.key }.compactMap { tag, text in
                guard let other = first.labels[path]?.texts[tag], other != text else { return nil }
                let place = first.labelPlaces[path]?.texts[tag].map { " at \($0)" } ?? ""
                return RuleSetIssue(
                    code: "ruleSet.conflict",
                    message: "the label is '\(abbreviated(text))', and "
                        + "'\(abbreviated(other))'\(place)",
                    help: "write it the same in both files, or in one of them",
                    field: path.description, location: second.labelPlaces[path]?.texts[tag])
            }
        }
    }

    /// Finds fields that both rule sets have.
    private static func conflicts(
        of second: RuleSet, with first: RuleSet, remedy: String
    ) -> [RuleSetIssue] {
        let known = Dictionary(first.fields.map { ($0.path, $0) }) { field, _ in field }
        return second.fields.compactMap { field in
            guard let other = known[field.path] else { return nil }
            let place = other.validator.location.map { " at \($0)" } ?? ""
            return RuleSetIssue(
                code: "field.duplicate", message: "the field has rules\(place) too",
                help: "write all rules of a field in one of the files, or \(remedy) to use the "
                    + "rules of both",
                field: field.path.description, location: field.validator.location)
        }
    }
}

/// The settings of rule sets that all files share: those that are written agree.
private struct SharedSettings {
    private var places: [String: (value: Value, location: FileLocation)] = [:]

    /// Takes the settings of one more file.
    ///
    /// - Returns: An issue for each setting that differs from an earlier file's.
    mutating func conflicts(in root: PlacedValue?) -> [RuleSetIssue] {
        ["identity", "unknownFields", "maximumViolations"].compactMap { key in
            guard let node = root?[key] else { return nil }
            guard let (value, location) = places[key] else {
                places[key] = (node.value, node.location)
                return nil
            }
            guard value != node.value else { return nil }
            return RuleSetIssue(
                code: "ruleSet.conflict",
                message: "'\(key)' is \(node.value.json), and \(value.json) at \(location)",
                help: "write it the same in both files, or in one of them",
                location: node.location)
        }
    }
}
