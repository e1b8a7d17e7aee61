// SPDX-License-Identifier: Apache-2.0

extension FormModel {
    /// Makes a snapshot of the form.
    ///
    /// - Parameter includesSensitive: Whether it has the values of sensitive fields; without them, these
    ///   fields have their initial values after `restore`.
    /// - Returns: The snapshot, which has no rules and no results.
    public func snapshot(includingSensitive includesSensitive: Bool = false) -> FormSnapshot {
        driver.useCurrentRules()
        var members: [(key: String, value: Value)] = []
        for field in fields where includesSensitive || !field.isSensitive {
            members.append((field.path, snapshot(of: field)))
        }
        let rest = driver.machine.fields[layout.rest]
        return FormSnapshot(
            value: [
                "version": .integer(FormSnapshot.version), "isText": .bool(isText),
                "fields": .object(Value.Object(members)),
                "others": .object(source.record.content.others),
                "formErrors": .array(rest.serverErrors.map(Self.snapshot)),
            ])
    }

    private func snapshot(of field: FieldModel) -> Value {
        let status = driver.machine.fields[field.index]
        var members: [(key: String, value: Value)] = []
        if field.value != .absent { members.append(("value", field.value)) }
        if field.initialValue != .absent { members.append(("initialValue", field.initialValue)) }
        members += [
            ("isTouched", .bool(status.isTouched)),
            ("isChecked", .bool(status.stage != .unchanged && status.stage != .editing)),
            ("serverErrors", .array(status.serverErrors.map(Self.snapshot))),
        ]
        return .object(Value.Object(members))
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
        let restored = try RestoredForm(snapshot.value, layout: layout, isText: isText) {
            fields[$0].isSensitive
        }
        var initial = source.initialContent
        for (index, field) in restored.fields { initial.set(field.initialValue, of: index) }
        initial.others = restored.others
        driver.reset(to: initial)
        source.restore(restored.fields.map { ($0.index, $0.field.value) })
        driver.restore(
            restored.fields.map { index, field in
                FieldHistory(
                    field: index, isInitial: field.value == field.initialValue,
                    isTouched: field.isTouched, isChecked: field.isChecked,
                    serverErrors: field.serverErrors)
            }, formErrors: restored.formErrors)
    }
}

/// What a snapshot says about a field that was reset.
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
        for history in histories where history.isChecked {
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
    }

    var fields: [(index: Int, field: Field)] = []
    var others: Value.Object
    var formErrors: [Violation]

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
                            in: field, key: "serverErrors", layout: layout, field: index))
                ))
        }
        for index in layout.paths.indices where !isSensitive(index) {
            guard fields.contains(where: { $0.index == index }) else {
                throw .missingField(layout.keys[index])
            }
        }
    }

    private static func errors(
        in reader: SnapshotReader, key: String, layout: FormLayout, field: Int
    ) throws(FormSnapshotError) -> [Violation] {
        var errors: [Violation] = []
        for (index, value) in try reader.array(key).enumerated() {
            let error = try SnapshotReader(value, at: reader.place(of: key) + "/\(index)")
            errors.append(
                layout.violation(
                    ServerError(
                        try error.string("message"), at: try error.string("pointer"),
                        code: try error.string("code")), of: field))
        }
        return errors
    }
}
