// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import Observation

/// The fields of a form whose values are a record.
@MainActor
@Observable
final class RecordSource: FormSource {
    /// The values that a submission sends.
    struct Content: Sendable {
        let record: ValidationRecord
        fileprivate let values: [(state: FieldState, value: Value)]
        /// The rows and their elements, by the field of their array.
        fileprivate let rows: [Int: [(row: RowState, element: Value)]]
    }

    /// A function that returns a message for a value that fails, or else `nil`.
    typealias ValueFunction = @Sendable (Value) -> String?

    /// The settings that the fields of a form have in common.
    struct Habits {
        var triggers: ValidationTriggers
        var debounce: Duration
        /// `true` if an empty text is a value, which patterns match.
        var keepsEmptyText = false
        /// `true` if the form has every field that the rule set has, and gets more with it.
        var growsWithRules = false
    }

    @ObservationIgnored let record: FormRecord
    @ObservationIgnored let habits: Habits
    /// The messages in the language of the user.
    var messages: MessageCatalogue
    /// Rules of fields that are functions; they see the value of their field alone.
    @ObservationIgnored private(set) var functions: [FieldPath: ValueFunction] = [:]
    /// The initial values.
    @ObservationIgnored var initialContent: FormContent
    /// The state of the fields, after them that of the rest, and then those of rows, which change.
    private(set) var fields: [FieldState]
    /// The arrays whose elements are rows.
    private(set) var tables: [RowTable] = []
    /// Numbers of fields that are gone.
    @ObservationIgnored private var vacancies: [Int] = []
    /// The number of rows that the form ever had.
    @ObservationIgnored var rowCount = 0
    /// The fields that the form does not have at the moment.
    private(set) var unregistered: Set<Int> = []
    /// The unregistered fields whose values were dropped.
    @ObservationIgnored private(set) var dropped: Set<Int> = []
    private var focusedField: FieldState?
    /// The name that was set as the focus, if it is no field.
    private var focusedName: String?

    convenience init(
        _ manager: ValidatorsManager, fields: [String]?, initial: ValidationRecord, habits: Habits,
        messages: MessageCatalogue, limits: AsyncLimits
    ) throws(FormError) {
        if initial.isText, let error = manager.plan.errorOfText { throw error }
        try manager.checkRelations(initial: initial)
        self.init(
            manager, layout: try FormLayout(fields, known: manager.plan.paths), initial: initial,
            habits: habits, messages: messages, limits: limits)
    }

    /// A form of text without fields, which gets them with the manager's rules.
    convenience init(
        growingWith manager: ValidatorsManager, habits: Habits, messages: MessageCatalogue,
        limits: AsyncLimits
    ) {
        self.init(
            manager, layout: FormLayout(paths: []), initial: ValidationRecord(text: []),
            habits: habits, messages: messages, limits: limits)
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
        let plan = record.manager.plan
        for (index, path) in record.layout.paths.enumerated() {
            fields[index].name = record.layout.keys[index]
            fields[index].isSensitive = plan.isSensitive(path)
        }
    }

    /// A status for each field and the rest, as all of them begin.
    var statuses: [FieldStatus] {
        fields.indices.map { $0 == record.layout.rest ? FieldStatus() : newStatus }
    }

    /// A status for a field that comes later.
    var newStatus: FieldStatus {
        FieldStatus(triggers: habits.triggers, isDebounced: habits.debounce > .zero)
    }

    // MARK: - Rows and the focus

    func add(_ table: RowTable) {
        tables.append(table)
    }

    /// Returns the state of a new field, which may have the number of a field that is gone.
    func newState() -> FieldState {
        guard let vacant = vacancies.popLast() else {
            let state = FieldState(fields.count, habits: habits)
            fields.append(state)
            return state
        }
        fields[vacant] = FieldState(vacant, habits: habits)
        return fields[vacant]
    }

    /// Makes the number of a field vacant.
    func vacate(_ state: FieldState) {
        guard fields[state.index] === state else { return }
        if focusedField === state { focusedField = nil }
        fields[state.index] = FieldState(state.index, habits: habits)
        vacancies.append(state.index)
    }

    /// The path of the field that has the focus, wherever it is now.
    var focused: String? {
        get { focusedField?.path ?? focusedName }
        set {
            let number = newValue.flatMap { registeredField(named: $0) }
            focusedField = number.map { fields[$0] }
            focusedName = number == nil ? newValue : nil
        }
    }

    func isFocused(_ state: FieldState) -> Bool { focusedField === state }

    /// Gives a path a function in place of its own, or removes its own if the function is `nil`.
    func setFunction(_ function: ValueFunction?, of path: FieldPath) {
        functions[path] = function
    }

