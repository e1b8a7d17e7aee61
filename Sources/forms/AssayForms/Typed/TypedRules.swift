// SPDX-License-Identifier: Apache-2.0

/// The reports of the engine's rules about a field of a form that is a struct.
struct TypedReports {
    var own: ValidationReport?
    var service: ValidationReport?
    /// `true` if rules did not run, since another field is invalid.
    var isPartial = false
}

/// The rules of a form that is a struct: those at its properties, and those of a rule set.
final class TypedRules {
    let names: [String]
    let layout: FormLayout
    /// The rules of the engine at the properties; nil if there are none.
    let own: FormRecord?
    /// The rule set; nil if there is none.
    let service: FormRecord?
    /// The rules of each field that name other fields and need these to be valid.
    private let relations: [[Relation]]
    /// The row whose values the fields have, where rows share the rules.
    private var loaded: (row: UInt64, revision: UInt64)?

    /// A rule that names other fields, and does not run while one of them is invalid.
    private struct Relation {
        /// Its place among all rules of the field, which tells it from others with its id.
        let place: Int
        let others: [Int]
        /// `true` if the rule runs on absent values too.
        let acceptsMissing: Bool
    }

    /// - Parameters:
    ///   - fields: The form's fields; each has a name of its own.
    ///   - ruleSet: Rules for the same fields, if there are some.
    ///   - registry: The registry that resolves all rules.
    ///   - limits: Limits of asynchronous rules.
    ///   - excluded: The fields whose rules are left out.
    /// - Throws: `RuleSetError` with every issue of the rules.
    init(
        _ fields: [NamedField], ruleSet: RuleSet?, registry: RuleRegistry,
        limits: AsyncLimits = AsyncLimits(), without excluded: Set<Int> = []
    ) throws(RuleSetError) {
        let layout = FormLayout(of: fields.map(\.name))
        names = fields.map(\.name)
        self.layout = layout
        let record = { (ruleSet: RuleSet) throws(RuleSetError) -> FormRecord in
            FormRecord(
                try Self.manager(of: ruleSet, registry: registry), layout: layout,
                content: FormContent(ValidationRecord(text: []), layout: layout), isText: true,
                limits: limits)
        }
        let ownFields = fields.enumerated().compactMap { index, field in
            field.value.formEntries.isEmpty || excluded.contains(index)
                ? nil
                : Field(FieldPath(field: field.name), Validator(rules: field.value.formEntries))
        }
        let labels = Self.labels(of: fields, ruleSet)
        let ruleSet = ruleSet?.without(excluded, of: layout)
        own = ownFields.isEmpty ? nil : try record(RuleSet(ownFields).labelled(labels))
        service = if let ruleSet { try record(ruleSet.labelled(labels)) } else { nil }
        relations = fields.enumerated().map { index, field in
            excluded.contains(index)
                ? []
                : field.value.compiledRules.flatMap(\.relations)
                    .filter { $0.entry.dependencies == .valid && !$0.others.isEmpty }
                    .compactMap { relation in
                        guard let place = relation.place else { return nil }
                        return Relation(
                            place: place,
                            others: relation.others.compactMap { layout.field(named: $0) }
                                .filter { !excluded.contains($0) },
                            acceptsMissing: relation.acceptsMissing)
                    }
        }
        for (index, field) in fields.enumerated() { set(field.value.ruleValue, of: index) }
    }

    /// The labels of the properties, and those of the rule set for fields without one.
    private static func labels(
        of fields: [NamedField], _ ruleSet: RuleSet?
    ) -> [FieldPath: FieldLabel] {
        var labels = ruleSet?.labels ?? [:]
        for field in ruleSet?.fields ?? [] {
            if let label = field.label { labels[field.path] = label }
        }
        for (name, value) in fields {
            if let label = value.label { labels[FieldPath(field: name)] = label }
        }
        return labels
    }

    /// The fields whose rules look at a field, for each field of the machine, the rest included.
    var dependents: [[Int]] {
        let lists = [own, service].compactMap { $0?.dependents }
        return (0...layout.rest).map { field in
            Array(Set(lists.flatMap { $0[field] })).sorted()
        }
    }

    /// Returns `true` if rules look at a field that its value cannot run itself.
    func areOthers(about field: Int) -> Bool {
        service.map { !$0.rules.validators[field].isEmpty } ?? false
    }

    /// Gives a field another value.
    func set(_ value: Value, of field: Int) {
        own?.set(value, of: field)
        service?.set(value, of: field)
    }

    /// Gives all fields the values of a row, unless they have these.
    ///
    /// - Parameters:
    ///   - row: The number of the row.
    ///   - revision: The revision of the row's values.
    ///   - read: Gives the value of a field.
    func load(_ row: UInt64, revision: UInt64, read: (Int) -> Value) {
        guard loaded?.row != row || loaded?.revision != revision else { return }
        for field in names.indices { set(read(field), of: field) }
        loaded = (row, revision)
    }

    // MARK: - Checking

    /// Runs the synchronous rules of the engine about a field.
    func reports(on index: Int) -> TypedReports {
        let (own, service) = (own?.report(on: index), service?.report(on: index))
        return TypedReports(own: own, service: service, isPartial: isPartial(index))
    }

