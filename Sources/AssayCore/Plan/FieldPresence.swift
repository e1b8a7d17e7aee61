// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Synchronization

/// Which fields of a rule set have occurred in a record so far.
///
/// A field that never occurs makes no violation unless it is required: its name may be mistyped. Shared
/// by the threads of a run.
package final class FieldPresence: Sendable {
    /// The fields of the validators, once each, in the order of the rule set.
    package let fields: [FieldPath]
    /// The column of each field's first key.
    private let columns: [Int]
    private let seen: Locked<[Bool]>
    private let isComplete = Atomic(false)
    /// The names in the first records, among which a mistyped one may be found.
    private let sample = Locked<SampledKeys?>(nil)

    /// - Parameters:
    ///   - plan: The plan whose fields are looked for.
    ///   - seen: The places in `fields` of those that an earlier part of the run has seen.
    package init(_ plan: ValidationPlan, seen: [Int] = []) {
        var known: Set<FieldPath> = []
        let fields = plan.validators.map(\.path).filter { known.insert($0).inserted }
        self.fields = fields
        // By bytes: strings that mean the same are different keys.
        var places: [ExactKey: Int] = [:]
        for (place, field) in plan.fields.enumerated() { places[ExactKey(field)] = place }
        columns = fields.map { places[ExactKey($0.topLevelKey)] ?? -1 }
        var flags = columns.map { $0 < 0 }
        for index in seen where flags.indices.contains(index) { flags[index] = true }
        self.seen = Locked(flags)
    }

    /// Looks for the fields that have not occurred, up to the first record that has each.
    ///
    /// - Parameters:
    ///   - batch: The next records, of any part of the input.
    ///   - records: The first of them, whole; asked for once in a run, when a field is missing.
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

    /// The places in `fields` of those that have occurred.
    package var seenPlaces: [Int] {
        seen.withLock { seen in seen.indices.filter { seen[$0] } }
    }

    /// A field that has not occurred.
    package struct MissingField {
        package let path: FieldPath
        /// Names at its place in the first records that the rule set does not know, one of which may be
        /// meant; empty if there are none, so that the field is merely missing.
        package let names: [String]
        /// The nearest of these names.
        package let nearest: String?
    }

    /// The fields that have not occurred, in the order of the rule set, without those inside another one
    /// of them; none where no record in JSON was read.
    package var neverSeen: [MissingField] {
        guard let sample = sample.withLock({ $0 }) else { return [] }
        let flags = seen.withLock { $0.map(\.self) }
        let missing = fields.indices.filter { !flags[$0] }.map { fields[$0] }
        let places = Set(missing.map(\.segments))
        let spare = sample.spare(known: fields)
        return missing.filter { field in
            !(1..<max(1, field.segments.count)).contains { count in
                places.contains(Array(field.segments.prefix(count)))
            }
        }.map { field in
            let (names, nearest) = spare.names(insteadOf: field)
            return MissingField(path: field, names: names, nearest: nearest)
        }
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
