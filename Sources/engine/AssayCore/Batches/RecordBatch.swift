// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// Records as columns: one array of values for each top-level field that a plan reads.
///
/// A view: the reader that fills it owns the memory, which stays valid and unchanged while the
/// batch is validated and its report is read.
@_spi(Engine) public final class RecordBatch {
    /// The number of records.
    @_spi(Engine) public let count: Int
    /// The values of each of the plan's `fields`, `count` of them; absent if a record lacks the
    /// field.
    @_spi(Engine) public let columns: UnsafePointer<UnsafePointer<assay_value>>
    /// The records come from text (CSV, a form): every value is a string or absent.
    package let isText: Bool
    /// The issues of the records themselves: first those of malformed records, then the others, each of
    /// both ordered by row.
    package let issues: [RecordIssue]
    /// Locates records and values in their file.
    package let locator: (any RecordLocator)?

    package init(
        count: Int, columns: UnsafePointer<UnsafePointer<assay_value>>, isText: Bool = false,
        issues: [RecordIssue] = [], locator: (any RecordLocator)? = nil
    ) {
        assert(count >= 0)
        assert(issues.allSatisfy { $0.row >= 0 && $0.row < count }, "an issue is of no record")
        self.count = count
        self.columns = columns
        self.isText = isText
        self.issues = issues
        self.locator = locator
    }
}

/// Something wrong with a record itself rather than with a field's value.
package struct RecordIssue: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// The record cannot be read; no rule runs on its fields.
        case malformed
        /// A key appears twice; rules run on the last value.
        case duplicateKey
        /// The rule set does not know the field.
        case unknownField
        /// A column of a table has no name, so that the rule set does not know it.
        case unnamedColumn
        /// The rules cannot decide about records from text; see `ValidationPlan.textIssues`.
        case unread

        /// The stable code of the violation.
        package var code: String {
            switch self {
            case .malformed: RecordIssue.malformedCode
            case .duplicateKey: "record.duplicateKey"
            case .unknownField, .unnamedColumn: "record.unknownField"
            case .unread: "field.unread"
            }
        }
    }

    package var row: Int
    package var kind: Kind
    /// The JSON Pointer of the member in the record, or empty for the record itself.
    package var pointer: String
    /// The reason a record is malformed, such as "expected ',' or '}'".
    package var reason: String
    /// The byte in the record where it was found.
    package var offset: Int
    /// The path to the value that the issue is about, or empty if `offset` says where it is.
    package var path: [PointerToken]

    package init(
        row: Int, kind: Kind, pointer: String = "", reason: String = "", offset: Int = 0,
        path: [PointerToken] = []
    ) {
        self.path = path
        self.row = row
        self.kind = kind
        self.pointer = pointer
        self.reason = reason
        self.offset = offset
    }

    package static let malformedCode = "record.malformed"

    /// The stable code of the violation.
    package var code: String { kind.code }

    /// The message of a malformed record without its reason, as translations know it.
    static let malformedPhrase = "cannot be parsed: {reason}"

    /// The message of the violation.
    package var message: String {
        switch kind {
        case .malformed: "cannot be parsed: \(reason)"
        case .duplicateKey: "appears more than once in the record"
        case .unknownField:
            pointer.hasSuffix("/")
                ? "is an empty name, which is not a field of the rule set"
                : "is not a field of the rule set"
        case .unnamedColumn: "a column without a name is not a field of the rule set"
        case .unread: "cannot be checked: \(reason)"
        }
    }
}

/// Locates records and values in the file that they were read from.
package protocol RecordLocator: AnyObject {
    /// Returns the place of a value, or of the nearest value that contains it if it is absent.
    ///
    /// - Parameters:
    ///   - row: The record in the batch.
    ///   - path: Keys and indexes from the record to the value; empty for the record itself.
    ///   - offset: A byte inside the record, instead of a value, for malformed records.
    /// - Returns: The place; for a row that the locator does not know, the start of its input.
    func locate(row: Int, path: [PointerToken], offset: Int?) -> RecordSource

    /// Returns the place of a value, as the reader has delivered it, if it is known without a
    /// search.
    ///
    /// - Parameters:
    ///   - row: The record in the batch.
    ///   - value: The value, or `nil` if it is absent.
    ///   - field: The index in the plan of the top-level field whose value it is, or `nil` for
    ///     other values.
    /// - Returns: The place, which is the record's for a field that the record lacks; or `nil` if
    ///   only a search finds it.
    func locate(row: Int, value: UnsafePointer<assay_value>?, field: Int?) -> RecordSource?
}

/// The place of a record or a value in the input.
public struct RecordSource: Sendable, Equatable {
    /// The record's number in the input, from 1.
    public var record: Int
    /// The offset from the start of the input, in bytes.
    public var byteOffset: Int
    /// The length of the value in the file, in bytes.
    public var byteLength: Int
    /// The line in the input, from 1, or 0 if the input has records without lines, such as Arrow.
    ///
    /// The number of the record is the only place in such an input.
    public var line: Int
    /// The column in the line, in code points, from 1, or 0 if only the record and its line are known.
    ///
    /// Offset and length are 0 then too.
    public var column: Int

    /// `true` if the input has lines, columns and bytes that a reader can look up.
    package var hasLine: Bool { line > 0 }
    /// `true` if the column and the bytes of the value are known.
    package var hasColumn: Bool { column > 0 }

    /// The place of a record of which only the number and the line are known.
    package static func record(_ number: Int, line: Int?) -> RecordSource {
        RecordSource(record: number, byteOffset: 0, byteLength: 0, line: line ?? 0, column: 0)
    }

    package init(record: Int, byteOffset: Int, byteLength: Int, line: Int, column: Int) {
        self.record = record
        self.byteOffset = byteOffset
        self.byteLength = byteLength
        self.line = line
        self.column = column
    }
}
