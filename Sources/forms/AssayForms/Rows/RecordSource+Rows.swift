// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// The change of rows that came, went, moved or changed, for the machine.
struct RowChange {
    /// The fields of rows that were removed.
    var vacated: [Int] = []
    /// The fields of rows that came.
    var occupied: [Int] = []
    /// The fields whose paths changed, since their rows moved.
    var moved: [Int] = []
    /// The fields whose values changed.
    var edited: [(field: Int, isInitial: Bool)] = []
    /// `true` if there is any change.
    var isChange = false

    mutating func add(_ other: RowChange) {
        vacated += other.vacated
        occupied += other.occupied
        moved += other.moved
        edited += other.edited
        isChange = isChange || other.isChange
    }
}

// Arrays whose elements are rows.
extension RecordSource {
    /// The rows of a list, each known or new (`nil`), with its new element, or `nil` to keep the
    /// element that it has.
    typealias Arrangement = [(row: RowState?, element: Value?)]

    func table(at path: FieldPath) -> RowTable? { tables.first { $0.path == path } }

    /// Returns the rows of an array of the form, which the first call makes.
    ///
    /// - Returns: The table, and the change if it was made.
    func openTable(_ name: String) throws(FormError) -> (table: RowTable, change: RowChange?) {
        guard let field = record.layout.field(named: name) else {
            throw .missingField(name, nearest: nearestName(to: name, in: record.layout.keys))
        }
        guard !unregistered.contains(field) else {
            throw .unregisteredField(record.layout.keys[field])
        }
        let path = record.layout.paths[field]
        if let table = table(at: path) { return (table, nil) }
        let columns = columns(of: path)
        // A form that grows with its rules has no fields after the last one.
        guard !columns.isEmpty, !habits.growsWithRules,
            !record.layout.paths.contains(where: { $0 != path && $0.isPart(of: path) })
        else { throw .noRows(record.layout.keys[field]) }
        record.open(path)
        let rules = RowRules(path, field: field, columns: columns, record: record)
        let table = RowTable(
            path, field: field, columns: columns, rules: rules, emptyValue: fields[field].current)
        add(table)
        // Values that were loaded are as a user would have typed them.
        let initial = begin(table)
        var change = RowChange()
        let current = elements(fields[field].current, of: table)
        if current != table.initial.map(\.element) {
            change = arrange(
                table,
                current.enumerated().map { index, element in
                    (initial.indices.contains(index) ? initial[index] : nil, element)
                })
        }
        change.occupied = table.rows.flatMap { $0.states.map(\.index) }
        table.isOutdated = true
        flush(table)
        return (table, change)
    }

    /// Closes the table of an array that is unregistered.
    ///
    /// - Returns: The fields of the rows.
    func closeTable(of field: Int) -> [Int] {
        guard let table = tables.first(where: { $0.field == field }) else { return [] }
        flush(table)
        let states = table.rows.flatMap(\.states)
        for row in table.rows { row.index = nil }
        _ = table.setRows([])
        for state in states { vacate(state) }
        remove(table)
        record.close(table.path)
        return states.map(\.index)
    }

    private func columns(of array: FieldPath) -> [RowTable.Column] {
        let plan = record.manager.plan
        var columns: [RowTable.Column] = []
        for path in record.live.plan.paths where path.isInElement(of: array) {
            let own = path.inElement(of: array)
            guard !columns.contains(where: { $0.rulePath == own }) else { continue }
            let part = own.segments.dropFirst(array.segments.count + 1)
            columns.append(
                RowTable.Column(
                    key: FieldPath.text(of: part), path: part, rulePath: own,
                    isSensitive: plan.isSensitive(own)))
        }
        return columns
    }

    // MARK: - Rows

    /// Returns the elements of a value, as a form keeps them, or none if the value is no array.
    func elements(_ value: Value, of table: RowTable) -> [Value] {
        guard case .array(let elements) = value else { return [] }
        return elements.map { normal($0, of: table) }
    }

    private func normal(_ element: Value, of table: RowTable) -> Value {
        var element = element
        for column in table.columns {
            let value = element.value(at: column.path)
            let normal = record.content.normal(value)
            if normal != value { element.set(normal, at: column.path) }
        }
        return element
    }

    /// Makes the rows of the initial value, all of them new.
    @discardableResult
    private func begin(_ table: RowTable) -> [RowState] {
        let value = fields[table.field].initialValue
        let elements = elements(value, of: table)
        table.emptyValue = value.emptied
        if !elements.isEmpty {
            fields[table.field].initialValue = .array(elements)
            initialContent.set(.array(elements), of: table.field)
        }
        let rows = elements.map { newRow($0, of: table) }
        table.setInitial(Array(zip(rows, elements).map { (row: $0, element: $1) }))
        _ = table.setRows(rows)
        for row in rows { makeFields(of: row, in: table) }
        return rows
    }

