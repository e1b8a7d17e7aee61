// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
public import CAssay

/// The fields that the records of an input have had so far.
struct InputPresence {
    private let fields: FieldPresence
    /// The names of the columns of a table, or `nil` for an input of JSON.
    ///
    /// A column is there even if no record has a value in it.
    private(set) var columns: [String]?
    /// The number of records that could be read.
    private var recordCount = 0
    /// `true` if records have a part of the fields, so that a field is not missed without a reason.
    private let isPartial: Bool

    /// Begins an input.
    ///
    /// - Parameters:
    ///   - plan: The rules.
    ///   - columns: The names of the columns of a table.
    ///   - isPartial: `true` if records have a part of the fields.
    init(_ plan: ValidationPlan, columns: [String]? = nil, isPartial: Bool) {
        self.columns = columns
        self.isPartial = isPartial
        fields = FieldPresence(plan)
    }

    /// Looks for the fields that have not occurred in a part of an input.
    mutating func note(_ part: ParsedChunk) {
        if columns == nil { columns = part.columnNames }
        note(part.batch, readable: part.batch.count - part.malformedCount) {
            part.batch.isText ? [] : part.firstRecords
        }
    }

    /// Looks for the fields that have not occurred.
    ///
    /// - Parameters:
    ///   - batch: The next records.
    ///   - readable: The number of records that are not malformed.
    ///   - records: Returns the first of them, to find mistyped names in; the names of the columns
    ///     are known.
    mutating func note(_ batch: RecordBatch, readable: Int, records: () -> [Value]) {
        recordCount += readable
        fields.note(batch) { [.sample(of: columns ?? [])] + records() }
    }

    /// The fields that have not occurred, as JSON.
    ///
    /// A single record may lack a field because it is optional, unless another name is like it.
    var neverSeen: Value {
        let tellsMissing = !isPartial && recordCount > (columns == nil ? 1 : 0)
        let known = Set((columns ?? []).map { ExactKey($0) })
        let missing = fields.neverSeen.filter { field in
            guard tellsMissing || !field.isMerelyMissing else { return false }
            return field.path.segments.count > 1
                || !known.contains(ExactKey(field.path.topLevelKey))
        }
        return .array(missing.map { object(of: $0) })
    }

    private func object(of field: FieldPresence.MissingField) -> Value {
        var members: [(key: String, value: Value)] = [
            ("field", .string(field.path.description)),
            ("names", .array(field.names.map { .string($0) })),
        ]
        if let nearest = field.nearest { members.append(("nearest", .string(nearest))) }
        return .object(Value.Object(members))
    }
}

extension Value {
    /// A record with all of the names.
    static func sample(of names: [String]) -> Value {
        .object(Value.Object(names.map { ($0, .null) }))
    }

    /// The first records of a batch, with the columns of the rules.
    static func sample(of batch: RecordBatch, fields: [String]) -> [Value] {
        (0..<min(batch.count, 100)).map { row in
            .object(
                Value.Object(
                    fields.indices.map { column in
                        (
                            fields[column],
                            Value(FieldValue(unsafePointer: batch.columns[column] + row))
                        )
                    }))
        }
    }
}

@c @implementation
public func assay_never_seen(
    _ session: OpaquePointer?, _ json: UnsafeMutablePointer<assay_str>?,
    _ error: UnsafeMutablePointer<assay_error>?
) -> assay_rc {
    perform(error) { () throws(LibraryError) in
        let session: Session = try object(session, "session")
        guard let json else { throw .argument("'json' is NULL") }
        return try session.use { () throws(LibraryError) in
            guard let presence = session.presence else {
                throw .state("no lines and no table were checked")
            }
            let text = ZeroEndedText(Array(presence.neverSeen.json.utf8))
            session.neverSeenText = text
            json.pointee = text.str
            return ASSAY_OK
        }
    }
}
