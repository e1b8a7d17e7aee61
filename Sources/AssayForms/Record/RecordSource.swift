// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import Observation

/// The fields of a form whose values are a record.
@MainActor
@Observable
final class RecordSource: FormSource {
    /// The values that a submission sends.
    struct Content: Sendable {
        let record: ValidationRecord
        fileprivate let values: [Value]
    }

    /// Returns a message for a value that fails, or nil.
    typealias ValueFunction = @Sendable (Value) -> String?

    /// What the fields of a form have in common.
    struct Habits {
        var triggers: ValidationTriggers
        var debounce: Duration
        /// An empty text is a value, which patterns match.
        var keepsEmptyText = false
        /// The form has every field that the rule set has, and gets more with it.
        var growsWithRules = false
    }

    @ObservationIgnored let record: FormRecord
    @ObservationIgnored let habits: Habits
    @ObservationIgnored let messages: MessageCatalogue
    /// Rules of fields that are functions; they see the value of their field alone.
    @ObservationIgnored private(set) var functions: [FieldPath: ValueFunction] = [:]
    /// The initial values.
    @ObservationIgnored private(set) var initialContent: FormContent
    /// The state of the fields, and that of the rest at last.
    private(set) var fields: [FieldState]
    /// The path of the field that has the focus.
    var focused: String?

    convenience init(
        _ manager: ValidatorsManager, fields: [String]?, initial: ValidationRecord, habits: Habits,
        messages: MessageCatalogue, limits: AsyncLimits
    ) throws(FormError) {
        try manager.checkRelations(initial: initial)
        self.init(
            manager, layout: try FormLayout(fields, known: manager.plan.paths), initial: initial,
            habits: habits, messages: messages, limits: limits)
    }

    /// A form of text without fields, which gets them with the manager's rules.
    convenience init(growingWith manager: ValidatorsManager, habits: Habits, limits: AsyncLimits) {
        self.init(
            manager, layout: FormLayout(paths: []), initial: ValidationRecord(text: []),
            habits: habits, messages: [:], limits: limits)
    }

    private init(
        _ manager: ValidatorsManager, layout: FormLayout, initial: ValidationRecord,
        habits: Habits, messages: MessageCatalogue, limits: AsyncLimits
    ) {
        initialContent = FormContent(
            initial, layout: layout, keepsEmptyText: habits.keepsEmptyText)
        record = FormRecord(
            manager, layout: layout, content: initialContent, isText: initial.isText,
            limits: limits)
        self.habits = habits
        self.messages = messages
        self.fields = []
        self.fields = (0...layout.rest).map { FieldState($0, habits: habits) }
        nameFields()
        showInitialContent()
    }

    private func nameFields() {
        let ruleSet = record.manager.ruleSet
        let sensitive = ruleSet.fields.filter(\.validator.isSensitive).map(\.path)
        for (index, path) in record.layout.paths.enumerated() {
            fields[index].path = record.layout.keys[index]
            fields[index].isSensitive = sensitive.contains { $0.overlaps(path) }
        }
    }

    /// A status for each field and the rest, as all of them begin.
    var statuses: [FieldStatus] {
        fields.indices.map { $0 == record.layout.rest ? FieldStatus() : newStatus }
    }

    private var newStatus: FieldStatus {
        FieldStatus(triggers: habits.triggers, isDebounced: habits.debounce > .zero)
    }

    /// Gives a path a function in place of its own; nil: none.
    func setFunction(_ function: ValueFunction?, of path: FieldPath) {
        functions[path] = function
    }

    /// The values that the fields show as they begin.
    private func showInitialContent() {
        for index in record.layout.paths.indices {
            let value = record.content[index]
            fields[index].current = value
            fields[index].initialValue = value
        }
    }

    // MARK: - Values

    /// Gives a field another value.
    ///
    /// - Parameters:
    ///   - value: A value as the form keeps it, other than the current one.
    ///   - field: The field.
    /// - Returns: The fields whose values changed along.
    func set(_ value: Value, of field: Int) -> [(field: Int, isInitial: Bool)] {
        fields[field].current = value
        record.set(value, of: field)
        var others: [(field: Int, isInitial: Bool)] = []
        for relative in record.layout.relatives[field] {
            let value = record.content[relative]
            guard value != fields[relative].current else { continue }
            fields[relative].current = value
            others.append((relative, value == fields[relative].initialValue))
        }
        return others
    }

