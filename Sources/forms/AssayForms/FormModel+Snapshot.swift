// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Makes a snapshot of the form.
    ///
    /// - Parameter includesSensitive: `true` to include sensitive fields; without them, they have
    ///   their initial values after `restore`.
    /// - Returns: The snapshot, which has no rules and no results.
    public func snapshot(includingSensitive includesSensitive: Bool = false) -> FormSnapshot {
        driver.useCurrentRules()
        source.flushTables()
        var members: [(key: String, value: Value)] = []
        for field in allModels where includesSensitive || !field.isSensitive {
            members.append((field.path, snapshot(of: field)))
        }
        let rest = driver.machine.fields[layout.rest]
        var snapshot: [(key: String, value: Value)] = [
            ("version", .integer(FormSnapshot.version)), ("isText", .bool(isText)),
            ("fields", .object(Value.Object(members))),
            ("others", .object(source.record.content.others)),
            ("formErrors", .array(rest.serverErrors.map(Self.snapshot))),
        ]
        if !source.unregistered.isEmpty {
            snapshot.append(("unregistered", .object(Value.Object(unregistered))))
        }
        return FormSnapshot(value: .object(Value.Object(snapshot)))
    }

    private var unregistered: [(key: String, value: Value)] {
        source.unregistered.sorted().map { field in
            (layout.keys[field], source.dropped.contains(field) ? "dropped" : "kept")
        }
    }

    private func snapshot(of field: FieldModel) -> Value {
        var members: [(key: String, value: Value)] = []
        if field.value != .absent { members.append(("value", field.value)) }
        if field.initialValue != .absent { members.append(("initialValue", field.initialValue)) }
        members += history(of: field.index)
        if let table = source.tables.first(where: { $0.field == field.index }) {
            members.append(("rows", .array(table.rows.map { snapshot(of: $0, in: table) })))
        }
        return .object(Value.Object(members))
    }

    /// Returns what the array lacks: the index among the initial rows, and the history of the
    /// fields.
    private func snapshot(of row: RowState, in table: RowTable) -> Value {
        var members: [(key: String, value: Value)] = []
        if let initial = table.initial.firstIndex(where: { $0.row === row }) {
            members.append(("initialIndex", .integer(Int64(initial))))
        }
        let fields = zip(table.columns, row.states).map { column, state in
            var members: [(key: String, value: Value)] = []
            if state.initialValue != .absent {
                members.append(("initialValue", state.initialValue))
            }
            members += history(of: state.index)
            return (key: column.key, value: Value.object(Value.Object(members)))
        }
        members.append(("fields", .object(Value.Object(fields))))
        return .object(Value.Object(members))
    }

    private func history(of field: Int) -> [(key: String, value: Value)] {
        let status = driver.machine.fields[field]
        return [
            ("isTouched", .bool(status.isTouched)),
            ("isChecked", .bool(status.stage != .unchanged && status.stage != .editing)),
            ("serverErrors", .array(status.serverErrors.map(Self.snapshot))),
        ]
    }

    private static func snapshot(of error: Violation) -> Value {
        [
            "message": .string(error.message), "code": .string(error.code),
            "pointer": .string(error.pointer),
        ]
    }

    /// Restores a snapshot of the form, and cancels a submission in progress.
    ///
    /// Fields that were checked, or about to be, are checked at once.
    ///
    /// - Throws: `FormSnapshotError` for a snapshot of another form; nothing changes then.
    public func restore(_ snapshot: FormSnapshot) throws(FormSnapshotError) {
        driver.useCurrentRules()
        try restore(snapshot.value)
    }

    /// Restores a snapshot that another version of the form may have made, and cancels a submission in
    /// progress.
    ///
    /// Values that still fit are restored, as by `restore(_:)`. A field has its initial value if
    /// its rules no longer accept the kind of its value. A field that the snapshot lacks has the
    /// value that its record had under that name, or else its initial value. If the form had text
    /// and now has typed values, texts become numbers; if it is the other way round, numbers become
    /// texts.
    ///
    /// - Returns: The fields and values that did not fit.
    /// - Throws: `FormSnapshotError` if the value is not a snapshot; nothing changes then.
    @discardableResult
    public func restoreDraft(
        _ snapshot: FormSnapshot
    ) throws(FormSnapshotError) -> FormSnapshotChanges {
        driver.useCurrentRules()
        let (value, changes) = try SnapshotAdapter(source).adapt(snapshot.value)
        try restore(value)
        return changes
    }

    private func restore(_ snapshot: Value) throws(FormSnapshotError) {
        let restored = try RestoredForm(snapshot, layout: layout, isText: isText) {
            allModels[$0].isSensitive
        }
        for field in layout.paths.indices {
            if let drops = restored.unregistered[field] {
                driver.register(field)
                driver.unregister(field, dropping: drops)
            } else {
                driver.register(field)
            }
        }
        var initial = source.initialContent
        for (index, field) in restored.fields { initial.set(field.initialValue, of: index) }
        initial.others = restored.others
        driver.reset(to: initial)
        source.restore(restored.fields.map { ($0.index, $0.field.value) })
        driver.apply(
            source.restoreRows { field in
                restored.fields.first { $0.index == field }?.field.rows?.map(\.initialIndex)
            })
        driver.restore(
            restored.fields.map { index, field in
                FieldHistory(
                    field: index, isInitial: field.value == field.initialValue,
                    isTouched: field.isTouched, isChecked: field.isChecked,
                    serverErrors: field.serverErrors)
            } + restored.fields.flatMap { rowHistories(of: $0.field.rows ?? [], in: $0.index) },
            formErrors: restored.formErrors)
    }

    private func rowHistories(of restored: [RestoredForm.Row], in field: Int) -> [FieldHistory] {
        guard let table = source.tables.first(where: { $0.field == field }) else { return [] }
        var histories: [FieldHistory] = []
        for (row, restored) in zip(table.rows, restored) {
            for (key, field) in restored.fields {
                guard let column = table.column(key) else { continue }
                let state = row.states[column]
                state.initialValue = field.initialValue
                histories.append(
                    FieldHistory(
                        field: state.index, isInitial: state.current == field.initialValue,
                        isTouched: field.isTouched, isChecked: field.isChecked,
                        serverErrors: field.serverErrors.map { $0.violation(of: state) }))
            }
        }
        return histories
    }
}