    private func newRow(_ element: Value, of table: RowTable) -> RowState {
        rowCount += 1
        return RowState(id: rowCount, element: element)
    }

    /// Returns a row that is in no array, like one that was removed.
    func rowOutside(of table: RowTable, _ element: Value) -> RowState {
        let row = newRow(normal(element, of: table), of: table)
        row.states = table.columns.indices.map { column in
            let state = FieldState(record.layout.rest, habits: habits)
            state.place = RowPlace(table: table, row: row, column: column)
            state.current = value(of: column, in: row.element, table)
            state.initialValue = state.current
            return state
        }
        return row
    }

    private func makeFields(of row: RowState, in table: RowTable) {
        row.states = []
        for column in table.columns.indices { makeField(column, of: row, in: table) }
    }

    private func makeField(_ column: Int, of row: RowState, in table: RowTable) {
        let state = newState()
        state.place = RowPlace(table: table, row: row, column: column)
        state.isSensitive = table.columns[column].isSensitive
        let value = value(of: column, in: row.element, table)
        state.current = value
        state.initialValue = value
        row.states.append(state)
    }

    private func value(of column: Int, in element: Value, _ table: RowTable) -> Value {
        record.content.normal(element.value(at: table.columns[column].path))
    }

    /// Gives a table other rows.
    ///
    /// A row that was removed can come back, with new fields.
    func arrange(_ table: RowTable, _ arrangement: Arrangement) -> RowChange {
        // What holds the array is compared with what it is before.
        if table.isOutdated { flush(table) }
        var change = RowChange()
        var rows: [RowState] = []
        rows.reserveCapacity(arrangement.count)
        var kept: Set<Int> = []
        for (row, element) in arrangement {
            guard let row, kept.insert(row.id).inserted else {
                rows.append(newRow(normal(element ?? .absent, of: table), of: table))
                continue
            }
            rows.append(row)
            guard let element else { continue }
            let normal = normal(element, of: table)
            guard normal != row.element else { continue }
            change.isChange = true
            row.element = normal
            row.revision &+= 1
            guard row.index != nil else { continue }
            for (column, state) in row.states.enumerated() {
                let value = value(of: column, in: normal, table)
                guard value != state.current else { continue }
                state.current = value
                change.edited.append((state.index, value == state.initialValue))
            }
        }
        for row in table.rows where !kept.contains(row.id) {
            row.index = nil
            change.isChange = true
            for state in row.states {
                change.vacated.append(state.index)
                vacate(state)
            }
        }
        // A field of a new row can have the number of one that is gone.
        for row in rows where row.index == nil {
            change.isChange = true
            makeFields(of: row, in: table)
            change.occupied += row.states.map(\.index)
        }
        let moved = table.setRows(rows)
        change.isChange = change.isChange || !moved.isEmpty
        change.moved = moved.flatMap { $0.states.map(\.index) }
        noteChange(of: table)
        return change
    }

    /// Notes that the array that the rows are in has changed.
    private func noteChange(of table: RowTable) {
        table.isOutdated = true
        table.rules.array?.forgetRows()
        fields[table.field].partChanges &+= 1
        for other in tables { other.rules.noteOuterChange(of: table.path.topLevelKey) }
    }

    /// Runs the synchronous rules of an array whose elements are rows.
    ///
    /// - Returns: `nil` if the elements are not rows, or if the rules need those of the elements.
    func checkArray(_ field: Int) -> FieldResult? {
        guard let table = tables.first(where: { $0.field == field }), let array = table.rules.array
        else { return nil }
        let state = fields[field]
        let result = array.knownResult(on: table.rows) ?? array.check(currentContent, table.rows)
        state.report = result.report
        state.isPartial = result.isPartial
        let findings = state.report.map { FieldFindings(of: $0) } ?? .none
        return FieldResult(
            findings: state.part(findings), isDeferred: state.report?.deferred.isEmpty == false)
    }

    /// The values with all rows as they are now.
    private var currentContent: FormContent {
        var content = record.content
        for table in tables where table.isOutdated { content.set(table.value, of: table.field) }
        return content
    }

    // MARK: - Values

