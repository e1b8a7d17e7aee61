// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// The rows of an array of a form that is a struct, as the form's controller keeps them.
///
/// The part that depends on the type of the elements is in `TypedRowTable`.
@MainActor
class TypedTable<Form> {
    /// The field of the array.
    let field: Int
    let path: FieldPath
    fileprivate(set) var rows: [TypedRow] = []
    /// The columns, for each of which a row has a field; there are none until the form has had a
    /// row.
    fileprivate(set) var columns: [RowTable.Column] = []
    /// The rules of the form about the rows: of its properties, and of its rule set.
    var sets: [RuleSetOfRows] = []
    /// `true` if the array is registered.
    var isOpen = true
    /// `true` if the array has changed since the rules of the form have seen it.
    var isOutdated = true
    /// The last reports about the array.
    var reports = TypedReports()
    /// The number of rows that have another element than the initial row at their place.
    fileprivate var differing = 0

    init(field: Int, path: FieldPath) {
        self.field = field
        self.path = path
    }

    /// The array as rules see it.
    var value: Value { .array(rows.map(\.element)) }

    /// Returns the fields whose rules look at a row as one of the others or, with `nil`, at any
    /// row.
    func fields(reading row: TypedRow?) -> [Int] {
        guard sets.contains(where: { $0.rules.haveOtherRows }) else { return [] }
        let index = row.map { $0.index ?? -1 }
        let columns = Set(sets.flatMap { $0.rules.columnsReading(rowAt: index) }).sorted()
        guard !columns.isEmpty else { return [] }
        return rows.flatMap { row in columns.map { row.fields[$0] } }
    }

    /// Returns `true` if rules of the array look at a column, apart from the number of rows.
    func reachesArray(_ column: Int) -> Bool {
        hasFunctions || sets.contains { $0.rules.reachesArray[column] }
    }

    /// `true` if the array's property has rules that are functions.
    var hasFunctions = false

    /// The name of a row's field now; nil if the row was removed.
    func name(of column: Int, in row: TypedRow) -> String? {
        row.index.map { "\(path.description)[\($0)].\(columns[column].key)" }
    }

    // MARK: - By the type of the elements

    /// Begins with a form, whose elements are new rows with their initial values.
    ///
    /// - Parameters:
    ///   - form: The form, whose elements belong to the controller then.
    ///   - owner: The controller.
    ///   - numbers: The numbers of fields of rows.
    /// - Returns: The change of the rows.
    func begin(
        _ form: inout Form, owner: TypedOwner, numbers: inout RowNumbers<Form>
    ) -> RowChange {
        RowChange()
    }

    /// Lets the rows of a form that is the initial one begin, as its values do.
    func beginInitial(_ form: inout Form) {}

    /// Notes that the rules of the form get the array as it is now.
    func noteFlush() {
        isOutdated = false
        for set in sets { set.rules.array?.isOuterOutdated = true }
    }

    /// Takes the rows of a form that was changed.
    func take(
        _ new: inout Form, from old: Form, owner: TypedOwner, numbers: inout RowNumbers<Form>
    ) -> (rows: RowChange, changes: [TypedChange]) { (RowChange(), []) }

    /// Shows the state of a row's field.
    func show(_ status: FieldStatus, of column: Int, in row: TypedRow, form: inout Form) {}

    /// Returns `true` if a row's field shows this state; the form is not changed.
    func isShowing(
        _ status: FieldStatus, at column: Int, in row: TypedRow, form: inout Form
    ) -> Bool { false }

    func read(_ column: Int, of row: TypedRow, in form: Form) -> (any FormField)? { nil }

    /// Returns `true` if a row's field has its initial value; the form is not changed.
    func isInitial(_ column: Int, of row: TypedRow, in form: inout Form) -> Bool { false }

    /// Runs the rules that are at the properties of the element.
    ///
    /// - Parameters:
    ///   - column: The field.
    ///   - row: The row.
    ///   - look: Gives the form, which is not changed, and not while rules run: they may look at it too.
    /// - Returns: The findings, and the reports of the engine's rules.
    func checkOwn(
        _ column: Int, of row: TypedRow, look: ((inout Form) -> Void) -> Void
    ) -> (result: FieldResult, reports: TypedReports) { (FieldResult(), TypedReports()) }

