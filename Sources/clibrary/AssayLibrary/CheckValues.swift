// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
public import CAssay

extension Session {
    /// More rows are checked without a look at the clock than take a millisecond.
    private static let shortBatch = 64

    fileprivate func check(_ values: assay_values) throws(LibraryError) {
        let columns = try values.checkedColumns(of: rules.plan)
        let rows = Int(values.row_count)
        begin(rows: rows)
        let isText = values.flags & ASSAY_VALUES_TEXT != 0
        let checker = ValueChecker(isText: isText)
        for (index, field) in rules.plan.fields.enumerated() {
            for row in 0..<rows {
                try checker.check(columns[index] + row, field: field, row: row)
            }
        }
        let issues = try values.recordIssues()
        let batch = RecordBatch(
            count: rows, columns: columns, isText: isText, issues: issues)
        let isShort = rows <= Self.shortBatch && limits.timeout == nil
        session.limits = isShort ? nil : executionLimits
        let isSingle = rows == 1 && collector == nil
        let report = isSingle ? session.validate(batch, row: 0) : session.validate(batch)
        // The columns go back to the caller: what shows their values is copied now.
        var found = Outcome()
        found.numbers.first_record = values.first_record
        store(report, rows: rows, after: 0, into: &found)
        let malformed = issues.filter { $0.kind == .malformed }
        found.numbers.malformed_count = UInt64(malformed.count)
        found.numbers.malformed_record_count = UInt64(Set(malformed.map(\.row)).count)
        found.numbers.finding_count = UInt64(report.count)
        if collector != nil {
            addition = .values(
                report, first: Int(clamping: values.first_record),
                malformed: Int(found.numbers.malformed_record_count))
        }
        outcome = found
    }
}

extension assay_values {
    private static let mostRows: UInt64 = 65_536

    fileprivate func checkedColumns(
        of plan: ValidationPlan
    ) throws(LibraryError) -> UnsafePointer<UnsafePointer<assay_value>> {
        try checkFlags(flags, known: ASSAY_VALUES_TEXT, "values->flags")
        guard row_count <= Self.mostRows else {
            throw .argument(
                "'values->row_count' is \(row_count), and at most \(Self.mostRows) are taken")
        }
        let count = plan.fields.count
        guard column_count == UInt64(count) else {
            throw .argument(
                "'values->column_count' is \(column_count), and the rules have \(count) columns")
        }
        guard count > 0 else { return NoColumns.shared.pointer }
        guard let columns else { throw .argument("'values->columns' is NULL") }
        for index in 0..<count where columns[index] == nil && row_count > 0 {
            throw .argument("'values->columns[\(index)]' is NULL")
        }
        return UnsafeRawPointer(columns).assumingMemoryBound(to: UnsafePointer<assay_value>.self)
    }

    fileprivate func recordIssues() throws(LibraryError) -> [RecordIssue] {
        guard issue_count > 0 else { return [] }
        guard let issues else { throw .argument("'values->issues' is NULL") }
        guard issue_count <= 1 << 24 else {
            throw .argument("'values->issue_count' is \(issue_count)")
        }
        var all: [RecordIssue] = []
        for index in 0..<Int(issue_count) {
            let issue = issues[index]
            guard issue.row < row_count, issue.row >= all.last?.row ?? 0 else {
                throw .argument(
                    "'values->issues[\(index)].row' is \(issue.row): rows must not fall, and be below \(row_count)"
                )
            }
            let text = try issue.text.text("values->issues[].text")
            let row = Int(issue.row)
            let pointer = PointerToken.pointer([.key(text)])
            switch issue.kind {
            case ASSAY_ISSUE_UNKNOWN_FIELD:
                all.append(RecordIssue(row: row, kind: .unknownField, pointer: pointer))
            case ASSAY_ISSUE_DUPLICATE_KEY:
                all.append(RecordIssue(row: row, kind: .duplicateKey, pointer: pointer))
            case ASSAY_ISSUE_MALFORMED:
                all.append(RecordIssue(row: row, kind: .malformed, reason: text))
            default: throw .argument("'values->issues[\(index)].kind' is \(issue.kind)")
            }
        }
        return all
    }
}

/// The columns of a rule set without fields: nothing is read through the pointer.
struct NoColumns: @unchecked Sendable {  // never written, never read
    let pointer: UnsafePointer<UnsafePointer<assay_value>>

    static let shared = NoColumns(
        pointer: UnsafePointer(
            UnsafeMutablePointer<UnsafePointer<assay_value>>.allocate(capacity: 1)))
}

/// Holds values of the caller to what rules may rely on.
private struct ValueChecker {
    private static let mostDepth = 64
    private static let mostBytes: UInt64 = 1 << 31
    let isText: Bool