    /// Shows the initial values in the fields.
    private func showInitialContent() {
        for index in record.layout.paths.indices {
            fields[index].current = record.content[index]
            fields[index].initialValue = initialContent[index]
        }
    }

    // MARK: - Fields that come and go

    /// The number of a field that the form has at the moment.
    func registeredField(named name: String) -> Int? {
        field(named: name).flatMap { unregistered.contains($0) ? nil : $0 }
    }

    /// Unregisters a field, with the rows of its array.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - drops: `true` to drop its value too.
    /// - Returns: The fields that go with it, and those whose values changed along.
    func unregister(
        _ field: Int, dropping drops: Bool
    ) -> (gone: [Int], others: [(field: Int, isInitial: Bool)]) {
        flushTables()
        let gone = closeTable(of: field)
        var others: [(field: Int, isInitial: Bool)] = []
        if drops {
            dropped.insert(field)
            if fields[field].current != .absent { others = set(.absent, of: field) }
        }
        unregistered.insert(field)
        record.leaveOutRules(of: unregistered)
        let state = fields[field]
        state.isRegistered = false
        state.validation = .unchanged
        (state.isTouched, state.isDirty, state.warnings) = (false, false, [])
        if focusedField === state { focusedField = nil }
        return (gone, others)
    }

    /// Registers a field again.
    ///
    /// - Returns: Its status, and the fields whose values changed along.
    func register(_ field: Int) -> (status: FieldStatus, others: [(field: Int, isInitial: Bool)]) {
        flushTables()
        unregistered.remove(field)
        record.leaveOutRules(of: unregistered)
        let state = fields[field]
        state.isRegistered = true
        var others: [(field: Int, isInitial: Bool)] = []
        if dropped.remove(field) != nil, state.current != state.initialValue {
            others = set(state.initialValue, of: field)
        }
        var status = FieldStatus(
            triggers: state.triggers, isDebounced: state.debounce > .zero)
        status.isInitial = state.current == state.initialValue
        return (status, others)
    }

    func remove(_ table: RowTable) {
        tables.removeAll { $0 === table }
    }

    /// Content without the values that were dropped.
    private func withoutDropped(_ content: FormContent) -> FormContent {
        var content = content
        for field in dropped { content.set(.absent, of: field) }
        return content
    }

    // MARK: - Values

    /// Gives a field another value.
    ///
    /// - Parameters:
    ///   - value: A value as the form keeps it, other than the current one.
    ///   - field: The field.
    /// - Returns: The fields whose values changed along.
    func set(_ value: Value, of field: Int) -> [(field: Int, isInitial: Bool)] {
        flushTables()
        fields[field].current = value
        record.set(value, of: field)
        for table in tables {
            table.rules.noteOuterChange(of: record.layout.paths[field].topLevelKey)
        }
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
        flushTables()
        var content = record.content
        content.set(value, at: path)
        record.replace(content)
        for table in tables { table.rules.noteOuterChange(of: path.topLevelKey) }
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
    ///
    /// - Parameters:
    ///   - content: The values.
    ///   - keeps: `true` if they are the initial ones already, so that the rows that began with
    ///     them stay.
    /// - Returns: The change of the rows.
    func begin(_ content: FormContent, keepingRows keeps: Bool) -> RowChange {
        initialContent = content
        record.replace(withoutDropped(content))
        showInitialContent()
        for table in tables {
            for key in record.layout.topLevelKeys { table.rules.noteOuterChange(of: key) }
            for (key, _) in content.others.members { table.rules.noteOuterChange(of: key) }
        }
        return beginRows(keeping: keeps)
    }

    /// Restores values that are not the initial ones.
    func restore(_ values: [(field: Int, value: Value)]) {
        var content = record.content
        for (field, value) in values {
            content.set(value, of: field)
            fields[field].current = value
        }
        record.replace(content)
        for table in tables {
            for key in record.layout.topLevelKeys { table.rules.noteOuterChange(of: key) }
        }
    }

    // MARK: - For the driver

    var rest: Int? { record.layout.rest }

    var content: Content {
        flushTables()
        var rows: [Int: [(row: RowState, element: Value)]] = [:]
        for table in tables {
            rows[table.field] = table.rows.map { (row: $0, element: $0.element) }
        }
        return Content(
            record: record.values, values: fields.map { (state: $0, value: $0.current) },
            rows: rows)
    }

    /// The issues of rules that cannot decide about texts, which the manager got after the form was made.
    var error: FormError? { record.isText ? record.manager.plan.errorOfText : nil }

    func followRules() -> FormRuleChange? {
        let known = record.layout.paths.count
        let isOther = record.followRules { paths in
            guard habits.growsWithRules else { return nil }
            return grown(with: paths)
        }
        guard isOther else { return nil }
        let occupied = followRowRules()
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
            dependents: dependents,
            newFields: (0..<max(0, count)).map { index in
                var status = newStatus
                let field = fields[known + index]
                status.isInitial = field.current == field.initialValue
                return status
            }, occupied: occupied.map { ($0, newStatus) })
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
        let state = fields[field]
        if let place = state.place, let row = place.row {
            return check(state, at: place, in: row)
        }
        if let result = checkArray(field) { return result }
        flushTables(for: field)
        let report = record.report(on: field)
        var findings = report.map { FieldFindings(of: $0) } ?? .none
        findings.isPartial = record.isPartial(field)
        findings.violations += objection(to: field)
        return FieldResult(
            findings: findings, isDeferred: report.map { !$0.deferred.isEmpty } ?? false)
    }

