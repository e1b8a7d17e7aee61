// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

// Rows of a form that is a struct.
extension TypedSource {
    /// The fields whose rules look at a field, for each field of the machine.
    var dependents: [[Int]] {
        var dependents = rules.dependents
        dependents += Array(repeating: [], count: numbers.count)
        for table in tables where table.isOpen {
            for row in table.rows {
                for (column, field) in row.fields.enumerated() {
                    dependents[field] = self.dependents(of: column, in: row, table)
                }
            }
            for (field, columns) in table.sets.flatMap(\.rules.readers) {
                for row in table.rows { dependents[field] += columns.map { row.fields[$0] } }
            }
        }
        return dependents
    }

    private func dependents(
        of column: Int, in row: TypedRow, _ table: TypedTable<Form>
    ) -> [Int] {
        var columns = Set(table.ownDependents(of: column, in: row))
        var fields: Set<Int> = table.hasFunctions ? [table.field] : []
        for set in table.sets {
            columns.formUnion(set.rules.dependents[column])
            fields.formUnion(set.rules.outerDependents[column])
        }
        columns.remove(column)
        return columns.sorted().map { row.fields[$0] } + fields.sorted()
    }

    // MARK: - Names

    /// The number of a field, also of one in a row (`items[2].price`).
    func field(named name: String) -> Int? {
        if let field = rules.layout.field(named: name) { return field }
        guard !tables.isEmpty, let path = try? FieldPath(name),
            case .field(let field, let length) = rowField(at: path.segments.map(\.token)),
            // A part of a field is none.
            length == path.segments.count
        else { return nil }
        return field
    }

    /// Returns the fields with these names; an array is followed by the fields of its rows.
    ///
    /// - Throws: `FormError.missingField` for a name that the form lacks.
    func fields(named names: some Sequence<String>) throws(FormError) -> [Int] {
        var chosen: [Int] = []
        for name in names {
            guard let field = field(named: name) else {
                throw .missingField(name, nearest: nearestName(to: name, in: rules.layout.keys))
            }
            chosen += withRows(field)
        }
        return chosen
    }

    /// A field, and after an array the fields of its rows.
    private func withRows(_ field: Int) -> [Int] {
        guard let table = table(of: field) else { return [field] }
        return [field] + table.rows.flatMap(\.fields)
    }

    /// Updates the name of the field that has the focus, which changes as its row moves.
    func refreshFocus() {
        guard let (row, column) = focusedRow else { return }
        let table = tables.first { $0.rows.contains { $0 === row } }
        let name = table?.name(of: column, in: row)
        if name != focused { focused = name }
        if name == nil { focusedRow = nil }
    }

    // MARK: - Checking

    /// Notes that an array has changed.
    func noteChange(of table: TypedTable<Form>) {
        for other in tables where other !== table {
            for set in other.sets { set.rules.noteOuterChange(of: table.path.topLevelKey) }
        }
    }

    /// Gives the rules of a field the arrays that they look at.
    func flushRows(for field: Int) {
        guard hasTables else { return }
        for table in tables where table.isOutdated && table.isOpen {
            let isNeeded =
                table.field == field || table.sets.contains { $0.rules.needsArray[field] }
            if isNeeded { flush(table) }
        }
    }

    private func flush(_ table: TypedTable<Form>) {
        table.noteFlush()
        rules.set(table.value, of: table.field)
    }

    /// Runs the rules of the form about an array, without those of its elements where these do not
    /// matter.
    func reports(on table: TypedTable<Form>) -> TypedReports {
        guard !table.sets.isEmpty else { return rules.reports(on: table.field) }
        var reports = TypedReports()
        for set in table.sets {
            let result =
                set.rules.array?.check(set.record.content, table.rows)
                ?? ArrayRules.Result(
                    report: set.record.report(on: table.field),
                    isPartial: set.record.isPartial(table.field))
            reports.add(result, isOwn: set.record === rules.own)
        }
        return reports
    }

    /// Returns the reports of these rules if they are known without a look at all rows, or `nil` if
    /// the rules have to run.
    func knownReports(on table: TypedTable<Form>) -> TypedReports? {
        guard !table.sets.isEmpty else { return nil }
        var reports = TypedReports()
        for set in table.sets {
            guard let known = set.rules.array?.knownResult(on: table.rows) else { return nil }
            reports.add(known, isOwn: set.record === rules.own)
        }
        return reports
    }