    func check(
        _ value: UnsafePointer<assay_value>, field: String, row: Int
    ) throws(LibraryError) {
        if isText, value.pointee.kind != ASSAY_STR, value.pointee.kind != ASSAY_ABSENT {
            throw .argument("'\(field)' in row \(row) is not a text: kind \(value.pointee.kind)")
        }
        if let reason = fault(in: value, depth: 1) {
            throw .argument("'\(field)' in row \(row) \(reason)")
        }
    }

    /// Returns a description of what is wrong with a value, or `nil` if nothing is.
    private func fault(in value: UnsafePointer<assay_value>, depth: Int) -> String? {
        switch value.pointee.kind {
        case ASSAY_ABSENT, ASSAY_NULL, ASSAY_I64: nil
        case ASSAY_BOOL:
            UInt64(bitPattern: value.pointee.as.i64) > 1 ? "is a BOOL that is not 0 or 1" : nil
        case ASSAY_U64:
            value.pointee.as.u64 <= UInt64(Int64.max) ? "is a U64 that an I64 can hold" : nil
        case ASSAY_F64: number(value.pointee)
        case ASSAY_STR: text(value.pointee)
        case ASSAY_DECIMAL: decimal(value.pointee)
        case ASSAY_ARRAY: elements(of: value.pointee, depth: depth)
        case ASSAY_OBJECT: members(of: value.pointee, depth: depth)
        default: "has the kind \(value.pointee.kind), which no value has"
        }
    }

    private func number(_ value: assay_value) -> String? {
        guard value.as.f64.isFinite else { return "is a number that is not finite" }
        guard value.flags & ASSAY_FLAG_SOURCE_TEXT != 0 else { return nil }
        let count = Int(value.flags >> ASSAY_SOURCE_TEXT_SHIFT)
        guard let text = UnsafePointer<UInt8>(bitPattern: UInt(value.len)),
            TextCheck.isNumber(UnsafeBufferPointer(start: text, count: count))
        else { return "has a source text that is not a JSON number" }
        return nil
    }

    private func decimal(_ value: assay_value) -> String? {
        guard let text = value.as.ptr, value.len <= Self.mostBytes,
            TextCheck.isNumber(UnsafeBufferPointer(start: text, count: Int(value.len)))
        else { return "is a DECIMAL that is not a JSON number" }
        return nil
    }

    private func text(_ value: assay_value) -> String? {
        guard value.len > 0 else { return nil }
        guard let start = value.as.ptr else { return "is a text that is NULL" }
        guard value.len <= Self.mostBytes else { return "is a text of \(value.len) bytes" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(value.len))
        let check = TextCheck(bytes)
        guard check.isUTF8 else { return "is a text that is not UTF-8" }
        return value.flags & ASSAY_FLAG_ASCII != 0 && !check.isASCII
            ? "is a text with the flag ASCII that is not ASCII" : nil
    }

    private func elements(of value: assay_value, depth: Int) -> String? {
        guard value.len > 0 else { return nil }
        guard depth < Self.mostDepth else { return "is nested too deeply" }
        guard let items = value.as.items else { return "is an array that is NULL" }
        guard value.len <= Self.mostBytes else { return "has \(value.len) elements" }
        for index in 0..<Int(value.len) {
            if let fault = fault(in: items + index, depth: depth + 1) { return fault }
        }
        return nil
    }

    private func members(of value: assay_value, depth: Int) -> String? {
        guard value.len > 0 else { return nil }
        guard depth < Self.mostDepth else { return "is nested too deeply" }
        guard let members = value.as.members else { return "is an object that is NULL" }
        guard value.len <= Self.mostBytes else { return "has \(value.len) members" }
        for index in 0..<Int(value.len) {
            let key = members[index].key
            guard key.len == 0 || key.ptr != nil, key.len <= Self.mostBytes,
                TextCheck(key.bytes).isUTF8
            else { return "has a member whose name is not UTF-8" }
            let place = UnsafeRawPointer(members + index) + MemoryLayout<assay_str>.size
            let member = place.assumingMemoryBound(to: assay_value.self)
            if let fault = fault(in: member, depth: depth + 1) { return fault }
        }
        return nil
    }
}

@c @implementation
public func assay_check_values(
    _ session: OpaquePointer?, _ values: UnsafePointer<assay_values>?,
    _ result: UnsafeMutablePointer<assay_result>?, _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let values else { throw .argument("'values' is NULL") }
        let given = try assay_values.given(values, "values")
        return try session.check(result) { () throws(LibraryError) in
            try session.check(given)
            return ASSAY_OK
        }
    }
}
