// SPDX-License-Identifier: Apache-2.0
import Observation

/// The fields of a form that is a struct.
@MainActor
final class TypedSource<Form: ValidatableForm & Equatable & Sendable>: FormSource {
    /// The form with the states that it shows.
    var edited: Form {
        get {
            editedPlace.noteReading()
            return storedForm
        }
        _modify {
            editedPlace.willChange()
            defer { editedPlace.didChange() }
            yield &storedForm
        }
    }
    /// The form with which `isDirty` compares.
    var initialForm: Form {
        get {
            initialPlace.noteReading()
            return storedInitialForm
        }
        _modify {
            initialPlace.willChange()
            defer { initialPlace.didChange() }
            yield &storedInitialForm
        }
    }
    /// The state of the form as a whole.
    var formState: ValidationState { sight.formState }
    /// The name of the field that has the focus.
    var focused: String? {
        get { sight.focused }
        set { sight.focused = newValue }
    }
    /// The messages in the language of the user.
    var messages: MessageCatalogue {
        get { sight.messages }
        set {
            sight.messages = newValue
            owner.messages = newValue
            edited.show(newValue)
            links = list.map { $0.state(storedForm).link }
        }
    }
    /// The fields that the form does not have at the moment.
    var unregistered: Set<Int> { sight.unregistered }

    private let sight = FormSight()
    private let editedPlace = ObservedPlace()
    private let initialPlace = ObservedPlace()
    /// The form that `edited` gives, for code that looks at it without observing changes.
    var storedForm: Form
    private var storedInitialForm: Form
    private let access: FieldAccess<Form>
    private(set) var rules: TypedRules
    private let ruleSet: RuleSet?
    private let limits: AsyncLimits
    let list = Form.validatedFields
    /// The link of each field's value, with which a form that is set is compared.
    var links: [FieldLink] = []
    /// The arrays whose elements are rows.
    private(set) var tables: [TypedTable<Form>] = []
    /// `true` if there are tables; it is read before these, an array of a type that has to be
    /// looked up.
    private(set) var hasTables = false
    /// The numbers of the fields of rows.
    var numbers: RowNumbers<Form>
    /// The field of a row that has the focus.
    var focusedRow: (row: TypedRow, column: Int)?
    private(set) var owner: TypedOwner
    private let triggers: ValidationTriggers
    /// The debounce of changes.
    let interval: Duration

    init(
        _ form: Form, ruleSet: RuleSet?, registry: RuleRegistry, limits: AsyncLimits,
        triggers: ValidationTriggers, debounce: Duration, messages: MessageCatalogue?
    ) throws(RuleSetError) {
        rules = try TypedRules(
            form.namedFields, ruleSet: ruleSet, registry: registry, limits: limits)
        owner = TypedOwner(
            stamp: .next(), registry: registry, limits: limits, messages: messages)
        sight.messages = messages ?? [:]
        numbers = RowNumbers(first: form.namedFields.count + 1)
        self.ruleSet = ruleSet
        self.limits = limits
        self.triggers = triggers
        interval = debounce
        storedForm = form
        storedInitialForm = form
        access = FieldAccess(form, list)
        tables = list.enumerated().compactMap { field, property in
            property.rows?.makeTable(field, FieldPath(field: rules.names[field]), access)
        }
        hasTables = !tables.isEmpty
        for table in tables {
            table.hasFunctions = list[table.field].read(form).hasFunctions
        }
        _ = begin(with: form)
    }

    /// A status for each field and the rest, as all of them begin.
    var statuses: [FieldStatus] {
        list.indices.map { status(of: list[$0].read(edited)) } + [FieldStatus()]
    }

    /// A status for a field of a row.
    func status(ofRowField field: Int) -> FieldStatus {
        guard let place = numbers[field],
            let value = place.table.read(place.column, of: place.row, in: edited)
        else { return FieldStatus() }
        return status(of: value)
    }

    private func status(of value: any FormField) -> FieldStatus {
        let isEager = value.isEager
        var status = FieldStatus(
            triggers: isEager ? .all : triggers, isDebounced: !isEager && interval > .zero)
        status.isEager = isEager
        return status
    }