    /// The asynchronous rules at the properties of the element.
    func requestOwn(
        _ column: Int, of row: TypedRow, in form: Form
    ) -> @Sendable () async -> FieldFindings { { .none } }

    /// Returns the columns of the same row whose rules at properties look at a column.
    func ownDependents(of column: Int, in row: TypedRow) -> [Int] { [] }

    /// Makes submitted rows the initial ones.
    func accept(_ sent: Form, in form: inout Form) {}

    /// Takes over the initial value of a row's field that was reset.
    func noteReset(of column: Int, in row: TypedRow, from form: Form, initial: inout Form) {}

    /// Counts the rows that are not the initial ones.
    func compareAll(_ form: Form) {}

    /// The ids of the rows of a form in their order.
    func ids(in form: Form) -> [Stamp] { [] }

    /// `true` if the array has its initial elements.
    var isInitial: Bool { differing == 0 }
}

/// The rules of a form about rows; it knows nothing of the form, so that lists of it are looked through
/// without metadata.
struct RuleSetOfRows {
    let record: FormRecord
    let rules: RowRules
}

/// A row of a form that is a struct, wherever it is.
@MainActor
final class TypedRow: RowContent {
    let id: Stamp
    /// The index of the row now, or `nil` if it was removed.
    var index: Int?
    /// The numbers of the fields, by column.
    var fields: [Int] = []
    /// The element as rules see it.
    var element: Value
    var revision: UInt64 = 0
    /// The last reports, by column.
    var reports: [Reports]
    /// `true` if the element differs from that of the initial row at the same place.
    fileprivate var differs = false

    /// The last reports of the rules about a field of a row, which asynchronous ones complete.
    struct Reports {
        var own = TypedReports()
        /// The reports of the form's rules.
        var ofForm: [ValidationReport?] = []
        var isPartial = false
    }

    init(id: Stamp, element: Value, columns: Int) {
        self.id = id
        self.element = element
        reports = Array(repeating: Reports(), count: columns)
    }

    /// A number that is new each time that a row with this id comes.
    nonisolated let number = Stamp.next().number
}

/// The numbers of the fields of rows: those after the fields of the form and the rest.
@MainActor
struct RowNumbers<Form> {
    /// The place of the value of a field.
    struct Place {
        unowned let table: TypedTable<Form>
        unowned let row: TypedRow
        let column: Int
    }

    let first: Int
    private var places: [Place?] = []
    private var vacancies: [Int] = []

    init(first: Int) {
        self.first = first
    }

    subscript(_ field: Int) -> Place? {
        field >= first && field - first < places.count ? places[field - first] : nil
    }

    var count: Int { places.count }

    mutating func take(_ place: Place) -> Int {
        guard let vacant = vacancies.popLast() else {
            places.append(place)
            return first + places.count - 1
        }
        places[vacant - first] = place
        return vacant
    }

    mutating func vacate(_ field: Int) {
        places[field - first] = nil
        vacancies.append(field)
    }
}