    /// Gives a place in the record that is no field another value.
    ///
    /// - Returns: The fields whose values changed along.
    func set(_ value: Value, at path: FieldPath) -> [(field: Int, isInitial: Bool)] {
        var content = record.content
        content.set(value, at: path)
        record.replace(content)
        var changed: [(field: Int, isInitial: Bool)] = []
        for field in record.layout.paths.indices {
            let value = content[field]
            guard value != fields[field].current else { continue }
            fields[field].current = value
            changed.append((field, value == fields[field].initialValue))
        }
        return changed
    }

    /// Begins with other values, which are the initial ones.
    func begin(_ content: FormContent) {
        initialContent = content
        record.replace(content)
        showInitialContent()
    }

    /// Restores values that are not the initial ones.
    func restore(_ values: [(field: Int, value: Value)]) {
        var content = record.content
        for (field, value) in values {
            content.set(value, of: field)
            fields[field].current = value
        }
        record.replace(content)
    }

    // MARK: - For the driver

    var rest: Int? { record.layout.rest }

    var content: Content {
        Content(record: record.values, values: fields.dropLast().map(\.current))
    }

    func followRules() -> FormRuleChange? {
        let known = record.layout.paths.count
        let isOther = record.followRules { paths in
            guard habits.growsWithRules else { return nil }
            return grown(with: paths)
        }
        guard isOther else { return nil }
        let count = record.layout.paths.count - known
        if count > 0 {
            fields.insert(
                contentsOf: (known..<known + count).map { FieldState($0, habits: habits) },
                at: known)
            nameFields()
            for index in known..<known + count {
                fields[index].current = record.content[index]
                fields[index].initialValue = initialContent[index]
            }
        }
        return FormRuleChange(
            dependents: record.dependents,
            newFields: (0..<max(0, count)).map { index in
                var status = newStatus
                let field = fields[known + index]
                status.isInitial = field.current == field.initialValue
                return status
            })
    }

    /// The layout with the paths of new rules, and the values in it.
    private func grown(with paths: [FieldPath]) -> (FormLayout, FormContent)? {
        let known = record.layout.paths
        var seen = Set(known)
        let new = paths.map(\.withoutElements).filter { seen.insert($0).inserted }
        guard !new.isEmpty else { return nil }
        let layout = FormLayout(paths: known + new)
        initialContent = initialContent.arranged(by: layout)
        return (layout, record.content.arranged(by: layout))
    }

    func check(_ field: Int) -> FieldResult {
        let report = record.report(on: field)
        var findings = report.map { FieldFindings(of: $0) } ?? .none
        findings.isPartial = record.isPartial(field)
        findings.violations += objection(to: field)
        return FieldResult(
            findings: findings, isDeferred: report.map { !$0.deferred.isEmpty } ?? false)
    }

    func request(_ field: Int) -> @Sendable () async -> FieldFindings {
        let complete = record.completion(of: field)
        let isPartial = record.isPartial(field)
        return {
            var findings = FieldFindings(of: await complete())
            findings.isPartial = isPartial
            return findings
        }
    }

    func isPassing(_ machine: FormMachine) -> Bool {
        record.isPassing(machine)
            && (functions.isEmpty
                || record.layout.paths.indices.allSatisfy { objection(to: $0).isEmpty })
    }

    func show(_ field: Int, of machine: FormMachine) {
        // Looked at in place: a copy of the status would retain all that it holds.
        let state = fields[field]
        state.validation = machine.fields[field].validation
        state.isTouched = machine.fields[field].isTouched
        state.isDirty = !machine.fields[field].isInitial
        state.warnings = machine.fields[field].warnings
    }

    func debounce(of field: Int) -> Duration { fields[field].debounce }

    func accept(_ content: Content) -> [Bool] {
        initialContent = FormContent(
            content.record, layout: record.layout, keepsEmptyText: habits.keepsEmptyText)
        for (field, value) in zip(fields, content.values) where field.initialValue != value {
            field.initialValue = value
        }
        return fields.dropLast().map { $0.current == $0.initialValue } + [true]
    }

    func place(_ errors: ServerErrors) -> [(field: Int, errors: [Violation])] {
        record.layout.place(errors)
    }
}
