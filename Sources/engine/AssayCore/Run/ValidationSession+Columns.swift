// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// How the columns of a plan get their values.
extension ValidationSession {
    /// Makes the columns of every space up to this one, once for each batch.
    func open(space: Int) {
        guard space >= resolvedSpaces, let batch else { return }
        for next in resolvedSpaces...space { makeColumns(ofSpace: next, from: batch) }
        resolvedSpaces = space + 1
    }

    /// Makes the columns of a space, of which the first one holds the elements.
    private func makeColumns(ofSpace space: Int, from batch: RecordBatch) {
        let columns = plan.columnsOfSpace[space]
        guard let elements = columns.first else { return }
        makeForValidator(plan.spaces[space].arrays)
        resolve(column: elements, from: batch)
        releaseColumns()
        isWide[space] = isTooWide(rows: spaces[space].count, columns: columns.count, of: batch)
        guard !isWide[space] else {
            hasWrongContainers = true
            return
        }
        for index in columns.dropFirst() { resolve(column: index, from: batch, withGroup: true) }
        readTexts(ofSpace: space)
    }

    /// Gives a column its values.
    ///
    /// - Parameters:
    ///   - index: The column.
    ///   - batch: The records.
    ///   - withGroup: `true` to fill all columns of members of the same objects when the first of
    ///     them is resolved.
    func resolve(column index: Int, from batch: RecordBatch, withGroup: Bool = false) {
        fill(column: index, from: batch, withGroup: withGroup)
        if state.isText { removeMissingTexts(ofColumn: index) }
    }

    private func fill(column index: Int, from batch: RecordBatch, withGroup: Bool) {
        switch plan.columns[index] {
        case .field(let field):
            columns.start[index] = batch.columns[field]
        case .record: return  // made once all texts are read: see `makeRecords`
        case .member:
            guard let place = plan.memberPlaces[index] else { return }
            if !withGroup {
                findMembers(place.index..<place.index + 1, of: place.group)
            } else if place.index == 0 {
                findMembers(0..<place.group.columns.count, of: place.group)
            }
        case .index(let parent, let position):
            takeElements(at: position, of: parent, into: index)
        case .elements(let arrays, let space):
            expand(arrays, into: index, space: space)
        case .repeated(let source, let space):
            repeatRows(of: source, into: index, space: space)
        }
    }

    /// Makes the objects of the records, if rules are about them.
    ///
    /// The columns of their members have their values, and the texts of these are read.
    func makeRecords(count: Int) {
        guard let records = plan.recordMembers else { return }
        let target = ownedColumns[records.column]
        target.values.reserve(count)
        namedMembers.reserve(count * records.members.columns.count)
        records.members.makeObjects(
            of: UnsafePointer(columns.start), count: count, members: namedMembers.start,
            into: target.values.start)
        columns.start[records.column] = UnsafePointer(target.values.start)
    }

    private func findMembers(_ places: Range<Int>, of group: MemberGroup) {
        let count = spaces[plan.spaceOfColumn[group.parent]].count
        memberColumns.reserve(places.count)
        for place in places {
            let column = group.columns[place]
            let target = ownedColumns[column]
            target.values.reserve(count)
            memberColumns.start[place - places.lowerBound] = target.values.start
            columns.start[column] = UnsafePointer(target.values.start)
        }
        let areObjects = group.find(
            places, in: columns.start[group.parent], count: count, into: memberColumns.start)
        if !areObjects { hasWrongContainers = true }
    }

    private func takeElements(at position: Int, of parent: Int, into index: Int) {
        let count = spaces[plan.spaceOfColumn[index]].count
        let target = ownedColumns[index]
        target.values.reserve(count)
        let source = columns.start[parent]
        for row in 0..<count {
            if ContainerKind.array.isWrong(source[row], isText: state.isText) {
                hasWrongContainers = true
            }
            let element = MemberLookup.element(position, of: source + row, isText: state.isText)
            target.values.start[row] = element?.pointee ?? assay_value()
        }
        columns.start[index] = UnsafePointer(target.values.start)
    }

    /// Gives every element of the arrays of a column a row.
    ///
    /// An array whose own size rules failed gets no rows: ten million elements cost nothing when
    /// five are allowed. An array whose elements all pass gets none either, if the rows are for one
    /// run alone.
    private func expand(_ arrays: Int, into index: Int, space: Int) {
        let rows = spaces[space]
        let parent = spaces[plan.spaces[space].parent]
        let target = ownedColumns[index]
        let source = columns.start[arrays]
        let guardCount = findGuards(of: space)
        let test =
            isTested ? plan.elementTest(ofSpace: space, isText: state.isText) : nil
        rows.clear()
        for position in 0..<parent.readableCount {
            let row = parent.readableRow(at: position)
            let array = source[row]
            var elements = Int(truncatingIfNeeded: array.len)
            var start = array.kind == ASSAY_ARRAY ? UnsafePointer(array.as.items) : nil
            if array.kind != ASSAY_ARRAY {
                start = MemberLookup.onlyElement(of: source + row, isText: state.isText)
                elements = 1
                if ContainerKind.array.isWrong(array, isText: state.isText) {
                    hasWrongContainers = true
                }
            }
            guard elements > 0, let items = start, !isGuarded(row: row, by: guardCount) else {
                continue
            }
            if let test, test.provesAll(items, count: elements) { continue }
            let record = plan.spaces[space].parent == 0 ? UInt32(row) : parent.records.start[row]
            let first = rows.append(elements: elements, parent: UInt32(row), record: record)
            target.values.reserve(first + elements, keeping: first)
            (target.values.start + first).update(from: items, count: elements)
        }
        columns.start[index] = UnsafePointer(target.values.start)
        growIdentity(rows.count)
    }

    /// Puts the flags of the validators that guard a space in their place; returns how many.
    private func findGuards(of space: Int) -> Int {
        let guards = plan.spaces[space].guards
        guardFlags.reserve(guards.count)
        var count = 0
        for validator in guards {
            guard let flags = failures[validator].current else { continue }
            guardFlags.start[count] = flags
            count += 1
        }
        return count
    }

    private func isGuarded(row: Int, by guardCount: Int) -> Bool {
        for index in 0..<guardCount where guardFlags.start[index][row] != 0 { return true }
        return false
    }

    private func repeatRows(of source: Int, into index: Int, space: Int) {
        let count = spaces[space].count
        let target = ownedColumns[index]
        target.values.reserve(count)
        let values = columns.start[source]
        let sourceSpace = plan.spaceOfColumn[source]
        for row in 0..<count {
            target.values.start[row] = values[self.row(row, of: space, in: sourceSpace)]
        }
        columns.start[index] = UnsafePointer(target.values.start)
    }

    /// The row of an enclosing space that a row belongs to.
    func row(_ row: Int, of space: Int, in ancestor: Int) -> Int {
        var row = row
        var space = space
        while space != ancestor, space > 0 {
            row = Int(spaces[space].parents.start[row])
            space = plan.spaces[space].parent
        }
        return row
    }

    func growIdentity(_ count: Int) {
        guard identityCount < count else { return }
        identity.reserve(count)
        for row in 0..<count { identity.start[row] = UInt32(truncatingIfNeeded: row) }
        identityCount = count
    }
}