    /// Runs the synchronous rules on a field of a row.
    func check(_ place: RowNumbers<Form>.Place) -> FieldResult {
        let (table, row, column) = (place.table, place.row, place.column)
        for other in tables where other.isOutdated && other.isOpen {
            let isRead = table.sets.contains {
                $0.rules.isWhole[column] || $0.rules.reads(other.path.topLevelKey)
            }
            if isRead { flush(other) }
        }
        var (result, own) = table.checkOwn(column, of: row) { $0(&storedForm) }
        result.findings.place(in: table, column)
        var reports = TypedRow.Reports(own: own)
        for set in table.sets where !set.rules.validators[column].isEmpty {
            let (report, isPartial) = set.rules.check(
                column, of: row, among: table.rows, record: set.record)
            reports.ofForm.append(report)
            reports.isPartial = reports.isPartial || isPartial
            guard let report else { continue }
            var findings = FieldFindings(of: report)
            let index = set.rules.place(of: row, column)
            if index > 0 {
                let pointer = table.path.pointer
                findings.move(from: "\(pointer)/\(index)", to: "\(pointer)/0")
            }
            result.findings.add(findings)
            result.isDeferred = result.isDeferred || !report.deferred.isEmpty
        }
        result.findings.isPartial = result.findings.isPartial || reports.isPartial
        row.reports[column] = reports
        return result
    }

    /// The asynchronous rules about a field of a row that was just checked.
    func request(
        _ place: RowNumbers<Form>.Place
    ) -> @Sendable () async -> FieldFindings {
        let (table, row, column) = (place.table, place.row, place.column)
        let own = table.requestOwn(column, of: row, in: edited)
        let (array, path) = (table.path.pointer, table.columns[column].rulePath.description)
        var others: [@Sendable () async -> FieldFindings] = []
        let sets = table.sets.filter { !$0.rules.validators[column].isEmpty }
        for (set, report) in zip(sets, row.reports[column].ofForm) {
            guard let report else { continue }
            others.append(
                set.rules.completion(
                    of: report, isPartial: row.reports[column].isPartial, column, of: row,
                    record: set.record))
        }
        return { [others] in
            var findings = await own()
            findings.move(from: "", to: "\(array)/0")
            findings.name(path)
            for other in others { findings.add(await other()) }
            return findings
        }
    }

    /// Shows the state of a row's field, at the row's place.
    func showRow(_ field: Int, _ status: FieldStatus) {
        guard let place = numbers[field], let index = place.row.index else { return }
        var status = status
        status.locate(in: place.table, at: index)
        // Most fields that follow another one show what they showed.
        guard
            !place.table.isShowing(status, at: place.column, in: place.row, form: &storedForm)
        else { return }
        show(place.table.field) { form in
            place.table.show(status, of: place.column, in: place.row, form: &form)
        }
    }

    func findings(of machine: FormMachine) -> [FieldFindings] {
        (0...list.count).flatMap { withRows($0) }.map { field in
            var status = machine.fields[field]
            if let place = numbers[field], let index = place.row.index {
                status.locate(in: place.table, at: index)
            }
            return status.findings
        }
    }

    // MARK: - Errors of a server

    /// The result of a search for a row's field at a place in the record.
    private enum Found {
        /// The field, with the length of its path.
        case field(Int, length: Int)
        /// The row was removed since.
        case gone
        case none
    }

    /// Finds the field of a row.
    ///
    /// - Parameters:
    ///   - tokens: The keys and indexes that lead there.
    ///   - sent: The form that the indexes are about, or `nil` for the form as it is now.
    /// - Returns: The innermost field that holds the place.
    private func rowField(at tokens: [String], sent: Form? = nil) -> Found {
        for table in tables where table.isOpen {
            let depth = table.path.segments.count
            guard tokens.count > depth, table.path.leads(along: tokens) else { continue }
            let ids = sent.map { table.ids(in: $0) } ?? table.rows.map(\.id)
            guard let index = Int(tokens[depth]), String(index) == tokens[depth],
                ids.indices.contains(index)
            else { return .none }
            guard let row = table.rows.first(where: { $0.id == ids[index] }) else { return .gone }
            let rest = Array(tokens[(depth + 1)...])
            let columns = table.columns.indices.filter { column in
                FieldPath(segments: Array(table.columns[column].path)).leads(along: rest)
            }
            let best = columns.max {
                table.columns[$0].path.count < table.columns[$1].path.count
            }
            return best.map {
                .field(row.fields[$0], length: depth + 1 + table.columns[$0].path.count)
            } ?? .none
        }
        return .none
    }