/// The rows of an array by the type of its elements.
final class TypedRowTable<Form, Element>: TypedTable<Form>
where Element: ValidatableForm & Equatable & Sendable {
    private let place: any WritableKeyPath<Form, ValidatedValue<ValidatedRows<Element>>> & Sendable
    private let formAccess: FieldAccess<Form>
    private let list = Element.validatedFields
    private var initial = RowStorage<Element>([])
    /// The rules at the properties of elements, compiled once for elements with the same.
    private var rules: [(entries: [[RuleEntry]], rules: TypedRules)] = []
    /// The rules by row; rows whose elements have no rules that can be used are left out.
    private var rulesOfRow: [Stamp: TypedRules] = [:]
    /// The columns whose values are rows in rows.
    private var nested: [Int] = []
    /// The values of an element; nil until there has been one.
    private var knownAccess: FieldAccess<Element>?

    init(
        field: Int, path: FieldPath,
        place: any WritableKeyPath<Form, ValidatedValue<ValidatedRows<Element>>> & Sendable,
        in formAccess: FieldAccess<Form>
    ) {
        self.place = place
        self.formAccess = formAccess
        super.init(field: field, path: path)
        nested = list.indices.filter { list[$0].rows != nil }
    }

    private func storage(of form: Form) -> RowStorage<Element> {
        let state = formAccess.state(of: field, in: form)
        return (state as? ValueBox<ValidatedRows<Element>>)?.current.storage ?? RowStorage([])
    }

    /// Returns the same without a copy of the form, which is not changed.
    private func storage(of form: inout Form) -> RowStorage<Element> {
        let state = formAccess.state(of: field, in: &form)
        return (state as? ValueBox<ValidatedRows<Element>>)?.current.storage ?? RowStorage([])
    }

    /// Gives a form these rows.
    private func setRows(_ rows: RowStorage<Element>, of form: inout Form) {
        formAccess.modify(field, in: &form) { state in
            ValueState.makeUnique(&state)
            (state as? ValueBox<ValidatedRows<Element>>)?.current.storage = rows
        }
    }

    private func access(_ element: Element) -> FieldAccess<Element> {
        let access = knownAccess ?? FieldAccess(element, list)
        knownAccess = access
        return access
    }

    private func element(_ row: TypedRow, in form: Form) -> Element? {
        row.index.map { storage(of: form)[$0].element }
    }

    // MARK: - Rows that come and go

    override func begin(
        _ form: inout Form, owner: TypedOwner, numbers: inout RowNumbers<Form>
    ) -> RowChange {
        var change = RowChange()
        for row in rows { leave(row, &change, &numbers) }
        rows = []
        guard isOpen else {
            forget(&form)
            return change
        }
        var storage = storage(of: form)
        for index in 0..<storage.count {
            let (row, box) = enter(storage[index], at: index, isNew: false, owner, &numbers)
            storage[index] = box
            rows.append(row)
            change.occupied += row.fields
        }
        change.isChange = true
        form[keyPath: place].setRows(storage)
        initial = storage
        differing = 0
        noteRows()
        return change
    }

    /// Clears the states of the rows of an array that is gone.
    private func forget(_ form: inout Form) {
        var storage = storage(of: form)
        for index in 0..<storage.count {
            var element = storage[index].element
            for column in list {
                column.modify(&element) { ValueState.show(FieldStatus(), in: &$0) }
            }
            storage[index] = RowBox(id: storage[index].id, element)
        }
        form[keyPath: place].setRows(storage)
    }

    /// Adds a row, with its values as the initial ones.
    private func enter(
        _ box: RowBox<Element>, at index: Int, isNew: Bool, _ owner: TypedOwner,
        _ numbers: inout RowNumbers<Form>
    ) -> (TypedRow, RowBox<Element>) {
        var element = box.element
        if columns.isEmpty { nameColumns(by: element) }
        for column in list.indices {
            list[column].update(&element) { value in
                owner.begin(
                    &value, name: columns[column].key,
                    hasOtherRules: sets.contains { !$0.rules.validators[column].isEmpty })
            }
            list[column].rows?.update(&element) {
                $1 = $1.bound(to: owner.registry, messages: owner.messages)
            }
        }
        let new = RowBox(id: isNew ? .next() : box.id, element)
        let row = TypedRow(id: new.id, element: element.ruleObject, columns: list.count)
        row.index = index
        row.fields = list.indices.map {
            numbers.take(RowNumbers.Place(table: self, row: row, column: $0))
        }
        rulesOfRow[row.id] = rules(of: element, owner)
        return (row, new)
    }

    private func leave(
        _ row: TypedRow, _ change: inout RowChange, _ numbers: inout RowNumbers<Form>
    ) {
        row.index = nil
        rulesOfRow[row.id] = nil
        change.vacated += row.fields
        for field in row.fields { numbers.vacate(field) }
        change.isChange = true
    }

    private func nameColumns(by element: Element) {
        columns = element.namedFields.map { name, _ in
            let own = FieldPath(field: name)
            return RowTable.Column(
                key: name, path: own.segments[...],
                rulePath: FieldPath(segments: path.segments + [.allElements] + own.segments),
                isSensitive: false)
        }
    }

    private func rules(of element: Element, _ owner: TypedOwner) -> TypedRules? {
        let fields = element.namedFields
        let entries = fields.map(\.value.formEntries)
        if let known = rules.first(where: { $0.entries == entries }) { return known.rules }
        guard
            let new = try? TypedRules(
                fields, ruleSet: nil, registry: owner.registry, limits: owner.limits)
        else { return nil }
        rules.append((entries, new))
        return new
    }

    /// Notes that rows came, went or moved.
    private func noteRows() {
        noteChange()
        for set in sets { set.rules.array?.forgetRows() }
    }

    private func noteChange() {
        isOutdated = true
        for set in sets { set.rules.array?.isOuterOutdated = true }
    }

    // MARK: - Changes

    override func take(
        _ new: inout Form, from old: Form, owner: TypedOwner, numbers: inout RowNumbers<Form>
    ) -> (rows: RowChange, changes: [TypedChange]) {
        guard isOpen else { return (RowChange(), []) }
        let (was, now) = (storage(of: old), storage(of: &new))
        if let changed = now.changes(since: was) {
            var changes: [TypedChange] = []
            var storage = now
            for index in changed {
                let (box, made) = take(now[index], from: was[index], in: rows[index], owner)
                storage[index] = box
                changes += made
                noteDifference(of: rows[index], box.element)
            }
            setRows(storage, of: &new)
            if changes.contains(where: { $0.isEdit || $0.isReset }) { noteChange() }
            return (RowChange(), changes)
        }
        return arrange(&new, from: was, to: now, owner, &numbers)
    }

    private func arrange(
        _ new: inout Form, from was: RowStorage<Element>, to now: RowStorage<Element>,
        _ owner: TypedOwner, _ numbers: inout RowNumbers<Form>
    ) -> (rows: RowChange, changes: [TypedChange]) {
        var change = RowChange(isChange: true)
        var changes: [TypedChange] = []
        var known = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        let wanted = Set(now.boxes.map(\.id))
        for row in rows where !wanted.contains(row.id) { leave(row, &change, &numbers) }
        var (storage, arranged) = (now, [TypedRow]())
        for index in 0..<now.count {
            guard let row = known.removeValue(forKey: now[index].id), let before = row.index else {
                // A copy of a row is another row; one that was removed comes back as it is now.
                let isCopy = arranged.contains { $0.id == now[index].id }
                let (row, box) = enter(now[index], at: index, isNew: isCopy, owner, &numbers)
                storage[index] = box
                change.occupied += row.fields
                arranged.append(row)
                continue
            }
            if now[index] !== was[before] {
                let (box, made) = take(now[index], from: was[before], in: row, owner)
                storage[index] = box
                changes += made
            }
            if before != index { change.moved += row.fields }
            arranged.append(row)
        }
        for (index, row) in arranged.enumerated() { row.index = index }
        rows = arranged
        new[keyPath: place].setRows(storage)
        compareAll(new)
        noteRows()
        return (change, changes)
    }

    /// Takes a row that was changed.
    private func take(
        _ box: RowBox<Element>, from old: RowBox<Element>, in row: TypedRow, _ owner: TypedOwner
    ) -> (RowBox<Element>, [TypedChange]) {
        var (known, element) = (old.element, box.element)
        var changes: [TypedChange] = []
        let access = access(element)
        for column in access.touched(from: &known, to: &element) {
            let was = access.state(of: column, in: &known)
            let (change, replacement) = owner.change(
                of: row.fields[column], to: access.state(of: column, in: &element), from: was,
                link: was.link)
            if let replacement { access.modify(column, in: &element) { $0 = replacement } }
            guard let change else { continue }
            changes.append(change)
            if change.isEdit || change.isReset {
                row.element.set(
                    access.state(of: column, in: &element).ruleValue, at: columns[column].path)
                row.revision &+= 1
                for set in sets { set.rules.array?.noteChange(of: row) }
            }
        }
        return (RowBox(id: box.id, element), changes)
    }

    private func noteDifference(of row: TypedRow, _ element: Element) {
        guard let index = row.index, rows.count == initial.count else { return }
        let differs = element != initial[index].element
        if differs != row.differs { differing += differs ? 1 : -1 }
        row.differs = differs
    }

    override func compareAll(_ form: Form) {
        let storage = storage(of: form)
        guard rows.count == initial.count else { return differing = 1 }
        differing = 0
        for (index, row) in rows.enumerated() {
            row.differs = storage[index].element != initial[index].element
            if row.differs { differing += 1 }
        }
    }

    override func beginInitial(_ form: inout Form) {
        var storage = storage(of: form)
        for index in 0..<storage.count {
            var element = storage[index].element
            for column in list { column.update(&element) { $0.begin() } }
            storage[index] = RowBox(id: storage[index].id, element)
        }
        form[keyPath: place].setRows(storage)
    }

    override func accept(_ sent: Form, in form: inout Form) {
        let sentElements = Dictionary(
            storage(of: sent).boxes.map { ($0.id, $0.element) },
            uniquingKeysWith: { first, _ in first })
        var storage = storage(of: form)
        for (index, row) in rows.enumerated() {
            guard let sent = sentElements[row.id] else { continue }
            var element = storage[index].element
            for column in list {
                let value = column.read(sent)
                column.update(&element) { current in
                    current.accept(value)
                    current.link.shown &+= 1
                }
            }
            storage[index] = RowBox(id: row.id, element)
        }
        form[keyPath: place].setRows(storage)
        initial = self.storage(of: sent)
        compareAll(form)
    }

    override func noteReset(
        of column: Int, in row: TypedRow, from form: Form, initial initialForm: inout Form
    ) {
        guard let element = element(row, in: form) else { return }
        var storage = storage(of: initialForm)
        guard let index = (0..<storage.count).first(where: { storage[$0].id == row.id }) else {
            return
        }
        var initialElement = storage[index].element
        let value = list[column].read(element)
        list[column].update(&initialElement) { $0 = value }
        storage[index] = RowBox(id: row.id, initialElement)
        initialForm[keyPath: place].setRows(storage)
        initial = storage
        compareAll(form)
    }

    override func ids(in form: Form) -> [Stamp] { storage(of: form).boxes.map(\.id) }

    // MARK: - Fields

    override func read(_ column: Int, of row: TypedRow, in form: Form) -> (any FormField)? {
        element(row, in: form).map { list[column].read($0) }
    }

    override func show(
        _ status: FieldStatus, of column: Int, in row: TypedRow, form: inout Form
    ) {
        guard let index = row.index else { return }
        formAccess.modify(field, in: &form) { state in
            ValueState.makeUnique(&state)
            guard let rows = state as? ValueBox<ValidatedRows<Element>> else { return }
            let box = rows.current.storage[index]
            var element = box.element
            access(element).modify(column, in: &element) { ValueState.show(status, in: &$0) }
            rows.current.storage[index] = RowBox(id: box.id, element)
            rows.link.shown &+= 1
        }
    }

    override func isShowing(
        _ status: FieldStatus, at column: Int, in row: TypedRow, form: inout Form
    ) -> Bool {
        guard let index = row.index else { return true }
        let element = storage(of: &form)[index].element
        let state = access(element).state(of: column, in: element)
        return !state.isUnsettled && state.status.looks(like: status)
    }

    override func isInitial(_ column: Int, of row: TypedRow, in form: inout Form) -> Bool {
        guard let index = row.index,
            let rows = formAccess.state(of: field, in: &form) as? ValueBox<ValidatedRows<Element>>
        else { return false }
        let element = rows.current.storage[index].element
        return !access(element).state(of: column, in: element).isDirty
    }

    override func checkOwn(
        _ column: Int, of row: TypedRow, look: ((inout Form) -> Void) -> Void
    ) -> (result: FieldResult, reports: TypedReports) {
        var found: Element?
        look { form in found = row.index.map { storage(of: &form)[$0].element } }
        guard let element = found else { return (FieldResult(), TypedReports()) }
        let access = access(element)
        guard let rules = rulesOfRow[row.id] else {
            let value = access.state(of: column, in: element).field
            let findings = value.allFindings(as: columns[column].key)
            return (FieldResult(findings: findings), TypedReports())
        }
        rules.load(row.number, revision: row.revision) {
            access.state(of: $0, in: element).ruleValue
        }
        let reports = rules.reports(on: column)
        var result = rules.check(column, reports) { access.state(of: $0, in: element).field }
        if nested.contains(column) {
            let value = access.state(of: column, in: element).field
            result.findings.add(value.rowFindings(as: columns[column].key))
        }
        return (result, reports)
    }

    override func requestOwn(
        _ column: Int, of row: TypedRow, in form: Form
    ) -> @Sendable () async -> FieldFindings {
        guard let element = element(row, in: form), let rules = rulesOfRow[row.id] else {
            return { .none }
        }
        rules.load(row.number, revision: row.revision) { list[$0].read(element).ruleValue }
        return rules.request(column, row.reports[column].own) { list[$0].read(element) }
    }

    override func ownDependents(of column: Int, in row: TypedRow) -> [Int] {
        rulesOfRow[row.id]?.dependents[column].filter { $0 < columns.count } ?? []
    }
}
