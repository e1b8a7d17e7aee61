// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore

/// A row with its values, as rules see them.
@MainActor
protocol RowContent: AnyObject {
    /// Tells the row from all others.
    nonisolated var number: UInt64 { get }
    /// Where it is; nil: it was removed.
    var index: Int? { get }
    var element: Value { get }
    /// Rises with every change of the element.
    var revision: UInt64 { get }
}

/// The rules about the elements of an array, one element at a time.
///
/// Its record has the rules of the form's and an array of one element, so that checking a row costs the
/// same however many rows there are. Rules of the array itself are left out: they are about all rows.
/// Where the rules of a column look at other rows, the record of the form checks it.
@MainActor
final class RowRules {
    /// The record of one row; nil if every column needs the whole array.
    let live: LiveRecord?
    /// For each column its validators in the record of one row, or of the form for a whole column.
    let validators: [[Int]]
    /// For each column whether its rules look at other rows.
    let isWhole: [Bool]
    /// For each column those of the same row whose rules look at it.
    let dependents: [[Int]]
    /// For each column the fields outside of the rows whose rules look at it.
    let outerDependents: [[Int]]
    /// For each field outside of the rows the columns whose rules look at it.
    let readers: [Int: [Int]]
    /// The fields outside of the rows, the rest among them, whose rules look at the array.
    let needsArray: [Bool]
    /// For each column whether rules of the array look at it.
    let reachesArray: [Bool]
    /// For each column whether it has asynchronous rules.
    let areAsync: [Bool]

    /// The rules of the array itself; nil where they need those of its elements.
    let array: ArrayRules?

    private let path: FieldPath
    /// The array's top-level field in the plan of one row.
    private let planField: Int?
    /// Other top-level fields that rules of elements look at.
    private let outer: [(planField: Int, key: String)]
    private var isOuterOutdated = true
    /// The top-level value of the array without its elements.
    private var base = Value.absent
    private var loaded: (row: UInt64, revision: UInt64)?

    var hasWholeColumns: Bool { isWhole.contains(true) }

    /// Rules that see how many elements an array has, not what they are.
    private static let countRules: Set = ["required", "array", "minItems", "maxItems"]