    /// Returns the errors of a server by field, without errors about rows that are gone.
    func placeAtFields(
        _ errors: ServerErrors, sentWith content: Form?
    ) -> [(field: Int, errors: [Violation])] {
        guard !tables.isEmpty else { return rules.layout.place(errors) }
        var others: [ServerError] = []
        var placed: [Int: [Violation]] = [:]
        for error in errors.errors {
            let found = error.place.flatMap { JSONPointer.tokens(ofPlace: $0) }
                .map { rowField(at: $0, sent: content) }
            switch found {
            case .field(let field, _)?:
                guard let place = numbers[field] else { continue }
                let path = place.table.columns[place.column].rulePath
                placed[field, default: []].append(error.violation(ofRowField: path))
            case .gone?: break
            default: others.append(error)
            }
        }
        return rules.layout.place(ServerErrors(others))
            + placed.sorted { $0.key < $1.key }.map { (field: $0.key, errors: $0.value) }
    }
}

extension TypedReports {
    fileprivate mutating func add(_ result: ArrayRules.Result, isOwn: Bool) {
        if isOwn { own = result.report } else { service = result.report }
        isPartial = isPartial || result.isPartial
    }
}

extension FieldFindings {
    /// Gives findings of an element's own rules the place and the name of a field of the first row.
    @MainActor
    fileprivate mutating func place<Form>(in table: TypedTable<Form>, _ column: Int) {
        guard !isEmpty else { return }
        move(from: "", to: "\(table.path.pointer)/0")
        name(table.columns[column].rulePath.description)
    }
}

extension FieldStatus {
    /// Gives findings, which are kept as those of the first row, the place of another one.
    @MainActor
    fileprivate mutating func locate<Form>(in table: TypedTable<Form>, at index: Int) {
        // Where nothing was found there is nothing to place, as at most keystrokes.
        guard index > 0, !(findings.isEmpty && serverErrors.isEmpty) else { return }
        let (old, new) = ("\(table.path.pointer)/0", "\(table.path.pointer)/\(index)")
        findings.move(from: old, to: new)
        guard !serverErrors.isEmpty else { return }
        var errors = FieldFindings(violations: serverErrors)
        errors.move(from: old, to: new)
        serverErrors = errors.violations
    }
}

// What a form that is a struct does when its rows come, go, move and change.
extension FormDriver {
    /// Applies a change of rows to the machine.
    func apply<Form>(_ change: RowChange) where Source == TypedSource<Form> {
        guard change.isChange else { return }
        for field in change.vacated { machine.vacate(field) }
        for field in change.occupied {
            machine.occupy(field, with: source.status(ofRowField: field))
        }
        tasks.grow(to: machine.fields.count)
        machine.dependents = source.dependents
        for field in change.moved { machine.noteChange(of: field) }
        let wasInBatch = machine.isInBatch
        machine.isInBatch = true
        if machine.submission == .checking {
            for field in change.occupied { machine.check(field) { source.check($0) } }
        }
        machine.isInBatch = wasInBatch
    }

    /// Begins with the rows with which the form was made.
    func beginRows<Form>() where Source == TypedSource<Form> {
        guard !source.tables.isEmpty else { return }
        let fields = source.tables.flatMap { $0.rows.flatMap(\.fields) }
        apply(RowChange(occupied: fields, isChange: true))
        machine.checkEagerFields { source.check($0) }
        commit()
    }

    /// Handles another value of a field, or other rows of an array.
    func edit<Form>(_ change: TypedChange) where Source == TypedSource<Form> {
        let (field, isInitial) = (change.field, source.isInitial(change.field))
        if let place = source.numbers[field] {
            let table = place.table
            let isArrayInitial = source.isInitial(table.field)
            if table.reachesArray(place.column) {
                machine.editAlong(table.field, isInitial: isArrayInitial)
            } else {
                machine.editParts(table.field, isInitial: isArrayInitial)
            }
            machine.edit(field, isInitial: isInitial) { source.check($0) }
            machine.follow(table.fields(reading: place.row).filter { $0 != field }) {
                source.check($0)
            }
        } else if let table = source.table(of: field), table.isOpen {
            machine.edit(field, isInitial: isInitial, isTyped: false) { source.check($0) }
            machine.follow(table.fields(reading: nil)) { source.check($0) }
        } else {
            machine.edit(field, isInitial: isInitial) { source.check($0) }
        }
    }
}