extension RecordSource {
    /// Makes rows follow an array that was restored.
    ///
    /// - Parameter initialIndexes: Returns, for the field of an array, the index of the initial row
    ///   of each element, with `nil` for a new row, or `nil` to keep the row at each place.
    /// - Returns: The change of the rows.
    fileprivate func restoreRows(_ initialIndexes: (Int) -> [Int?]?) -> RowChange {
        var change = RowChange()
        for table in tables {
            guard let indexes = initialIndexes(table.field) else { continue }
            let elements = elements(fields[table.field].current, of: table)
            change.add(
                arrange(
                    table,
                    elements.enumerated().map { place, element in
                        let index = indexes.indices.contains(place) ? indexes[place] : nil
                        let row = index.flatMap { index in
                            table.initial.indices.contains(index) ? table.initial[index].row : nil
                        }
                        return (row, element)
                    }))
        }
        change.add(followContent())
        return change
    }
}

/// The history that a snapshot has of a field that was reset.
private struct FieldHistory {
    var field: Int
    var isInitial: Bool
    var isTouched: Bool
    var isChecked: Bool
    var serverErrors: [Violation]
}

extension FormDriver<RecordSource> {
    /// Gives fields that were reset the history that they had.
    fileprivate func restore(_ histories: [FieldHistory], formErrors: [Violation]) {
        for history in histories {
            machine.restore(
                history.field, isInitial: history.isInitial, isTouched: history.isTouched,
                serverErrors: history.serverErrors)
        }
        machine.setServerErrors(formErrors, of: source.record.layout.rest)
        for history in histories
        where history.isChecked && !machine.fields[history.field].isVacant {
            machine.check(history.field) { source.check($0) }
        }
        commit()
    }
}

/// A snapshot that fits a form.
private struct RestoredForm {
    struct Field {
        var value: Value
        var initialValue: Value
        var isTouched: Bool
        var isChecked: Bool
        var serverErrors: [Violation]
        /// The rows, or `nil` for a field that had none.
        var rows: [Row]?
    }