    // MARK: - Fields that come and go

    /// Unregisters a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - drops: `true` to set its value back to the initial one.
    /// - Returns: The change of its rows.
    func unregister(_ field: Int, dropping drops: Bool) -> RowChange {
        sight.unregistered.insert(field)
        list[field].update(&edited) { value in
            if drops { value.reset() }
            value.status = FieldStatus()
            value.link.shown &+= 1
            links[field] = value.link
        }
        if focused == rules.names[field] { focused = nil }
        let table = table(of: field)
        table?.isOpen = false
        let rows = table?.begin(&edited, owner: owner, numbers: &numbers) ?? RowChange()
        compileRules()
        refreshFocus()
        return rows
    }

    /// Registers a field again.
    ///
    /// - Returns: Its status, and the change of its rows.
    func register(_ field: Int) -> (status: FieldStatus, rows: RowChange) {
        sight.unregistered.remove(field)
        compileRules()
        var rows = RowChange()
        if let table = table(of: field) {
            table.isOpen = true
            let initial = list[field].read(initialForm)
            rows = table.begin(&edited, owner: owner, numbers: &numbers)
            list[field].update(&edited) { $0.accept(initial) }
            openRules(of: table)
        }
        var status = status(of: list[field].read(edited))
        status.isInitial = isInitial(field)
        return (status, rows)
    }

    private func compileRules() {
        // They were compiled with others already.
        guard
            let new = try? TypedRules(
                edited.namedFields, ruleSet: ruleSet, registry: owner.registry, limits: limits,
                without: unregistered)
        else { return }
        rules = new
        for (index, field) in list.enumerated() {
            rules.set(field.read(edited).ruleValue, of: index)
        }
        for table in tables {
            table.sets = []
            openRules(of: table)
        }
    }

    /// Makes the rules of the form about an array with rows use these.
    func openRules(of table: TypedTable<Form>) {
        guard table.sets.isEmpty, table.isOpen, !table.columns.isEmpty else { return }
        for record in [rules.own, rules.service].compactMap(\.self) {
            record.open(table.path, columns: table.columns.map(\.rulePath))
            table.sets.append(
                RuleSetOfRows(
                    record: record,
                    rules: RowRules(
                        table.path, field: table.field, columns: table.columns, record: record)))
        }
        table.isOutdated = true
    }

    /// Begins with another form, whose values are the initial ones.
    ///
    /// - Returns: The change of the rows.
    func begin(with form: Form) -> RowChange {
        var new = form
        for (index, field) in list.enumerated() {
            field.update(&new) { value in
                owner.begin(
                    &value, name: rules.names[index], hasOtherRules: rules.areOthers(about: index))
            }
        }
        var rows = RowChange()
        for table in tables {
            rows.add(table.begin(&new, owner: owner, numbers: &numbers))
            // The rows with their states are the initial value.
            list[table.field].update(&new) { $0.accept($0) }
            openRules(of: table)
        }
        for (index, field) in list.enumerated() { rules.set(field.read(new).ruleValue, of: index) }
        for table in tables {
            table.noteFlush()
            for set in table.sets { set.rules.noteOuterChange() }
        }
        edited = new
        initialForm = new
        links = list.map { $0.state(new).link }
        refreshFocus()
        return rows
    }

    /// Takes a form that was changed.
    ///
    /// - Returns: The changes of its fields and its rows, for the driver.
    func take(_ form: consuming Form) -> (changes: [TypedChange], rows: RowChange) {
        var new = form
        var taken: (changes: [TypedChange], rows: RowChange) = ([], RowChange())
        for index in access.touched(from: &storedForm, to: &new) {
            guard var change = change(of: index, in: &new) else { continue }
            if let table = table(of: index) {
                takeRows(of: table, &change, from: storedForm, to: &new, &taken)
            } else if change.isEdit || change.isReset {
                noteEdit(of: index, &new)
            }
            if change.isReset { resetInitial(index, to: new) }
            taken.changes.append(change)
            links[index] = access.state(of: index, in: &new).link
        }
        editedPlace.willChange()
        swap(&storedForm, &new)
        editedPlace.didChange()
        for change in taken.changes where change.isReset { noteRowReset(change.field) }
        if taken.rows.isChange { refreshFocus() }
        return taken
    }