    /// Gives a field of a row another value.
    ///
    /// - Returns: The fields of the row whose values changed along.
    func set(_ value: Value, of state: FieldState, at place: RowPlace, in row: RowState)
        -> [(field: Int, isInitial: Bool)]
    {
        let table = place.table
        state.current = value
        row.element.set(value, at: table.columns[place.column].path)
        row.revision &+= 1
        table.noteChange(of: row)
        table.isOutdated = true
        table.rules.array?.isOuterOutdated = true
        table.rules.array?.noteChange(of: row)
        fields[table.field].partChanges &+= 1
        if tables.count > 1 {
            for other in tables where other !== table {
                other.rules.noteOuterChange(of: table.path.topLevelKey)
            }
        }
        var others: [(field: Int, isInitial: Bool)] = []
        guard table.columns.count > 1 else { return others }
        for column in table.relatives(of: place.column) {
            let other = row.states[column]
            let value = self.value(of: column, in: row.element, table)
            guard value != other.current else { continue }
            other.current = value
            others.append((other.index, value == other.initialValue))
        }
        return others
    }

    /// Puts arrays whose rows have changed into the record.
    func flushTables() {
        for table in tables where table.isOutdated { flush(table) }
    }

    /// Puts arrays whose rows have changed into the record, if the rules of a field look at them.
    func flushTables(for field: Int) {
        for table in tables where table.isOutdated && table.rules.needsArray[field] {
            flush(table)
        }
        flush(field: field)
    }

    /// Puts arrays whose rows have changed into the record, if a field is such an array or holds
    /// it.
    func flush(field: Int) {
        for table in tables where table.isOutdated {
            let isHere = table.field == field
            if isHere || record.layout.relatives[table.field].contains(field) { flush(table) }
        }
    }

    private func flush(_ table: RowTable) {
        table.isOutdated = false
        let value = table.value
        fields[table.field].keep(value)
        record.set(value, of: table.field)
        for relative in record.layout.relatives[table.field] {
            fields[relative].keep(record.content[relative])
        }
    }

    /// Notes that fields hold an array of which a row has another value; they are put together when
    /// something looks at them.
    ///
    /// - Returns: The fields, and whether each has its initial value.
    func noteRelatives(of table: RowTable) -> [(field: Int, isInitial: Bool)] {
        let relatives = record.layout.relatives[table.field]
        guard !relatives.isEmpty else { return [] }
        for relative in relatives { fields[relative].partChanges &+= 1 }
        // What holds an array that is not the initial one is not either.
        guard table.isInitial(fields[table.field].initialValue) else {
            return relatives.map { ($0, false) }
        }
        flush(table)
        return relatives.map { ($0, fields[$0].current == fields[$0].initialValue) }
    }

    /// Gives the fields that hold an array, or are held by it, the values of its rows.
    func updateRelatives(of table: RowTable) -> [(field: Int, isInitial: Bool)] {
        let relatives = record.layout.relatives[table.field]
        guard !relatives.isEmpty else { return [] }
        let before = relatives.map { fields[$0].current }
        flush(table)
        var changed: [(field: Int, isInitial: Bool)] = []
        for (relative, before) in zip(relatives, before) {
            let value = fields[relative].current
            guard value != before else { continue }
            fields[relative].partChanges &+= 1
            changed.append((relative, value == fields[relative].initialValue))
        }
        return changed
    }

    /// Makes rows follow values that were set in another way than by rows.
    func followContent() -> RowChange {
        var change = RowChange()
        for table in tables {
            table.rules.noteOuterChange(of: table.path.topLevelKey)
            let value = record.content[table.field]
            guard value != table.value else { continue }
            let rows = table.rows
            table.emptyValue = value.emptied
            change.add(
                arrange(
                    table,
                    elements(value, of: table).enumerated().map { index, element in
                        (rows.indices.contains(index) ? rows[index] : nil, element)
                    }))
        }
        flushTables()
        return change
    }

    /// Brings back the rows with which the form began, or makes the rows of new initial values.
    func beginRows(keeping keeps: Bool) -> RowChange {
        var change = RowChange()
        for table in tables {
            if keeps {
                table.emptyValue = fields[table.field].initialValue.emptied
                change.add(arrange(table, table.initial.map { ($0.row, $0.element) }))
                for row in table.rows {
                    for (column, state) in row.states.enumerated() {
                        state.initialValue = value(of: column, in: row.element, table)
                    }
                }
            } else {
                change.add(arrange(table, []))
                begin(table)
                change.occupied += table.rows.flatMap { $0.states.map(\.index) }
                noteChange(of: table)
            }
            flush(table)
        }
        return change
    }

    // MARK: - Rules

