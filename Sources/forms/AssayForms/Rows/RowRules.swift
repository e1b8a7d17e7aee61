// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// A row with its values, as rules see them.
@MainActor
protocol RowContent: AnyObject {
    /// A number that no other row has.
    nonisolated var number: UInt64 { get }
    /// The index of the row, or `nil` if it was removed.
    var index: Int? { get }
    var element: Value { get }
    /// A number that rises with every change of the element.
    var revision: UInt64 { get }
}

/// The rules about the elements of an array, one element at a time.
///
/// Its record has the rules of the form's and an array of one element, so that checking a row costs the
/// same however many rows there are. Rules of the array itself are left out: they are about all rows.
/// Where the rules of a column name rows by their indexes, these rows come before the one that is checked.
/// Where they look at all rows, the record of the form checks it.
@MainActor
final class RowRules {
    /// The record of one row; nil if every column needs the whole array.
    private let single: ElementRecord?
    /// The record of one row after those that rules name; nil if they name none.
    private let leading: ElementRecord?
    /// The validators of each column in the record of one row, or of the form for a whole column.
    let validators: [[Int]]
    /// `true` for each column whose rules look at other rows, whichever these are.
    let isWhole: [Bool]
    /// The indexes of other rows that the rules of each column name, unless it is a whole column.
    private let named: [Set<Int>]
    /// The columns of the same row whose rules look at a column, for each column.
    let dependents: [[Int]]
    /// The fields outside of the rows whose rules look at a column, for each column.
    let outerDependents: [[Int]]
    /// The columns whose rules look at a field outside of the rows, by that field.
    let readers: [Int: [Int]]
    /// `true` for each field outside of the rows, the rest among them, whose rules look at the
    /// array.
    let needsArray: [Bool]
    /// `true` for each column that rules of the array look at.
    let reachesArray: [Bool]
    /// `true` for each column that has asynchronous rules.
    let areAsync: [Bool]

    /// The rules of the array itself; nil where they need those of its elements.
    let array: ArrayRules?

    private let path: FieldPath

    /// `true` if rules of a column look at other rows.
    var haveOtherRows: Bool { isWhole.contains(true) || leading != nil }

    /// Returns the columns whose rules look at a row as one of the others or, with `nil`, at any
    /// row.
    func columnsReading(rowAt index: Int?) -> [Int] {
        guard haveOtherRows else { return [] }
        return isWhole.indices.filter { column in
            isWhole[column] || index.map { named[column].contains($0) } ?? !named[column].isEmpty
        }
    }

    /// Rows up to this index are named one by one; a rule that names a later one looks at all rows.
    private static let lastNamedRow = 15

    /// - Parameters:
    ///   - path: The array.
    ///   - field: The field of the array.
    ///   - columns: The columns, for each of which a row has a field.
    ///   - record: The values and the rules of the form, of which the array is open.
    init(_ path: FieldPath, field: Int, columns: [RowTable.Column], record: FormRecord) {
        self.path = path
        let (main, layout, homes) = (record.live, record.layout, record.rules.homesOfValidator)
        var ruleSet = record.ruleSet
        let isHidden = main.plan.paths.contains { other in
            other.isInElement(of: path)
                && !columns.contains { $0.rulePath == other.inElement(of: path) }
        }
        array = isHidden ? nil : ArrayRules(path, record: record)
        let uniqueKeys = ArrayRules.uniqueKeys(of: path, record: record)
        let ofArray = main.plan.paths.indices.filter { main.plan.paths[$0] == path }
        ruleSet.fields.removeAll { $0.path == path }
        let plan = try? ValidationPlan(ruleSet, registry: record.manager.registry)
        let live = plan.map { LiveRecord($0, isText: record.isText) }
        func validators(of column: RowTable.Column, in plan: ValidationPlan) -> [Int] {
            let paths = plan.pathsOfValidators
            return paths.indices.filter {
                paths[$0].isInElement(of: path)
                    && paths[$0].inElement(of: path) == column.rulePath
            }
        }
        let rows: [Set<Int>?] = columns.map { column in
            guard let live else { return nil }
            let found = validators(of: column, in: live.plan)
            let rows = Self.rows(of: path, in: live.pathsRead(by: found))
            // Asynchronous rules would run on the rows in front as well.
            return rows?.isEmpty == false && live.haveAsyncRules(found) ? nil : rows
        }
        let isWhole = rows.map { $0 == nil }
        self.isWhole = isWhole
        named = rows.map { $0 ?? [] }
        let found = columns.indices.map { index in
            validators(
                of: columns[index], in: isWhole[index] ? main.plan : live?.plan ?? main.plan)
        }
        self.validators = found
        areAsync = columns.indices.map { index in
            (isWhole[index] ? main : live ?? main).haveAsyncRules(found[index])
        }
        let others = columns.indices.filter { !isWhole[$0] }
        func columnsReading(_ path: FieldPath) -> [Int] {
            guard let live else { return [] }
            let dependents = Set(live.dependents(of: path))
            return others.filter { !dependents.isDisjoint(with: found[$0]) }
        }
        dependents = columns.indices.map { index in
            columnsReading(columns[index].rulePath).filter { $0 != index }
        }
        outerDependents = columns.map { column in
            let areSeen = uniqueKeys?.contains { keys in
                FieldPath(segments: path.segments + [.allElements] + keys.map { .key($0) })
                    .overlaps(column.rulePath)
            }
            let ignored = areSeen == false ? ofArray : []
            let fields = main.dependents(of: column.rulePath, ignoring: ignored)
                .flatMap { homes[$0] }
            return Set(fields).sorted()
        }
        reachesArray = outerDependents.map { $0.contains(field) }
        var readers: [Int: [Int]] = [:]
        for (other, otherPath) in layout.paths.enumerated() where !otherPath.overlaps(path) {
            let columns = columnsReading(otherPath)
            if !columns.isEmpty { readers[other] = columns }
        }
        self.readers = readers
        let aboutArray = Set(main.dependents(of: path))
        needsArray = record.rules.validators.map { !aboutArray.isDisjoint(with: $0) }
        let read = live?.pathsRead(by: others.flatMap { found[$0] }) ?? []
        func elementRecord(leading count: Int) -> ElementRecord? {
            plan.map { plan in
                ElementRecord(
                    path, LiveRecord(plan, isText: record.isText), reading: read, leading: count)
            }
        }
        single = elementRecord(leading: 0)
        let last = rows.compactMap { $0?.max() }.max()
        leading = last.flatMap { elementRecord(leading: $0 + 1) }
    }