    /// Finds what was done to a field since the form was shown.
    private func change(of field: Int, in new: inout Form) -> TypedChange? {
        let (change, replacement) = owner.change(
            of: field, to: access.state(of: field, in: &new), from: state(of: field),
            link: links[field])
        if let replacement { access.modify(field, in: &new) { $0 = replacement } }
        return change
    }

    /// Changes the states that an array's rows show.
    func show(_ array: Int, _ change: (inout Form) -> Void) {
        editedPlace.willChange()
        change(&storedForm)
        editedPlace.didChange()
        links[array] = state(of: array).link
    }

    /// Returns the state of a field's value, without noting for observers that the form is read.
    private func state(of field: Int) -> ValueState { access.state(of: field, in: &storedForm) }

    /// Notes that a field was reset, if it is that of a row.
    private func noteRowReset(_ field: Int) {
        guard let place = numbers[field] else { return }
        place.table.noteReset(of: place.column, in: place.row, from: edited, initial: &initialForm)
        let array = place.table.field
        let initial = list[array].read(initialForm)
        list[array].update(&edited) { $0.accept(initial) }
    }

    /// Takes the rows of an array of which something was changed.
    private func takeRows(
        of table: TypedTable<Form>, _ change: inout TypedChange, from form: Form,
        to new: inout Form, _ taken: inout (changes: [TypedChange], rows: RowChange)
    ) {
        var (rows, changes) = table.take(&new, from: form, owner: owner, numbers: &numbers)
        if change.isReset {
            for index in changes.indices { changes[index].isReset = true }
        }
        change.isEdit = rows.isChange
        openRules(of: table)
        taken.changes += changes
        taken.rows.add(rows)
        if rows.isChange || !changes.isEmpty { noteChange(of: table) }
    }

    private func resetInitial(_ index: Int, to form: Form) {
        let now = list[index].read(form)
        list[index].update(&initialForm) { $0 = now }
    }

    /// The rows of an array; nil for another field.
    func table(of field: Int) -> TypedTable<Form>? {
        hasTables ? tables.first { $0.field == field } : nil
    }

    private func noteEdit(of index: Int, _ form: inout Form) {
        rules.set(access.state(of: index, in: &form).ruleValue, of: index)
        for field in rules.layout.relatives[index] {
            rules.set(access.state(of: field, in: &form).ruleValue, of: field)
        }
        guard hasTables else { return }
        for table in tables {
            for set in table.sets {
                set.rules.noteOuterChange(of: rules.layout.paths[index].topLevelKey)
            }
        }
    }

    func isInitial(_ field: Int) -> Bool {
        if let place = numbers[field] {
            return place.table.isInitial(place.column, of: place.row, in: &storedForm)
        }
        if let table = table(of: field), table.isOpen {
            return table.isInitial
        }
        return !state(of: field).isDirty
    }

    func serverErrors(of field: Int) -> [Violation] {
        guard let place = numbers[field] else {
            return list[field].read(edited).status.serverErrors
        }
        return place.table.read(place.column, of: place.row, in: edited)?.status.serverErrors ?? []
    }

    // MARK: - For the driver

    var rest: Int? { list.count }

    var content: Form { edited }

    func check(_ field: Int) -> FieldResult {
        if let place = numbers[field] { return check(place) }
        let table = table(of: field)
        let reports = table.flatMap { knownReports(on: $0) } ?? currentReports(on: field, table)
        table?.reports = reports
        return rules.check(field, reports) { state(of: $0).field }
    }

    private func currentReports(on field: Int, _ table: TypedTable<Form>?) -> TypedReports {
        flushRows(for: field)
        return table.map { reports(on: $0) } ?? rules.reports(on: field)
    }

    func request(_ field: Int) -> @Sendable () async -> FieldFindings {
        if let place = numbers[field] { return request(place) }
        let form = edited
        let reports = table(of: field)?.reports ?? rules.reports(on: field)
        return rules.request(field, reports) { list[$0].read(form) }
    }

