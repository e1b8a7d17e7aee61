// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

// Where rows are in the record.
extension RecordSource {
    /// The result of a search for a row's field at a place in the record.
    enum Found {
        case field(FieldState)
        /// The row was removed since.
        case gone
        case none
    }

    /// Finds the field of a row.
    ///
    /// - Parameters:
    ///   - tokens: The keys and indexes that lead there.
    ///   - sent: The rows that the indexes are about, or `nil` for the rows as they are now.
    /// - Returns: The innermost field that holds the place.
    func rowField(at tokens: [String], sent: [Int: [RowState]]? = nil) -> Found {
        for table in tables {
            let depth = table.path.segments.count
            guard tokens.count > depth, table.path.leads(along: tokens) else { continue }
            let rows = sent?[table.field] ?? table.rows
            guard let index = Int(tokens[depth]), String(index) == tokens[depth],
                rows.indices.contains(index)
            else { return .none }
            guard rows[index].index != nil else { return .gone }
            let rest = Array(tokens[(depth + 1)...])
            let columns = table.columns.indices.filter { column in
                let path = table.columns[column].path
                return path.isEmpty || FieldPath(segments: Array(path)).leads(along: rest)
            }
            let best = columns.max {
                table.columns[$0].path.count < table.columns[$1].path.count
            }
            return best.map { .field(rows[index].states[$0]) } ?? .none
        }
        return .none
    }

    /// The number of a field, also of one in a row (`items[2].price`).
    func field(named name: String) -> Int? {
        if let field = record.layout.field(named: name) { return field }
        guard !tables.isEmpty, let path = try? FieldPath(name) else { return nil }
        guard case .field(let state) = rowField(at: path.segments.map(\.token)),
            let place = state.place
        else { return nil }
        // A part of a field is none.
        let length =
            place.table.path.segments.count + 1
            + place.table.columns[place.column].path.count
        return length == path.segments.count ? state.index : nil
    }

    /// Returns the fields with these paths; an array is followed by the fields of its rows.
    ///
    /// - Throws: `FormError.missingField` for a path that the form lacks.
    func fields(named names: some Sequence<String>) throws(FormError) -> [Int] {
        var chosen: [Int] = []
        for name in names {
            guard let field = field(named: name) else {
                throw .missingField(name, nearest: nearestName(to: name, in: record.layout.keys))
            }
            chosen += withRows(field)
        }
        return chosen
    }

    /// A field, and after an array the fields of its rows.
    private func withRows(_ field: Int) -> [Int] {
        guard let table = tables.first(where: { $0.field == field }) else { return [field] }
        return [field] + table.rows.flatMap { $0.states.map(\.index) }
    }

    /// All fields in their order, those of rows after their array, and the rest.
    var order: [Int] {
        guard !tables.isEmpty else { return Array(0...record.layout.rest) }
        return (0...record.layout.rest).flatMap { withRows($0) }
    }
}

extension RowPlace {
    /// Returns findings as they are kept: as those of the first row, whatever the row's index is.
    func canonical(_ findings: FieldFindings) -> FieldFindings {
        let index = row.map { table.rules.place(of: $0, column) } ?? 0
        guard index > 0 else { return findings }
        var moved = findings
        moved.move(from: "\(table.path.pointer)/\(index)", to: "\(table.path.pointer)/0")
        return moved
    }

    /// Findings that are kept, with the place of the row.
    func located(_ findings: FieldFindings) -> FieldFindings {
        guard let index = row?.index, index > 0 else { return findings }
        var moved = findings
        moved.move(from: "\(table.path.pointer)/0", to: "\(table.path.pointer)/\(index)")
        return moved
    }
}

extension ValidationState {
    /// A state that is kept, with the place of the row.
    @MainActor
    func located(at place: RowPlace) -> ValidationState {
        switch self {
        case .invalid(let violations):
            .invalid(place.located(FieldFindings(violations: violations)).violations)
        case .undecided(let faults):
            .undecided(place.located(FieldFindings(faults: faults)).faults)
        default: self
        }
    }
}

extension FieldFindings {
    /// Replaces the start of every pointer.
    mutating func move(from old: String, to new: String) {
        for index in violations.indices { violations[index].pointer.replaceStart(old, by: new) }
        for index in warnings.indices { warnings[index].pointer.replaceStart(old, by: new) }
        for index in faults.indices { faults[index].pointer.replaceStart(old, by: new) }
    }
}

extension ValidationReport {
    /// The findings about a value and what it holds.
    func part(of pointer: String) -> ValidationReport {
        var part = self
        part.violations.removeAll { !$0.pointer.isPointer(within: pointer) }
        part.faults.removeAll { !$0.pointer.isPointer(within: pointer) }
        return part
    }
}

extension String {
    /// Returns `true` if a pointer leads to the place of another one, or into it.
    func isPointer(within pointer: String) -> Bool {
        hasPrefix(pointer) && (utf8.count == pointer.utf8.count || hasPrefix(pointer + "/"))
    }

    fileprivate mutating func replaceStart(_ old: String, by new: String) {
        if isPointer(within: old) { self = new + dropFirst(old.count) }
    }
}