    func request(_ field: Int) -> @Sendable () async -> FieldFindings {
        let state = fields[field]
        if let place = state.place, let row = place.row {
            return request(state, at: place, in: row)
        }
        flushTables()
        if let table = tables.first(where: { $0.field == field }), table.rules.array != nil {
            let (manager, limits, values) = (record.manager, record.limits, record.values)
            guard let report = state.report else { return { .none } }
            let isPartial = state.isPartial
            return {
                var findings = FieldFindings(
                    of: await manager.complete(report, of: values, limits: limits))
                findings.isPartial = isPartial
                return findings
            }
        }
        let complete = record.completion(of: field)
        let isPartial = record.isPartial(field)
        return {
            var findings = FieldFindings(of: await complete())
            findings.isPartial = isPartial
            return findings
        }
    }

    func isPassing(_ machine: FormMachine) -> Bool {
        flushTables()
        return record.isPassing(machine) && areRowsPassing(machine)
            && (functions.isEmpty
                || record.layout.paths.indices.allSatisfy {
                    unregistered.contains($0) || objection(to: $0).isEmpty
                })
    }

    func show(_ field: Int, of machine: FormMachine) {
        // Looked at in place: a copy of the status would retain all that it holds.
        guard !machine.fields[field].isVacant else { return }
        let state = fields[field]
        if let place = state.place {
            state.validation = machine.fields[field].validation.located(at: place)
            state.isTouched = machine.fields[field].isTouched
            state.isDirty = !machine.fields[field].isInitial
            let warnings = FieldFindings(warnings: machine.fields[field].warnings)
            state.warnings = place.located(warnings).warnings
            return
        }
        state.validation = machine.fields[field].validation
        state.isTouched = machine.fields[field].isTouched
        state.isDirty = !machine.fields[field].isInitial
        state.warnings = machine.fields[field].warnings
    }

    func debounce(of field: Int) -> Duration { fields[field].debounce }

    func accept(_ content: Content) -> [Bool] {
        initialContent = FormContent(
            content.record, layout: record.layout, keepsEmptyText: habits.keepsEmptyText)
        for (field, value) in content.values where field.initialValue != value {
            field.initialValue = value
        }
        for table in tables {
            let elements = elements(fields[table.field].initialValue, of: table)
            let rows = content.rows[table.field]
            table.setInitial(
                rows ?? zip(table.rows, elements).map { (row: $0, element: $1) })
        }
        flushTables()
        return fields.map { $0.current == $0.initialValue }
    }

    func findings(of machine: FormMachine) -> [FieldFindings] {
        order.map { field in
            let findings = machine.fields[field].findings
            return fields[field].place?.located(findings) ?? findings
        }
    }

    func place(
        _ errors: ServerErrors, sentWith content: Content?
    ) -> [(field: Int, errors: [Violation])] {
        record.layout.moving(placeAtFields(errors, sentWith: content), of: unregistered)
    }

    private func placeAtFields(
        _ errors: ServerErrors, sentWith content: Content?
    ) -> [(field: Int, errors: [Violation])] {
        guard !tables.isEmpty else { return record.layout.place(errors) }
        let sent = content?.rows.mapValues { $0.map(\.row) }
        var others: [ServerError] = []
        var placed: [Int: [Violation]] = [:]
        for error in errors.errors {
            let found = error.place.flatMap { JSONPointer.tokens(ofPlace: $0) }
                .map { rowField(at: $0, sent: sent) }
            switch found {
            case .field(let state)?:
                placed[state.index, default: []].append(error.violation(of: state))
            case .gone?: break
            default: others.append(error)
            }
        }
        return record.layout.place(ServerErrors(others))
            + placed.sorted { $0.key < $1.key }.map { (field: $0.key, errors: $0.value) }
    }
}
