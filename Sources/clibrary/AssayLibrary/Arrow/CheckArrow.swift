// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import AssayPluginABI
public import CAssay

/// Rows of record batches as columns of values, a part at a time.
final class ArrowBatches {
    static let partRows = 4096

    private let storage: [UnsafeMutablePointer<assay_value>]
    private let pointers: UnsafeMutablePointer<UnsafePointer<assay_value>>
    private let arena = ValueArena(blockSize: 64 << 10)

    init(columns: Int) {
        storage = (0..<columns).map { _ in .allocate(capacity: Self.partRows) }
        pointers = .allocate(capacity: max(1, columns))
        for (index, column) in storage.enumerated() {
            column.initialize(repeating: assay_value(), count: Self.partRows)
            (pointers + index).initialize(to: UnsafePointer(column))
        }
    }

    deinit {
        for column in storage { column.deallocate() }
        pointers.deallocate()
    }

    /// The rows of a part as a batch, which borrows from this object until the next one.
    func batch(
        of columns: [ArrowColumn?], in root: ArrowColumn, from first: Int, count: Int
    ) throws(LibraryError) -> RecordBatch {
        arena.reset()
        for (values, column) in zip(storage, columns) {
            guard let column else {
                values.update(repeating: assay_value(), count: count)
                continue
            }
            try column.fill(values, from: root.offset + first, count: count, in: arena)
            for row in 0..<count where values[row].kind == ASSAY_NULL {
                values[row] = assay_value()
            }
        }
        for row in 0..<count where !root.isPresent(root.offset + first + row) {
            for values in storage { values[row] = assay_value() }
        }
        return RecordBatch(count: count, columns: UnsafePointer(pointers))
    }
}

/// The columns of a table, by the fields of a rule set.
private struct ArrowHeader {
    /// The place of the column of each field of the plan, or `nil` if the table has no such column.
    private(set) var columns: [Int?]
    /// The names of the columns, in their order.
    private(set) var names: [String] = []
    /// Names of columns that no rule is about.
    private(set) var unknown: [String] = []

    init(
        _ schema: UnsafePointer<ArrowSchema>, plan: ValidationPlan
    ) throws(LibraryError) {
        guard schema.pointee.release != nil else { throw .arrow("", "the schema is released") }
        guard schema.pointee.format.map({ String(cString: $0) }) == "+s",
            schema.pointee.dictionary == nil
        else { throw .arrow("", "the array is not a struct, as record batches are") }
        guard (0...(1 << 20)).contains(schema.pointee.n_children) else {
            throw .arrow("", "the schema has \(schema.pointee.n_children) children")
        }
        let fields = Dictionary(plan.fields.enumerated().map { (ExactKey($1), $0) }) { $1 }
        columns = Array(repeating: nil, count: plan.fields.count)
        for index in 0..<Int(schema.pointee.n_children) {
            guard let child = schema.pointee.children?[index] else {
                throw .arrow("", "child \(index) is NULL")
            }
            let name = child.pointee.name.map { String(cString: $0) } ?? ""
            names.append(name)
            guard let field = fields[ExactKey(name)] else {
                unknown.append(name)
                continue
            }
            guard columns[field] == nil else { throw .arrow(name, "is there twice") }
            columns[field] = index
        }
    }

    /// Checks that the table has a column for each field that it must have.
    ///
    /// - Parameters:
    ///   - plan: The rules.
    ///   - limits: The limits, which say if one of the columns is enough.
    /// - Throws: The fields without a column.
    func checkColumns(of plan: ValidationPlan, limits: SessionLimits) throws(LibraryError) {
        guard columns.contains(nil), let missing = MissingColumns(plan: plan, names: names)
        else { return }
        guard !limits.reading.allow(missing) else { return }
        throw .missingColumns(missing, of: "the table", help: missing.tableWords)
    }
}

/// A record batch with the columns of a rule set.
private struct ArrowTable {
    let root: ArrowColumn
    /// The column of each field of the plan, or `nil` if the batch has no such column.
    let columns: [ArrowColumn?]