    /// - Parameters:
    ///   - path: The array.
    ///   - field: The field of the array.
    ///   - columns: What each row has a field for.
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
        let ofArray = ruleSet.fields.filter { $0.path == path }
        let ignored = main.plan.paths.indices.filter {
            main.plan.paths[$0] == path
                && ofArray.allSatisfy { field in
                    field.validator.rules.allSatisfy {
                        $0.conditions.isEmpty && Self.countRules.contains($0.expression.id)
                    }
                }
        }
        ruleSet.fields.removeAll { $0.path == path }
        let plan = try? ValidationPlan(ruleSet, registry: record.manager.registry)
        let live = plan.map { LiveRecord($0, isText: record.isText) }
        self.live = live
        func validators(of column: RowTable.Column, in plan: ValidationPlan) -> [Int] {
            plan.paths.indices.filter {
                plan.paths[$0].isInElement(of: path)
                    && plan.paths[$0].inElement(of: path) == column.rulePath
            }
        }
        let isWhole = columns.map { column in
            guard let live else { return true }
            return live.pathsRead(by: validators(of: column, in: live.plan)).contains {
                $0.overlaps(path) && !$0.isInElement(of: path)
            }
        }
        self.isWhole = isWhole
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
        planField = live?.plan.fields.firstIndex { $0.hasSameBytes(as: path.topLevelKey) }
        let read = live?.pathsRead(by: others.flatMap { found[$0] }) ?? []
        let keys = Set(read.map { ExactKey($0.topLevelKey) })
        outer =
            (live?.plan.fields.enumerated()).map { fields in
                fields.filter {
                    keys.contains(ExactKey($1)) && !$1.hasSameBytes(as: path.topLevelKey)
                }
                .map { (planField: $0, key: $1) }
            } ?? []
    }

    /// All values outside of the rows are others.
    func noteOuterChange() {
        array?.isOuterOutdated = true
        isOuterOutdated = true
    }

    /// A value outside of the rows has changed.
    func noteOuterChange(of key: String) {
        array?.isOuterOutdated = true
        if key.hasSameBytes(as: path.topLevelKey)
            || outer.contains(where: { $0.key.hasSameBytes(as: key) })
        {
            isOuterOutdated = true
        }
    }

    /// Whether elements have rules that look at a top-level field.
    func reads(_ key: String) -> Bool { outer.contains { $0.key.hasSameBytes(as: key) } }

    /// Shows the record of one row to its rules.
    private func load(_ row: some RowContent, outside content: FormContent) {
        guard let live, let planField else { return }
        if isOuterOutdated {
            for (field, key) in outer {
                live.set(content.value(at: FieldPath(key: key)), field: field)
            }
            base = content.value(at: FieldPath(key: path.topLevelKey))
            base.set(.absent, at: path.segments.dropFirst())
            isOuterOutdated = false
            loaded = nil
        }
        guard loaded?.row != row.number || loaded?.revision != row.revision else { return }
        live.set(top(with: row.element), field: planField)
        loaded = (row.number, row.revision)
    }

    /// Runs the synchronous rules on a field of a row.
    ///
    /// - Parameters:
    ///   - column: The field.
    ///   - row: The row.
    ///   - record: The values of the form; where the rules look at other rows, the array among them.
    /// - Returns: The report, at the row's place where the rules look at other rows and at the first one
    ///   where they do not; nil for nothing at all. And whether rules did not run, since something else
    ///   is invalid.
    func check(
        _ column: Int, of row: some RowContent, record: FormRecord
    ) -> (report: ValidationReport?, isPartial: Bool) {
        let validators = validators[column]
        if isWhole[column] {
            let report = record.live.validate(validators)
            guard let index = row.index else { return (report, false) }
            let prefix = "\(path.pointer)/\(index)"
            let isPartial =
                record.live.isPartial(validators)
                && record.live.skippedPlaces(of: validators)
                    .contains { $0.isWhole || $0.pointer.isPointer(within: prefix) }
            return (report?.part(of: prefix), isPartial)
        }
        guard let live else { return (nil, false) }
        load(row, outside: record.content)
        let report = live.validate(validators)
        return (report, live.isPartial(validators))
    }

    /// The asynchronous rules about a field of a row that was checked.
    ///
    /// - Parameters:
    ///   - report: The report of the check.
    ///   - isPartial: Whether rules did not run then.
    ///   - column: The field.
    ///   - row: The row.
    ///   - record: The values of the form; where the rules look at other rows, the array among them.
    /// - Returns: Gives the findings of all rules of the field, at the first row.
    func completion(
        of report: ValidationReport, isPartial: Bool, _ column: Int, of row: some RowContent,
        record: FormRecord
    ) -> @Sendable () async -> FieldFindings {
        var values = record.values
        if !isWhole[column] { values[path.topLevelKey] = top(with: row.element) }
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

    /// The top-level value with an array of one element.
    private func top(with element: Value) -> Value {
        var value = base
        value.set(.array([element]), at: path.segments.dropFirst())
        return value
    }
}

/// The rules of an array whose elements are rows, without those of the elements, which a check of the
/// array would run too.
@MainActor
final class ArrayRules {
    let live: LiveRecord
    let validators: [Int]
    /// A value outside of the rows has changed.
    var isOuterOutdated = true
    private let outer: [(planField: Int, key: String)]

    /// Nil if the rules look at elements by their paths.
    init?(_ path: FieldPath, record: FormRecord) {
        var ruleSet = record.ruleSet
        ruleSet.fields.removeAll { $0.path.isInElement(of: path) }
        guard record.layout.homes(of: path).count == 1,
            !ruleSet.fields.contains(where: { $0.path != path && $0.path.starts(with: path) }),
            let plan = try? ValidationPlan(ruleSet, registry: record.manager.registry)
        else { return nil }
        let live = LiveRecord(plan, isText: record.isText)
        let validators = plan.paths.indices.filter { plan.paths[$0] == path }
        let read = live.pathsRead(by: validators)
        guard !read.contains(where: { $0 != path && $0.overlaps(path) }) else { return nil }
        self.live = live
        self.validators = validators
        let keys = Set((read.union([path])).map { ExactKey($0.topLevelKey) })
        outer = plan.fields.enumerated().filter { keys.contains(ExactKey($1)) }
            .map { (planField: $0, key: $1) }
    }

    /// Runs the rules.
    ///
    /// - Parameter content: The values, the array as it is now among them.
    /// - Returns: The findings; nil for none at all.
    func report(on content: FormContent) -> ValidationReport? {
        if isOuterOutdated {
            for (field, key) in outer {
                live.set(content.value(at: FieldPath(key: key)), field: field)
            }
            isOuterOutdated = false
        }
        return live.validate(validators)
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
