// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore

/// The changes that were necessary to restore a snapshot of another version of the form.
public struct FormSnapshotChanges: Sendable, Equatable {
    /// A value of the snapshot that the form has not taken.
    public struct DroppedValue: Sendable, Equatable {
        /// The path of the field, in a row with `[*]` (`items[*].color`).
        public let path: String
        /// The value, or `absent` if there was none; in rows, an array of the values of all rows.
        public let value: Value
    }

    /// Fields that the form no longer has, in the order of the snapshot, with fields of rows last.
    public internal(set) var removed: [DroppedValue] = []
    /// Fields whose values are of a kind that their rules no longer accept.
    public internal(set) var otherKinds: [DroppedValue] = []
    /// The paths of fields that the snapshot lacks, in the order of the form.
    ///
    /// Sensitive fields are left out of snapshots, and here.
    public internal(set) var added: [String] = []

    /// `true` if everything fit.
    public var isEmpty: Bool { self == FormSnapshotChanges() }
}

/// Makes a snapshot fit a form.
@MainActor
struct SnapshotAdapter {
    private let source: RecordSource
    private var layout: FormLayout { source.record.layout }

    init(_ source: RecordSource) {
        self.source = source
    }

    /// Makes a snapshot of the form from that of another version.
    ///
    /// - Returns: A snapshot of the form, if the given one is a snapshot, and the changes.
    func adapt(
        _ snapshot: Value
    ) throws(FormSnapshotError) -> (snapshot: Value, changes: FormSnapshotChanges) {
        let reader = try SnapshotReader(snapshot)
        guard case .object(var members) = snapshot else { return (snapshot, .init()) }
        let wasText = try reader.bool("isText")
        var changes = FormSnapshotChanges()
        var others = Value.Object(try reader.object("others").members)
        var fields: [(key: String, value: Value)] = []
        var known: Set<Int> = []
        for (key, field) in try reader.object("fields").members {
            guard let index = layout.field(named: key) else {
                changes.removed.append(.init(path: key, value: field["value"]))
                continue
            }
            guard known.insert(index).inserted else { continue }
            fields.append((key, adapt(field, of: index, wasText: wasText, &changes)))
        }
        for index in layout.paths.indices where !known.contains(index) {
            if !source.fields[index].isSensitive { changes.added.append(layout.keys[index]) }
            fields.append((layout.keys[index], newField(index, others)))
        }
        for key in layout.topLevelKeys { others[key] = nil }
        changes.removed += removedColumns(of: reader)
        members["isText"] = .bool(source.record.isText)
        members["fields"] = .object(Value.Object(fields))
        members["others"] = .object(others)
        if case .object(let unregistered) = members["unregistered"] {
            let kept = unregistered.members.filter { layout.field(named: $0.key) != nil }
            members["unregistered"] = .object(Value.Object(kept))
        }
        return (.object(members), changes)
    }

    /// Returns a field that the snapshot lacks, with a value that was in no field, or the initial
    /// one.
    private func newField(_ index: Int, _ others: Value.Object) -> Value {
        let other = layout.paths[index].segments.count == 1 ? others[layout.keys[index]] : nil
        return untouched(other ?? source.initialContent[index])
    }

    private func untouched(_ value: Value) -> Value {
        var members: [(key: String, value: Value)] = []
        if value != .absent { members = [("value", value), ("initialValue", value)] }
        members += [("isTouched", false), ("isChecked", false), ("serverErrors", [])]
        return .object(Value.Object(members))
    }

    private func adapt(
        _ field: Value, of index: Int, wasText: Bool, _ changes: inout FormSnapshotChanges
    ) -> Value {
        guard case .object(var members) = field else { return field }
        for key in ["value", "initialValue"] {
            guard let value = members[key] else { continue }
            let converted = convert(value, of: index, wasText: wasText)
            guard fits(converted, field: index) else {
                changes.otherKinds.append(
                    .init(path: layout.keys[index], value: field["value"]))
                return untouched(source.initialContent[index])
            }
            members[key] = converted
        }
        return .object(members)
    }

    private func convert(_ value: Value, of index: Int, wasText: Bool) -> Value {
        switch (wasText, source.record.isText, value) {
        case (true, false, .string(let text)): source.value(ofText: text, typedInto: index)
        case (false, true, .integer), (false, true, .unsignedInteger), (false, true, .number),
            (false, true, .decimal):
            .string(value.json)
        default: value
        }
    }

    /// Returns `true` if the rules of a field accept the kind of a value.
    private func fits(_ value: Value, field index: Int) -> Bool {
        let path = layout.paths[index]
        switch value {
        case .absent, .null: return true
        default: break
        }
        for other in source.record.manager.plan.paths
        where other != path && other.starts(with: path) {
            switch (other.segments[path.segments.count], value) {
            case (.allElements, .array), (.index, .array), (.key, .object): continue
            default: return false
            }
        }
        return !source.acceptedKinds(ofField: index).isDisjoint(with: value.kinds)
    }

    /// Returns the columns of rows that the form no longer has.
    private func removedColumns(of reader: SnapshotReader) -> [FormSnapshotChanges.DroppedValue] {
        source.tables.flatMap { table -> [FormSnapshotChanges.DroppedValue] in
            guard let field = try? reader.object("fields").object(table.key),
                let rows = try? field.array("rows")
            else { return [] }
            var keys: [String] = []
            for row in rows {
                guard case .object(let fields) = row["fields"] else { continue }
                for (key, _) in fields.members
                where table.column(key) == nil && !keys.contains(key) {
                    keys.append(key)
                }
            }
            guard case .array(let elements) = field.value("value") else { return [] }
            return keys.map { key in
                let path = (try? FieldPath(key))?.segments ?? [.key(key)]
                return .init(
                    path: "\(table.key)[*].\(key)",
                    value: .array(elements.map { $0.value(at: path[...]) }))
            }
        }
    }
}

extension Value {
    /// The kind of the value, as rules declare it.
    fileprivate var kinds: ValueKinds {
        switch self {
        case .absent: .absent
        case .null: .null
        case .bool: .bool
        case .integer, .unsignedInteger, .number, .decimal: .numbers
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
