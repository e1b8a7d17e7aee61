// SPDX-License-Identifier: Apache-2.0

/// What a form checks as a whole: rules that name other fields, and those of a rule set.
struct FormRelations: Sendable {
    private let validators: Result<ValidatorsManager, RuleSetError>
    private let names: [String]
    private let layout: FormLayout
    /// Rules of properties that name other fields, by the field that they are of.
    private let relations: [String: [CompiledRules.Relation]]
    /// The fields whose rules name a field.
    private let dependents: [String: Set<String>]

    /// Nil if no rule names another field and there is no rule set.
    ///
    /// - Parameters:
    ///   - fields: The form's fields; they know their registry.
    ///   - ruleSet: Rules for the same fields, if there are some.
    ///   - registry: Resolves them.
    init?(
        _ fields: [NamedField], ruleSet: RuleSet?,
        registry: RuleRegistry = .forms
    ) {
        var whole = ruleSet ?? RuleSet()
        var relations: [String: [CompiledRules.Relation]] = [:]
        for (name, value) in fields {
            let own = value.compiledRules.flatMap(\.relations)
            guard !own.isEmpty else { continue }
            relations[name] = own
            whole.append(own.map(\.entry), to: name)
        }
        guard !whole.fields.isEmpty else { return nil }
        self.relations = relations
        names = fields.map(\.name)
        layout = FormLayout(of: names)
        dependents = FormRelations.dependents(in: whole, registry: registry)
        validators = FormRelations.compiled(whole, registry: registry)
    }

    /// - Throws: `RuleSetError` with every issue of the rules.
    func check() throws(RuleSetError) {
        _ = try validators.get()
    }

    /// The fields whose rules name one of these.
    func dependents(of names: Set<String>) -> Set<String> {
        names.reduce(into: []) { $0.formUnion(dependents[$1] ?? []) }
    }

    /// The values of a form.
    func record(of fields: [NamedField]) -> ValidationRecord {
        var record = ValidationRecord(AssayCore.Value.Object(), isText: true)
        for (name, value) in fields { record.set(value.ruleValue, at: name) }
        return record
    }

    /// Runs the asynchronous rules too.
    func validate(_ record: ValidationRecord, within limits: AsyncLimits) async -> ValidationReport
    {
        await (try? validators.get())?.validate(record, within: limits) ?? ValidationReport()
    }

    /// The results by field; under the empty name those about no field of the form.
    ///
    /// - Parameters:
    ///   - fields: The fields of a form.
    ///   - report: The report on its record; nil: the rules run, except for asynchronous ones, which
    ///     are undecided.
    /// - Returns: Nothing for fields that have no such rules or pass them.
    func check(
        _ fields: [NamedField], report: ValidationReport? = nil
    ) -> [String: CheckResult] {
        let validators: ValidatorsManager
        do throws(RuleSetError) {
            validators = try self.validators.get()
        } catch {
            return undecided(error)
        }
        let report = report ?? validators.validate(record(of: fields))
        let invalid = Set(fields.filter { $0.value.state.isInvalid }.map(\.name))
        var results: [String: CheckResult] = [:]
        for violation in report.violations where violation.severity == .error {
            if isPremature(violation, invalid: invalid) { continue }
            results[field(at: violation.pointer), default: CheckResult()]
                .violations.append(violation)
        }
        for fault in report.faults + report.deferred.map(\.asFault) {
            results[field(at: fault.pointer), default: CheckResult()].faults.append(fault)
        }
        return results
    }

    /// The faults of rules that cannot be used.
    private func undecided(_ error: RuleSetError) -> [String: CheckResult] {
        relations.mapValues { rules in
            let faults = rules.map { rule in
                Fault(
                    pointer: "", field: "", rule: rule.entry.expression.id, reason: .unavailable,
                    detail: error.description)
            }
            return CheckResult(faults: faults)
        }
    }

    /// The name of the field that has or holds the value at a pointer; empty if there is none.
    private func field(at pointer: String) -> String {
        JSONPointer.tokens(of: pointer).flatMap { layout.field(at: $0) }.map { names[$0] } ?? ""
    }

    /// True for a property's rule about fields of which one is not valid itself.
    private func isPremature(_ violation: Violation, invalid: Set<String>) -> Bool {
        relations[violation.field]?.contains { relation in
            relation.entry.expression.id == violation.rule && relation.entry.dependencies == .valid
                && relation.others.contains { invalid.contains($0) }
        } ?? false
    }

    private static func dependents(
        in ruleSet: RuleSet, registry: RuleRegistry
    ) -> [String: Set<String>] {
        var dependents: [String: Set<String>] = [:]
        for field in ruleSet.fields {
            for entry in field.validator.rules {
                let named = (try? registry.bind(entry.expression))?.dependencies ?? []
                for other in named + entry.conditions.map(\.path) {
                    dependents[other.description, default: []].insert(field.path.description)
                }
            }
        }
        return dependents
    }

    // MARK: - Compiled once

    private static func compiled(
        _ ruleSet: RuleSet, registry: RuleRegistry
    ) -> Result<ValidatorsManager, RuleSetError> {
        cache.value(for: Key(ruleSet: ruleSet, registry: registry)) {
            Result { () throws(RuleSetError) in
                try ValidatorsManager(ruleSet, registry: registry)
            }
        }
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
    /// Adds rules after those of a field, or a field after the others.
    fileprivate mutating func append(_ entries: [RuleEntry], to name: String) {
        if let index = fields.firstIndex(where: { $0.path.description == name }) {
            fields[index].validator.rules += entries
        } else {
            let path = FieldPath(field: name)
            fields.append(Field(path, Validator(rules: entries)))
        }
    }
}

extension ValidationRecord {
    /// Sets the value of a field, in objects inside of objects if its name is a path of keys.
    mutating func set(_ value: AssayCore.Value, at name: String) {
        guard value != .absent else { return }
        let path = FieldPath(field: name)
        let keys = path.segments.compactMap { segment in
            if case .key(let key) = segment { key } else { nil }
        }
        fields.set(value, at: keys[...])
    }
}

extension AssayCore.Value.Object {
    fileprivate mutating func set(_ value: AssayCore.Value, at keys: ArraySlice<String>) {
        guard let key = keys.first else { return }
        guard keys.count > 1 else {
            self[key] = value
            return
        }
        var inner = AssayCore.Value.Object()
        if case .object(let object)? = self[key] { inner = object }
        inner.set(value, at: keys.dropFirst())
        self[key] = .object(inner)
    }
}
