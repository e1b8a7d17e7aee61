// SPDX-License-Identifier: Apache-2.0

// What a form does when rows come, go, move and change.
extension FormDriver<RecordSource> {
    /// Returns the rows of an array, which the first call makes.
    func table(_ name: String) throws(FormError) -> RowTable {
        useCurrentRules()
        let (table, change) = try source.openTable(name)
        guard let change else { return table }
        machine.dependents = source.dependents
        apply(change)
        // The array has fewer rules now.
        if machine.fields[table.field].stage == .checked {
            machine.check(table.field) { source.check($0) }
        }
        commit()
        return table
    }

    /// Gives an array other rows.
    ///
    /// - Returns: False if they are the same, and nothing happens.
    @discardableResult
    func arrange(_ table: RowTable, _ arrangement: RecordSource.Arrangement) -> Bool {
        useCurrentRules()
        let change = source.arrange(table, arrangement)
        guard change.isChange else { return false }
        let relatives = source.updateRelatives(of: table)
        let isInitial = table.isInitial(source.fields[table.field].initialValue)
        atOnce {
            apply(change)
            machine.isInBatch = true
            for (field, isInitial) in relatives { machine.editAlong(field, isInitial: isInitial) }
            machine.edit(table.field, isInitial: isInitial, isTyped: false) { source.check($0) }
            machine.follow(source.fields(reading: nil, in: table)) { source.check($0) }
        }
        leaveOutcome()
        commit()
        return true
    }

    /// Gives a field of a row another value.
    func set(_ value: Value, of state: FieldState, at place: RowPlace) {
        guard value != state.current, let row = place.row else { return }
        useCurrentRules()
        let (table, column) = (place.table, place.column)
        let others = source.set(value, of: state, at: place, in: row)
        let relatives = source.noteRelatives(of: table)
        let isInitial = table.isInitial(source.fields[table.field].initialValue)
        atOnce {
            for (field, isInitial) in others + relatives {
                machine.editAlong(field, isInitial: isInitial)
            }
            if table.rules.reachesArray[column] {
                machine.editAlong(table.field, isInitial: isInitial)
            } else {
                machine.editParts(table.field, isInitial: isInitial)
            }
            machine.edit(state.index, isInitial: value == state.initialValue) { source.check($0) }
            if table.rules.haveOtherRows {
                let readers = source.fields(reading: row, in: table)
                machine.follow(readers.filter { $0 != state.index }) { source.check($0) }
            }
        }
        leaveOutcome()
        commit()
    }

    /// Runs a change of values that is no operation on rows, and makes the rows follow it.
    func follow(_ rows: RowChange, _ event: () -> Void) {
        guard rows.isChange else { return event() }
        machine.isInBatch = true
        apply(rows)
        for table in source.tables {
            machine.follow(source.fields(reading: nil, in: table)) { source.check($0) }
        }
        event()
    }

    /// Applies a change of rows to the machine.
    func apply(_ change: RowChange) {
        for field in change.vacated { machine.vacate(field) }
        for field in change.occupied { machine.occupy(field, with: source.newStatus) }
        tasks.grow(to: machine.fields.count)
        renewDependents(change)
        for (field, isInitial) in change.edited { machine.editAlong(field, isInitial: isInitial) }
        for field in change.moved { machine.noteChange(of: field) }
        let wasInBatch = machine.isInBatch
        machine.isInBatch = true
        for (field, _) in change.edited {
            machine.follow([field] + machine.dependents[field]) { source.check($0) }
        }
        if machine.submission == .checking {
            for field in change.occupied { machine.check(field) { source.check($0) } }
        }
        machine.isInBatch = wasInBatch
    }

    private func renewDependents(_ change: RowChange) {
        guard !change.vacated.isEmpty || !change.occupied.isEmpty else { return }
        for field in change.occupied {
            machine.dependents[field] = source.dependents(of: source.fields[field])
        }
        let vacated = Set(change.vacated)
        for table in source.tables {
            for (field, columns) in table.rules.readers {
                machine.dependents[field].removeAll { vacated.contains($0) }
                for new in change.occupied {
                    guard let place = source.fields[new].place, place.table === table,
                        columns.contains(place.column), !machine.dependents[field].contains(new)
                    else { continue }
                    machine.dependents[field].append(new)
                }
            }
        }
    }
}
