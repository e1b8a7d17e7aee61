// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Synchronization

/// A record of the fields of a rule set that have occurred in an input so far.
///
/// A field that never occurs makes no violation unless it is required: its name may be mistyped. Shared
/// by the threads that read the input.
package final class FieldPresence: Sendable {
    /// The fields of the validators, followed by the fields that rules and conditions name, once
    /// each, in the order of the rule set.
    package let fields: [FieldPath]
    /// The number of fields that have a validator.
    private let ownCount: Int
    private let prohibited: Set<FieldPath>
    /// The fields inside of sensitive values, of which the names beside them are a part.
    private let hidden: Set<FieldPath>
    /// The column of each field's first key.
    private let columns: [Int]
    private let seen: Locked<[Bool]>
    private let isComplete = Atomic(false)
    /// `true` if the columns of CSV count as the fields that its records have.
    private let notesColumns: Bool
    private let hasNotedColumns = Atomic(false)
    /// The names in the first records, among which a mistyped one may be found.
    private let sample = Locked<SampledKeys?>(nil)

    /// - Parameters:
    ///   - plan: The plan whose fields are looked for.
    ///   - seen: The places in `fields` of the fields that an earlier part of the input has.
    ///   - notesColumns: `true` if the columns of CSV count as the fields that its records have. Otherwise the
    ///     fields of CSV are not looked for: by default, an input that lacks a column is rejected.
    package init(_ plan: ValidationPlan, seen: [Int] = [], notesColumns: Bool = false) {
        self.notesColumns = notesColumns
        let fields = plan.namedPaths
        self.fields = fields
        ownCount = Set(plan.ownPaths).count
        prohibited = plan.prohibitedPaths
        hidden = Set(
            fields.filter { field in
                field.segments.indices.dropFirst().contains { count in
                    plan.isSensitive(FieldPath(segments: Array(field.segments[..<count])))
                }
            })
        // By bytes: strings that mean the same are different keys.
        var places: [ExactKey: Int] = [:]
        for (place, field) in plan.fields.enumerated() { places[ExactKey(field)] = place }
        columns = fields.map { places[ExactKey($0.topLevelKey)] ?? -1 }
        var flags = columns.map { $0 < 0 }
        for index in seen where flags.indices.contains(index) { flags[index] = true }
        self.seen = Locked(flags)
    }

    /// A record of the same fields for another input.
    ///
    /// - Parameter other: The record of the fields, of which those that occurred are not taken.
    package init(like other: FieldPresence) {
        notesColumns = other.notesColumns
        fields = other.fields
        ownCount = other.ownCount
        prohibited = other.prohibited
        hidden = other.hidden
        columns = other.columns
        seen = Locked(columns.map { $0 < 0 })
    }

    /// `true` if a record of the input was noted.
    package var hasRecords: Bool {
        sample.withLock { $0 != nil }
            || seen.withLock { seen in seen.indices.contains { seen[$0] && columns[$0] >= 0 } }
    }

    /// Looks for the fields that have not occurred, up to the first record that has each.
    ///
    /// - Parameters:
    ///   - batch: The next records, of any part of the input.
    ///   - records: Returns the first of them, whole; it is called if a field is missing and there
    ///     is no sample yet.
    package func note(_ batch: RecordBatch, records: () -> [Value]) {
        guard !isComplete.load(ordering: .relaxed), batch.count > 0 else { return }
        // A copy of its own: the lock is not held meanwhile.
        var flags = seen.withLock { $0.map(\.self) }
        for index in flags.indices where !flags[index] {
            flags[index] = Self.occurs(fields[index], in: batch, column: columns[index])
        }
        seen.withLock { seen in
            for index in seen.indices where flags[index] { seen[index] = true }
        }
        if flags.allSatisfy(\.self) {
            isComplete.store(true, ordering: .relaxed)
        } else if sample.withLock({ $0 == nil }) {
            let keys = SampledKeys(records())
            sample.withLock { $0 = $0 ?? keys }
        }
    }

    /// Looks for the fields among the columns of CSV or of a table, which each of its records has.
    ///
    /// - Parameters:
    ///   - names: The names of the columns, or `nil` for records that have none.
    ///   - areCells: `true` if the columns are all that is known. Otherwise the records are noted too, in
    ///     which a column that has no value is null.
    package func note(columns names: [String]?, areCells: Bool) {
        guard notesColumns, let names,
            !hasNotedColumns.exchange(true, ordering: .relaxed), areCells
        else { return }
        let known = Set(names.map { ExactKey($0) })
        seen.withLock { seen in
            for index in seen.indices where known.contains(ExactKey(fields[index].topLevelKey)) {
                seen[index] = true
            }
        }
        let record = Value.object(Value.Object(names.map { (key: $0, value: .null) }))
        sample.withLock { $0 = $0 ?? SampledKeys([record]) }
    }

    /// `true` if columns say which fields the records have, however few there are.
    package var isOfColumns: Bool { hasNotedColumns.load(ordering: .relaxed) }

    /// The places in `fields` of the fields that have occurred.
    package var seenPlaces: [Int] {
        seen.withLock { seen in seen.indices.filter { seen[$0] } }
    }

    /// A field that has not occurred.
    package struct MissingField {
        package let path: FieldPath
        /// The names at its place in the first records that the rule set does not know; one of them
        /// may be meant.
        package let names: [String]
        /// The nearest of these names; for a field without rules of its own, it can be the name of
        /// another field.
        package let nearest: String?
        /// `true` if nothing in the records may be meant by the field: it is merely missing.
        package var isMerelyMissing: Bool { names.isEmpty && nearest == nil }

        package init(path: FieldPath, names: [String], nearest: String?) {
            self.path = path
            self.names = names
            self.nearest = nearest
        }
    }

    /// The fields that have not occurred, in the order of the rule set.
    ///
    /// A field inside another such field is left out, and so is a prohibited field that is merely
    /// missing. The names inside of a sensitive value are left out. The list is empty if no record in
    /// JSON was read.
    package var neverSeen: [MissingField] {
        guard let sample = sample.withLock({ $0 }) else { return [] }
        let flags = seen.withLock { $0.map(\.self) }
        let missing = fields.indices.filter { !flags[$0] }
        let places = Set(missing.map { fields[$0].segments })
        let spare = sample.spare(known: fields)
        return missing.filter { index in
            let segments = fields[index].segments
            return !(1..<max(1, segments.count)).contains { count in
                places.contains(Array(segments.prefix(count)))
            }
        }.map { index in
            guard !hidden.contains(fields[index]) else {
                return MissingField(path: fields[index], names: [], nearest: nil)
            }
            // A field that is only named may be meant to be another one of the rule set.
            let (names, nearest) = spare.names(
                insteadOf: fields[index], orKnown: index >= ownCount)
            return MissingField(path: fields[index], names: names, nearest: nearest)
        }.filter { !$0.isMerelyMissing || !prohibited.contains($0.path) }
    }

    private static func occurs(
        _ field: FieldPath, in batch: RecordBatch, column: Int
    ) -> Bool {
        let values = UnsafeBufferPointer(start: batch.columns[column], count: batch.count)
        let rest = field.segments.dropFirst()
        return values.contains { occurs(rest, in: $0) }
    }

    private static func occurs(
        _ segments: ArraySlice<FieldPath.Segment>, in value: assay_value
    ) -> Bool {
        guard let segment = segments.first else { return value.kind != ASSAY_ABSENT }
        let rest = segments.dropFirst()
        switch segment {
        case .key(let key):
            guard value.kind == ASSAY_OBJECT else { return false }
            let members = UnsafeBufferPointer(start: value.as.members, count: Int(value.len))
            return members.contains { member in
                let name = UnsafeBufferPointer(start: member.key.ptr, count: Int(member.key.len))
                return key.utf8.elementsEqual(name) && occurs(rest, in: member.value)
            }
        case .index(let index):
            guard value.kind == ASSAY_ARRAY, index < Int(value.len) else { return false }
            return occurs(rest, in: value.as.items[index])
        case .allElements:
            guard value.kind == ASSAY_ARRAY else { return false }
            let items = UnsafeBufferPointer(start: value.as.items, count: Int(value.len))
            return items.contains { occurs(rest, in: $0) }
        }
    }
}