    func isPassing(_ machine: FormMachine) -> Bool {
        machine.occupied.allSatisfy { isPassing($0, of: machine) }
    }

    func show(_ field: Int, of machine: FormMachine) {
        if field < list.count {
            editedPlace.willChange()
            links[field] = access.show(machine.fields[field], of: field, in: &storedForm)
            editedPlace.didChange()
        } else if field > list.count {
            showRow(field, machine.fields[field])
        } else {
            let state = machine.fields[field].validation
            sight.formState = state.isValid || state == .editing ? .unchanged : state
        }
    }

    func debounce(of field: Int) -> Duration { interval }

    func differs(from form: Form) -> Bool { form != edited }

    func accept(_ sent: Form) -> [Bool] {
        var initial = sent
        for field in list {
            field.update(&initial) { $0.begin() }
            let value = field.read(sent)
            field.update(&edited) { current in
                current.accept(value)
                current.link.shown &+= 1
            }
        }
        for table in tables where table.isOpen {
            table.beginInitial(&initial)
            table.accept(initial, in: &edited)
        }
        initialForm = initial
        links = list.map { $0.state(edited).link }
        return list.indices.map { isInitial($0) } + [true]
            + (0..<numbers.count).map { row in
                let field = numbers.first + row
                return numbers[field] == nil || isInitial(field)
            }
    }

    func place(
        _ errors: ServerErrors, sentWith content: Form?
    ) -> [(field: Int, errors: [Violation])] {
        rules.layout.moving(placeAtFields(errors, sentWith: content), of: unregistered)
    }
}

/// The state of a form that is a struct, as users see it, apart from its fields.
@MainActor
@Observable
private final class FormSight {
    var formState = ValidationState.unchanged
    var focused: String?
    var unregistered: Set<Int> = []
    var messages: MessageCatalogue = [:]
}

extension FormDriver {
    /// Handles a form that was set, or something in it.
    func replace<Form>(with form: consuming Form) where Source == TypedSource<Form> {
        let hasChanged =
            (submission.isSuccess || hasErrorsOfForm) && source.differs(from: form)
        let (changes, rows) = source.take(form)
        atOnce {
            apply(rows)
            machine.isInBatch = true
            for change in changes where change.isEdit && !change.isReset { edit(change) }
            for change in changes {
                if change.isReset { machine.reset(change.field) { source.check($0) } }
                if change.isRejection {
                    machine.setServerErrors(
                        source.serverErrors(of: change.field), of: change.field)
                }
                machine.noteChange(of: change.field)
            }
            machine.checkEagerFields { source.check($0) }
            machine.validate(changes.filter(\.isDemand).map(\.field)) { source.check($0) }
        }
        if hasChanged { leaveOutcome() }
        commit()
    }

    /// Begins again with another form.
    func reset<Form>(to form: Form) where Source == TypedSource<Form> {
        let rows = source.begin(with: form)
        apply(rows)
        reset()
    }

    func focus<Form>(on name: String?) where Source == TypedSource<Form> {
        guard name != source.focused else { return }
        source.focused = name
        let field = name.flatMap { source.field(named: $0) }
        source.focusedRow = field.flatMap { source.numbers[$0] }.map { ($0.row, $0.column) }
        focus(field.flatMap { source.unregistered.contains($0) ? nil : $0 })
    }

    /// Unregisters a field.
    func unregister<Form>(
        _ field: Int, dropping drops: Bool
    ) where Source == TypedSource<Form> {
        guard !source.unregistered.contains(field) else { return }
        let readers = machine.dependents[field]
        let rows = source.unregister(field, dropping: drops)
        changeRegistration(
            of: [field] + rows.vacated, readers: readers, dependents: source.dependents)
    }

    /// Registers a field again.
    func register<Form>(_ field: Int) where Source == TypedSource<Form> {
        guard source.unregistered.contains(field) else { return }
        let (status, rows) = source.register(field)
        machine.isInBatch = true
        apply(rows)
        let dependents = source.dependents
        changeRegistration(
            of: [field], readers: dependents[field], dependents: dependents, status: status)
    }
}