    /// Returns the indexes of rows that paths name.
    ///
    /// - Returns: `nil` if a path leads to all rows, or to a row after `lastNamedRow`.
    private static func rows(of array: FieldPath, in paths: Set<FieldPath>) -> Set<Int>? {
        var rows: Set<Int> = []
        for path in paths where path.overlaps(array) && !path.isInElement(of: array) {
            guard path.segments.count > array.segments.count,
                case .index(let row) = path.segments[array.segments.count], row <= lastNamedRow
            else { return nil }
            rows.insert(row)
        }
        return rows
    }

    /// Returns the record that checks a column whose rules do not look at all rows.
    private func elementRecord(of column: Int) -> ElementRecord? {
        named[column].isEmpty ? single : leading
    }

    /// The index of a row in the reports about one of its columns.
    func place(of row: some RowContent, _ column: Int) -> Int {
        guard let index = row.index else { return 0 }
        if isWhole[column] { return index }
        return elementRecord(of: column)?.place(of: row) ?? 0
    }

    /// Notes that all values outside of the rows have changed.
    func noteOuterChange() {
        array?.isOuterOutdated = true
        single?.isOuterOutdated = true
        leading?.isOuterOutdated = true
    }

    /// Notes that a value outside of the rows has changed.
    func noteOuterChange(of key: String) {
        array?.isOuterOutdated = true
        single?.noteOuterChange(of: key)
        leading?.noteOuterChange(of: key)
    }

    /// Returns `true` if elements have rules that look at a top-level field.
    func reads(_ key: String) -> Bool { single?.reads(key) ?? false }

    /// Runs the synchronous rules on a field of a row.
    ///
    /// - Parameters:
    ///   - column: The field.
    ///   - row: The row.
    ///   - rows: All rows.
    ///   - record: The values of the form; where the rules look at all rows, the array among them.
    /// - Returns: The report, at the row's place (see `place(of:_:)`), or `nil` if nothing was
    ///   found; and `true` if rules did not run, since something else is invalid.
    func check<Row: RowContent>(
        _ column: Int, of row: Row, among rows: [Row], record: FormRecord
    ) -> (report: ValidationReport?, isPartial: Bool) {
        let validators = validators[column]
        if isWhole[column] {
            guard row.index != nil else { return (record.live.validate(validators), false) }
            return part(of: record.live, validators, at: place(of: row, column))
        }
        guard let element = elementRecord(of: column) else { return (nil, false) }
        element.load(row, among: rows, outside: record.content)
        guard element.leading == 0 else {
            return part(of: element.live, validators, at: place(of: row, column))
        }
        let report = element.live.validate(validators)
        return (report, element.live.isPartial(validators))
    }

    /// Runs rules about several rows, and returns the findings about one of them.
    private func part(
        of live: LiveRecord, _ validators: [Int], at index: Int
    ) -> (report: ValidationReport?, isPartial: Bool) {
        let report = live.validate(validators)
        let prefix = "\(path.pointer)/\(index)"
        let isPartial =
            live.isPartial(validators)
            && live.skippedPlaces(of: validators)
                .contains { $0.isWhole || $0.pointer.isPointer(within: prefix) }
        return (report?.part(of: prefix), isPartial)
    }

    /// The asynchronous rules about a field of a row that was checked.
    ///
    /// - Parameters:
    ///   - report: The report of the check.
    ///   - isPartial: `true` if rules did not run then.
    ///   - column: The field.
    ///   - row: The row.
    ///   - record: The values of the form; where the rules look at other rows, the array among them.
    /// - Returns: A closure that returns the findings of all rules of the field, at the first row.
    func completion(
        of report: ValidationReport, isPartial: Bool, _ column: Int, of row: some RowContent,
        record: FormRecord
    ) -> @Sendable () async -> FieldFindings {
        var values = record.values
        if !isWhole[column], let single {
            values[path.topLevelKey] = single.top(with: [row.element], outside: record.content)
        }
        let (manager, limits) = (record.manager, record.limits)
        let (index, pointer) = (isWhole[column] ? row.index : 0, path.pointer)
        let record = values
        return {
            var complete = await manager.complete(report, of: record, limits: limits)
            if let index { complete = complete.part(of: "\(pointer)/\(index)") }
            var findings = FieldFindings(of: complete)
            if let index, index > 0 {
                findings.move(from: "\(pointer)/\(index)", to: "\(pointer)/0")
            }
            findings.isPartial = isPartial
            return findings
        }
    }
}

extension FieldPath {
    /// The part of this path, which leads into the elements of an array, up to the elements of arrays in
    /// them.
    func inElement(of array: FieldPath) -> FieldPath {
        let start = array.segments.count + 1
        let end = segments[start...].firstIndex(of: .allElements) ?? segments.endIndex
        return FieldPath(segments: Array(segments[..<end]))
    }
}
