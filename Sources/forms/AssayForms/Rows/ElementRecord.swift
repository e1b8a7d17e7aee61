// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// A record of a form in which an array has one row, or some first rows and one more.
@MainActor
final class ElementRecord {
    let live: LiveRecord
    /// The number of first rows that are there, whichever row is checked.
    let leading: Int
    private let path: FieldPath
    /// The array's top-level field in the plan.
    private let planField: Int?
    /// Other top-level fields that rules of elements look at.
    private let outer: [(planField: Int, key: String)]
    var isOuterOutdated = true
    /// The top-level value of the array without its elements.
    private var base = Value.absent
    private var loaded: [Version] = []

    /// A row with its values at one time.
    private struct Version: Equatable {
        let row: UInt64
        let revision: UInt64
    }

    /// - Parameters:
    ///   - path: The array.
    ///   - live: The rules, without those of the array itself.
    ///   - paths: The paths that the rules of elements look at.
    ///   - leading: The number of first rows that the rules name.
    init(_ path: FieldPath, _ live: LiveRecord, reading paths: Set<FieldPath>, leading: Int) {
        self.path = path
        self.live = live
        self.leading = leading
        let top = path.topLevelKey
        planField = live.plan.fields.firstIndex { $0.hasSameBytes(as: top) }
        let keys = Set(paths.map { ExactKey($0.topLevelKey) })
        outer = live.plan.fields.enumerated()
            .filter { keys.contains(ExactKey($1)) && !$1.hasSameBytes(as: top) }
            .map { (planField: $0, key: $1) }
    }

    /// Notes that a value outside of the rows has changed.
    func noteOuterChange(of key: String) {
        if key.hasSameBytes(as: path.topLevelKey) || reads(key) { isOuterOutdated = true }
    }

    /// Returns `true` if elements have rules that look at a top-level field.
    func reads(_ key: String) -> Bool { outer.contains { $0.key.hasSameBytes(as: key) } }

    /// Returns the index of a row in the record.
    func place(of row: some RowContent) -> Int { min(row.index ?? leading, leading) }

    /// Shows a row to the rules.
    func load<Row: RowContent>(_ row: Row, among rows: [Row], outside content: FormContent) {
        guard let planField else { return }
        if isOuterOutdated {
            for (field, key) in outer {
                live.set(content.value(at: FieldPath(key: key)), field: field)
            }
            base = base(in: content)
            isOuterOutdated = false
            loaded = []
        }
        guard leading > 0 else { return load([row], into: planField) }
        let first = Array(rows.prefix(leading))
        load(place(of: row) < leading ? first : first + [row], into: planField)
    }

    private func load(_ rows: [some RowContent], into planField: Int) {
        let versions = rows.map { Version(row: $0.number, revision: $0.revision) }
        guard loaded != versions else { return }
        live.set(top(with: rows.map(\.element), in: base), field: planField)
        loaded = versions
    }

    private func base(in content: FormContent) -> Value {
        var value = content.value(at: FieldPath(key: path.topLevelKey))
        value.set(.absent, at: path.segments.dropFirst())
        return value
    }

    /// The top-level value of the array with some elements in place of all.
    func top(with elements: [Value], outside content: FormContent) -> Value {
        top(with: elements, in: base(in: content))
    }

    private func top(with elements: [Value], in base: Value) -> Value {
        var value = base
        value.set(.array(elements), at: path.segments.dropFirst())
        return value
    }
}