    /// Runs the synchronous rules about a field.
    ///
    /// - Parameters:
    ///   - index: The field, or the rest.
    ///   - reports: The reports of the engine's rules.
    ///   - read: Gives a field with its value.
    /// - Returns: The findings, and whether asynchronous rules are to run.
    func check(
        _ index: Int, _ reports: TypedReports, read: (Int) -> any FormField
    ) -> FieldResult {
        let (own, service) = (reports.own, reports.service)
        guard index < layout.rest else {
            var findings = service.map { FieldFindings(of: $0) } ?? .none
            findings.isPartial = reports.isPartial
            return FieldResult(
                findings: findings,
                isDeferred: service.map { !$0.deferred.isEmpty } ?? false)
        }
        let name = names[index]
        var findings = Self.findings(
            read(index).ownFindings(as: name), own: own, service: service,
            premature: prematureRules(of: index, read: read))
        findings.isPartial = findings.isPartial || reports.isPartial
        return FieldResult(
            findings: findings,
            isDeferred: [own, service].contains { !($0?.deferred.isEmpty ?? true) })
    }

    /// Runs the same rules if nothing waits for asynchronous ones, which are faults.
    func checkAtOnce(_ index: Int, read: (Int) -> any FormField) -> FieldFindings {
        let reports = reports(on: index)
        let result = check(index, reports, read: read)
        guard result.isDeferred, result.findings.violations.isEmpty else { return result.findings }
        var findings = result.findings
        for report in [reports.own, reports.service] {
            findings.faults += (report?.deferred ?? []).map(\.asFault)
        }
        return findings
    }

    /// The asynchronous rules about the value of a field, of which the others were run.
    func request(
        _ index: Int, _ reports: TypedReports, read: (Int) -> any FormField
    ) -> @Sendable () async -> FieldFindings {
        let own = self.own.flatMap { own in
            reports.own.map { own.completion(of: index, $0) }
        }
        let service = self.service.flatMap { service in
            reports.service.map { service.completion(of: index, $0) }
        }
        let name = index < layout.rest ? names[index] : ""
        let placed =
            index < layout.rest
            ? read(index).ownFindings(as: name) : CheckedField(name: name).findings
        let premature: Set<Int> =
            index < layout.rest ? prematureRules(of: index, read: read) : []
        let isPartial = reports.isPartial
        return {
            let ownReport = await own?()
            let serviceReport = await service?()
            var findings = TypedRules.findings(
                placed, own: ownReport, service: serviceReport, premature: premature)
            findings.isPartial = findings.isPartial || isPartial
            return findings
        }
    }

    /// All findings about a field: those at the property in rule order, then those of the rule set.
    ///
    /// Only the violations of premature rules at the property are left out.
    private static func findings(
        _ placed: CheckedField.Findings, own: ValidationReport?, service: ValidationReport?,
        premature: Set<Int>
    ) -> FieldFindings {
        var placed = placed
        if let own { placed.add(own, withoutViolationsAt: premature) }
        var findings = FieldFindings(placed.result)
        findings.isPartial = !premature.isEmpty
        if let service {
            let others = FieldFindings(of: service)
            findings.violations += others.violations
            findings.warnings += others.warnings
            findings.faults += others.faults
        }
        return findings
    }

    /// True if rules of the engine about a field that was just checked did not run, since another one is
    /// invalid.
    private func isPartial(_ index: Int) -> Bool {
        [own, service].contains { $0?.isPartial(index) ?? false }
    }

    /// The places of rules about other fields of which one is not valid itself, by a rule that the
    /// engine does not know.
    private func prematureRules(of index: Int, read: (Int) -> any FormField) -> Set<Int> {
        guard !relations[index].isEmpty else { return [] }
        let isMissing = read(index).ruleValue == .absent
        let premature = relations[index].filter { relation in
            guard relation.acceptsMissing || !isMissing else { return false }
            return relation.others.contains { other in
                !read(other).ownFindings(as: names[other]).result.violations.isEmpty
            }
        }
        return Set(premature.map(\.place))
    }

    // MARK: - Compiled once

    private static func manager(
        of ruleSet: RuleSet, registry: RuleRegistry
    ) throws(RuleSetError) -> ValidatorsManager {
        try cache.value(for: Key(ruleSet: ruleSet, registry: registry)) {
            Result { () throws(RuleSetError) in
                var ruleSet = ruleSet
                ruleSet.hasTypedFields = true
                return try ValidatorsManager(ruleSet, registry: registry)
            }
        }.get()
    }

    private static let cache = BoundedCache<Key, Result<ValidatorsManager, RuleSetError>>()

    private struct Key: Hashable {
        let ruleSet: RuleSet
        let registry: RuleRegistry

        static func == (left: Key, right: Key) -> Bool {
            left.registry === right.registry && left.ruleSet == right.ruleSet
        }

        func hash(into hasher: inout Hasher) {
            for field in ruleSet.fields { hasher.combine(field.path) }
        }
    }
}

extension DeferredRule {
    /// The fault of an asynchronous rule that has not run.
    fileprivate var asFault: Fault {
        Fault(
            pointer: pointer, field: field, rule: rule, reason: .deferred, source: source,
            ruleLocation: ruleLocation)
    }
}

extension RuleSet {
    /// The rule set with labels in place of its own, of fields that it has and of others.
    fileprivate func labelled(_ labels: [FieldPath: FieldLabel]) -> RuleSet {
        guard !labels.isEmpty else { return self }
        var copy = self
        copy.labels = labels
        copy.isPart = true
        for index in copy.fields.indices { copy.fields[index].label = nil }
        return copy
    }
}

extension FieldFindings {
    init(_ result: CheckResult) {
        self.init(violations: result.violations, faults: result.faults)
    }
}