    /// Makes the rules of rows anew, and gives tables the columns that they lack.
    ///
    /// - Returns: The fields of new columns.
    func followRowRules() -> [Int] {
        var occupied: [Int] = []
        for table in tables {
            let new = columns(of: table.path)
                .filter { column in !table.columns.contains { $0.rulePath == column.rulePath } }
            let known = table.columns.count
            table.columns += new
            table.rules = RowRules(
                table.path, field: table.field, columns: table.columns, record: record)
            for row in table.rows {
                for column in known..<table.columns.count {
                    makeField(column, of: row, in: table)
                }
                occupied += row.states[known...].map(\.index)
            }
        }
        return occupied
    }

    /// The fields whose rules look at a field, for each field of the machine.
    var dependents: [[Int]] {
        var dependents = record.dependents
        dependents += Array(repeating: [], count: fields.count - dependents.count)
        for table in tables {
            for row in table.rows {
                for state in row.states {
                    dependents[state.index] = self.dependents(of: state)
                }
            }
            for (field, columns) in table.rules.readers {
                for row in table.rows { dependents[field] += columns.map { row.states[$0].index } }
            }
        }
        return dependents
    }

    /// The fields whose rules look at that of a row, apart from those of whole columns.
    func dependents(of state: FieldState) -> [Int] {
        guard let place = state.place, let row = place.row else { return [] }
        let rules = place.table.rules
        return rules.dependents[place.column].map { row.states[$0].index }
            + rules.outerDependents[place.column]
    }

    /// Returns the fields whose rules look at a row as one of the others or, with `nil`, at any
    /// row.
    func fields(reading row: RowState?, in table: RowTable) -> [Int] {
        let columns = table.rules.columnsReading(rowAt: row.map { $0.index ?? -1 })
        guard !columns.isEmpty else { return [] }
        return table.rows.flatMap { row in columns.map { row.states[$0].index } }
    }

    /// Runs the synchronous rules on a field of a row.
    func check(_ state: FieldState, at place: RowPlace, in row: RowState) -> FieldResult {
        let (rules, column) = (place.table.rules, place.column)
        if rules.isWhole[column] {
            flushTables()
        } else {
            for table in tables where table.isOutdated && rules.reads(table.path.topLevelKey) {
                flush(table)
            }
        }
        let report: ValidationReport?
        (report, state.isPartial) = rules.check(
            column, of: row, among: place.table.rows, record: record)
        state.report = report
        guard let report else { return FieldResult(findings: state.part(.none)) }
        let findings = place.canonical(FieldFindings(of: report))
        return FieldResult(
            findings: state.part(findings), isDeferred: !report.deferred.isEmpty)
    }

    /// The asynchronous rules about a field of a row that was just checked.
    func request(
        _ state: FieldState, at place: RowPlace, in row: RowState
    ) -> @Sendable () async -> FieldFindings {
        guard let report = state.report else { return { .none } }
        let rules = place.table.rules
        if rules.isWhole[place.column] { flushTables() }
        return rules.completion(
            of: report, isPartial: state.isPartial, place.column, of: row, record: record)
    }

    /// True if no error of a server is about a row, and all its asynchronous rules have passed.
    func areRowsPassing(_ machine: FormMachine) -> Bool {
        for table in tables {
            for row in table.rows {
                for (column, state) in row.states.enumerated() {
                    guard machine.fields[state.index].serverErrors.isEmpty else { return false }
                    guard table.rules.areAsync[column],
                        machine.fields[state.index].answer?.isPassing != true,
                        let place = state.place
                    else { continue }
                    let (report, isPartial) = (state.report, state.isPartial)
                    let isDeferred = check(state, at: place, in: row).isDeferred
                    (state.report, state.isPartial) = (report, isPartial)
                    if isDeferred { return false }
                }
            }
        }
        return true
    }
}

extension FieldState {
    fileprivate func part(_ findings: FieldFindings) -> FieldFindings {
        var findings = findings
        findings.isPartial = isPartial
        return findings
    }
}

extension Value {
    /// The value of an array without its elements; a value that is not an array stays.
    fileprivate var emptied: Value {
        if case .array = self { .array([]) } else { self }
    }
}

extension FieldPath {
    /// Returns `true` if the value at this path is part of the one at another path.
    fileprivate func isPart(of other: FieldPath) -> Bool {
        segments.count > other.segments.count && segments.starts(with: other.segments)
    }

    /// The text of a part of a path; empty for an empty part.
    fileprivate static func text(of part: ArraySlice<Segment>) -> String {
        guard !part.isEmpty else { return "" }
        if case .key? = part.first { return FieldPath(segments: Array(part)).description }
        // An index comes after a key.
        return String(FieldPath(segments: [.key("a")] + part).description.dropFirst())
    }
}