    struct Row {
        /// The index among the initial rows, if it is one of them.
        var initialIndex: Int?
        var fields: [(key: String, field: RowField)] = []
    }

    struct RowField {
        var initialValue: Value
        var isTouched: Bool
        var isChecked: Bool
        var serverErrors: [ServerError]
    }

    var fields: [(index: Int, field: Field)] = []
    var others: Value.Object
    var formErrors: [Violation]
    /// The fields that the form does not have, with `true` for each one whose value was dropped.
    var unregistered: [Int: Bool] = [:]

    init(
        _ value: Value, layout: FormLayout, isText: Bool, isSensitive: (Int) -> Bool
    ) throws(FormSnapshotError) {
        let reader = try SnapshotReader(value)
        guard reader.value("version") == .integer(FormSnapshot.version) else {
            throw .unexpected(at: reader.place(of: "version"), "\(FormSnapshot.version)")
        }
        guard try reader.bool("isText") == isText else {
            throw .unexpected(at: reader.place(of: "isText"), "\(isText)")
        }
        others = Value.Object(try reader.object("others").members)
        formErrors = try Self.errors(
            in: reader, key: "formErrors", layout: layout, field: layout.rest)
        let fieldReader = try reader.object("fields")
        for (key, _) in fieldReader.members {
            guard let index = layout.field(named: key) else { throw .unknownField(key) }
            guard !fields.contains(where: { $0.index == index }) else { continue }
            let field = try fieldReader.object(key)
            fields.append(
                (
                    index,
                    Field(
                        value: field.value("value"), initialValue: field.value("initialValue"),
                        isTouched: try field.bool("isTouched"),
                        isChecked: try field.bool("isChecked"),
                        serverErrors: try Self.errors(
                            in: field, key: "serverErrors", layout: layout, field: index),
                        rows: field.value("rows") == .absent
                            ? nil : try Self.rows(in: field))
                ))
        }
        try readUnregistered(of: reader, layout: layout)
        for index in layout.paths.indices where !isSensitive(index) {
            guard fields.contains(where: { $0.index == index }) else {
                throw .missingField(layout.keys[index])
            }
        }
    }

    private mutating func readUnregistered(
        of reader: SnapshotReader, layout: FormLayout
    ) throws(FormSnapshotError) {
        guard reader.value("unregistered") != .absent else { return }
        let fields = try reader.object("unregistered")
        for (key, _) in fields.members {
            guard let index = layout.field(named: key) else { throw .unknownField(key) }
            switch try fields.string(key) {
            case "kept": unregistered[index] = false
            case "dropped": unregistered[index] = true
            default:
                throw .unexpected(at: fields.place(of: key), #""kept" or "dropped""#)
            }
        }
    }

    private static func errors(
        in reader: SnapshotReader, key: String, layout: FormLayout, field: Int
    ) throws(FormSnapshotError) -> [Violation] {
        try serverErrors(in: reader, key: key).map { layout.violation($0, of: field) }
    }

    private static func serverErrors(
        in reader: SnapshotReader, key: String
    ) throws(FormSnapshotError) -> [ServerError] {
        var errors: [ServerError] = []
        for (index, value) in try reader.array(key).enumerated() {
            let error = try SnapshotReader(value, at: reader.place(of: key) + "/\(index)")
            errors.append(
                ServerError(
                    try error.string("message"), at: try error.string("pointer"),
                    code: try error.string("code")))
        }
        return errors
    }

    private static func rows(in reader: SnapshotReader) throws(FormSnapshotError) -> [Row] {
        var rows: [Row] = []
        for (index, value) in try reader.array("rows").enumerated() {
            let row = try SnapshotReader(value, at: reader.place(of: "rows") + "/\(index)")
            var restored = Row()
            if case .integer(let initial) = row.value("initialIndex") {
                restored.initialIndex = Int(initial)
            }
            let fields = try row.object("fields")
            for (key, _) in fields.members {
                let field = try fields.object(key)
                restored.fields.append(
                    (
                        key,
                        RowField(
                            initialValue: field.value("initialValue"),
                            isTouched: try field.bool("isTouched"),
                            isChecked: try field.bool("isChecked"),
                            serverErrors: try serverErrors(in: field, key: "serverErrors"))
                    ))
            }
            rows.append(restored)
        }
        return rows
    }
}
