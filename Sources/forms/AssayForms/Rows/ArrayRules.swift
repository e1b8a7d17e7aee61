// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// The rules of an array whose elements are rows, without those of the elements, which a check of the
/// array would run too.
@MainActor
final class ArrayRules {
    let live: LiveRecord
    let validators: [Int]
    /// `true` if a value outside of the rows has changed.
    var isOuterOutdated = true
    private let outer: [(planField: Int, key: String)]
    /// The keys of what each rule for unique elements compares, or `nil` if other rules look at the
    /// elements.
    private let uniqueKeys: [[String]]?
    /// The counts of equal elements for each of these rules, or `nil` if they are not known.
    private var distinct: [DistinctRows]?
    /// The result for a number of rows, if all of them are distinct.
    private var known: (count: Int, result: Result)?

    /// The report of the rules, and `true` if some did not run, since something else is invalid.
    struct Result {
        let report: ValidationReport?
        let isPartial: Bool
    }

    /// Rules that see how many elements an array has, not what they are.
    private static let countRules: Set = ["required", "array", "minItems", "maxItems"]

    /// Returns the keys of what the rules of an array compare in its elements.
    ///
    /// - Returns: The keys for each rule for unique elements, and nothing for rules that see only
    ///   how many elements there are; `nil` if there are other rules.
    static func uniqueKeys(of path: FieldPath, record: FormRecord) -> [[String]]? {
        var keys: [[String]] = []
        let ofArray = record.ruleSet.fields.filter { $0.path == path }
        for entry in ofArray.flatMap(\.validator.rules) {
            guard entry.conditions.isEmpty else { return nil }
            guard let rule = try? record.manager.registry.bind(entry.expression),
                rule.dependencies.isEmpty
            else { return nil }
            if countRules.contains(entry.expression.id) { continue }
            guard entry.expression.id == "uniqueItems",
                !rule.arguments.bool("ignoreCase")
            else { return nil }
            guard let by = rule.arguments.string("by") else {
                keys.append([])
                continue
            }
            guard let path = try? FieldPath(by) else { return nil }
            keys.append(
                path.segments.compactMap { if case .key(let key) = $0 { key } else { nil } })
        }
        return keys
    }

    /// Compiles the rules; the result is `nil` if they look at elements by their paths.
    init?(_ path: FieldPath, record: FormRecord) {
        var ruleSet = record.ruleSet
        ruleSet.fields.removeAll { $0.path.isInElement(of: path) }
        guard record.layout.homes(of: path).count == 1,
            !ruleSet.fields.contains(where: { $0.path != path && $0.path.starts(with: path) }),
            let plan = try? ValidationPlan(ruleSet, registry: record.manager.registry)
        else { return nil }
        let live = LiveRecord(plan, isText: record.isText)
        let validators = plan.paths.indices.filter { plan.paths[$0] == path }
        let read = live.pathsRead(by: validators)
        guard !read.contains(where: { $0 != path && $0.overlaps(path) }) else { return nil }
        self.live = live
        self.validators = validators
        uniqueKeys = Self.uniqueKeys(of: path, record: record)
        let keys = Set((read.union([path])).map { ExactKey($0.topLevelKey) })
        outer = plan.fields.enumerated().filter { keys.contains(ExactKey($1)) }
            .map { (planField: $0, key: $1) }
    }

    // MARK: - Distinct rows

    /// Notes that a row has another element.
    func noteChange(of row: some RowContent) {
        for index in distinct?.indices ?? 0..<0 { distinct?[index].note(row) }
    }

    /// Notes that rows came, went, or have other elements.
    func forgetRows() {
        distinct = nil
        known = nil
    }

    /// Returns the result for rows, if it is known without looking at all of them.
    func knownResult(on rows: [some RowContent]) -> Result? {
        guard let known, known.count == rows.count, let distinct,
            distinct.allSatisfy(\.areDistinct)
        else { return nil }
        return known.result
    }

    /// Keeps the result about rows, as far as it applies to other rows.
    private func keep(_ result: Result, about rows: [some RowContent]) {
        guard let uniqueKeys, !rows.isEmpty else { return }
        let distinct = self.distinct ?? uniqueKeys.map { DistinctRows(rows, by: $0) }
        self.distinct = distinct
        if distinct.allSatisfy(\.areDistinct) { known = (rows.count, result) }
    }

    // MARK: - Checking

    /// Runs the rules.
    ///
    /// - Parameters:
    ///   - content: The values, the array as it is now among them.
    ///   - rows: The rows of the array.
    /// - Returns: The result.
    func check(_ content: FormContent, _ rows: [some RowContent]) -> Result {
        if isOuterOutdated {
            for (field, key) in outer {
                live.set(content.value(at: FieldPath(key: key)), field: field)
            }
            isOuterOutdated = false
        }
        let report = live.validate(validators)
        let result = Result(report: report, isPartial: live.isPartial(validators))
        keep(result, about: rows)
        return result
    }
}
