// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
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

/// A record batch with the columns of a rule set.
private struct ArrowTable {
    let root: ArrowColumn
    /// The column of each field of the plan, or `nil` if the batch has no such column.
    let columns: [ArrowColumn?]
    /// Names of columns that no rule is about.
    let unknown: [String]

    init(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>,
        plan: ValidationPlan
    ) throws(LibraryError) {
        root = try ArrowColumn(schema, array, path: "")
        guard root.type == .structure, root.dictionary == nil else {
            throw .arrow("", "the array is no struct, as record batches are")
        }
        let fields = Dictionary(plan.fields.enumerated().map { (ExactKey($1), $0) }) { $1 }
        var columns: [ArrowColumn?] = Array(repeating: nil, count: plan.fields.count)
        var unknown: [String] = []
        let count = Int(array.pointee.n_children)
        for index in 0..<count {
            let (child, values) = try ArrowColumn.child(
                index, of: schema.pointee, array.pointee, path: "")
            let name = child.pointee.name.map { String(cString: $0) } ?? ""
            guard let field = fields[ExactKey(name)] else {
                unknown.append(name)
                continue
            }
            guard columns[field] == nil else { throw .arrow(name, "is there twice") }
            let column = try ArrowColumn(child, values, path: name, depth: 1)
            guard column.length >= root.offset + root.length else {
                throw .arrow(
                    name, "has \(column.length) rows, and the batch \(root.offset + root.length)")
            }
            columns[field] = column
        }
        self.columns = columns
        self.unknown = unknown
    }
}

extension Session {
    fileprivate func check(
        _ schema: UnsafePointer<ArrowSchema>, _ array: UnsafePointer<ArrowArray>,
        firstRecord: UInt64
    ) throws(LibraryError) {
        let table = try ArrowTable(schema, array, plan: rules.plan)
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
            let report = session.validate(batch, isCached: true)
            store(report, rows: count, after: first, into: &found)
            first += count
        }
        found.further = unknownColumns(table.unknown)
        self.count(found.further, into: &found.numbers)
        if found.further.contains(where: { $0.severity == .error }) {
            rejectAll(in: &found.numbers)
        }
        found.numbers.finding_count = UInt64(found.count)
        outcome = found
    }

    /// Columns that no rule is about, each said once, as in the header of a CSV.
    private func unknownColumns(_ names: [String]) -> [Violation] {
        let policy = rules.plan.unknownFields
        guard policy != .allow else { return [] }
        return names.map { name in
            let issue = RecordIssue(
                row: 0, kind: .unknownField, pointer: PointerToken.pointer([.key(name)]))
            return .about(issue, severity: policy == .warn ? .warning : .error, at: nil)
        }
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
        guard let array else { throw .argument("'array' is NULL") }
        return try session.check(result) { () throws(LibraryError) in
            try session.check(schema, array, firstRecord: first_record)
            return ASSAY_OK
        }
    }
}