    init(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>,
        header: ArrowHeader, readings: FieldReadings
    ) throws(LibraryError) {
        root = try ArrowColumn(schema, array, path: "")
        var columns: [ArrowColumn?] = []
        for place in header.columns {
            guard let place else {
                columns.append(nil)
                continue
            }
            let (child, values) = try ArrowColumn.child(
                place, of: schema.pointee, array.pointee, path: "")
            let name = header.names[place]
            let column = try ArrowColumn(
                child, values, path: name, field: FieldPath(key: name), readings: readings,
                depth: 1)
            guard column.length >= root.offset + root.length else {
                throw .arrow(
                    name, "has \(column.length) rows, and the batch \(root.offset + root.length)")
            }
            columns.append(column)
        }
        self.columns = columns
    }
}

extension Session {
    fileprivate func check(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>?,
        firstRecord: UInt64
    ) throws(LibraryError) {
        if collector == nil { try LibraryError.checkRecordsRules(of: rules.plan) }
        let header = try ArrowHeader(schema, plan: rules.plan)
        try header.checkColumns(of: rules.plan, limits: limits)
        try Self.checkTexts(of: schema, by: rules.plan)
        if firstRecord == 0 || presence == nil {
            presence = InputPresence(
                rules.plan, columns: header.names, isPartial: limits.isPartial)
        }
        let unknown = Violation.unknownColumns(header.unknown, plan: rules.plan)
        let isRejected = unknown.contains { $0.severity == .error }
        try collector?.beginBatch(at: firstRecord, rows: array.map { Int($0.pointee.length) })
        if collector != nil { addition = .endOfBatch }
        guard let array else {
            begin(rows: 0)
            var found = Outcome()
            found.numbers.first_record = firstRecord
            take(unknown, into: &found)
            return
        }
        let table = try ArrowTable(
            schema, array, header: header, readings: rules.plan.readings)
        guard table.root.length <= 1 << 31 else {
            throw .arrow("", "the batch has \(table.root.length) rows")
        }
        begin(rows: table.root.length)
        session.limits = executionLimits
        session.moment = rules.plan.clock()
        defer { session.moment = nil }
        let batches = columns ?? ArrowBatches(columns: rules.plan.fields.count)
        columns = batches
        var found = Outcome()
        found.numbers.first_record = firstRecord
        var first = 0
        while first < table.root.length, !isCancelled {
            let count = min(ArrowBatches.partRows, table.root.length - first)
            let batch = try batches.batch(
                of: table.columns, in: table.root, from: first, count: count)
            presence?.note(batch, readable: count) {
                Value.sample(of: batch, fields: rules.plan.fields)
            }
            let report = session.validate(batch, isCached: true)
            store(report, rows: count, after: first, into: &found)
            // The columns of the rows are gone after this.
            if !isCancelled {
                try collector?.add(report, rows: first..<(first + count), isRejected: isRejected)
            }
            first += count
        }
        take(unknown, into: &found)
    }

    /// Checks that the rules can decide about the columns of texts, which no rule reads as numbers.
    ///
    /// - Throws: The issues of the rules with the columns.
    private static func checkTexts(
        of schema: UnsafePointer<ArrowSchema>, by plan: ValidationPlan
    ) throws(LibraryError) {
        let issues = plan.tableIssues { ArrowType.isText(at: $0.segments[...], below: schema) }
        if !issues.isEmpty { throw LibraryError(RuleSetError(issues)) }
    }

    /// Takes in the findings of the columns, which are the last of the check.
    private func take(_ violations: [Violation], into found: inout Outcome) {
        found.further = violations
        self.count(found.further, into: &found.numbers)
        if found.further.contains(where: { $0.severity == .error }) {
            rejectAll(in: &found.numbers)
        }
        found.numbers.finding_count = UInt64(found.count)
        outcome = found
    }
}

@c @implementation
public func assay_check_arrow(
    _ session: OpaquePointer?, _ schema: UnsafePointer<ArrowSchema>?,
    _ array: UnsafePointer<ArrowArray>?, _ first_record: UInt64,
    _ result: UnsafeMutablePointer<assay_result>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let schema else { throw .argument("'schema' is NULL") }
        return try session.check(result) { () throws(LibraryError) in
            try session.check(schema, array, firstRecord: first_record)
            return ASSAY_OK
        }
    }
}
