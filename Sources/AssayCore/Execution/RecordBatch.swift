// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// Records as columns: one array of values for each top-level field that a plan reads.
///
/// A view: the reader that fills it owns the memory, which stays valid and unchanged while the
/// batch is validated and its report is read.
public final class RecordBatch {
    /// The number of records.
    public let count: Int
    /// For each of the plan's `fields`, `count` values; absent where a record lacks the field.
    public let columns: UnsafePointer<UnsafePointer<assay_value>>
    /// The records come from text (CSV, a form): every value is a string or absent.
    public let isText: Bool
    /// What the reader found wrong with records themselves, ordered by row.
    public let issues: [RecordIssue]
    /// Knows where records and values stand in their file.
    public let locator: (any RecordLocator)?

    public init(
        count: Int, columns: UnsafePointer<UnsafePointer<assay_value>>, isText: Bool = false,
        issues: [RecordIssue] = [], locator: (any RecordLocator)? = nil
    ) {
        self.count = count
        self.columns = columns
        self.isText = isText
        self.issues = issues
        self.locator = locator
    }
}

/// Something wrong with a record itself rather than with a field's value.
public struct RecordIssue: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// The record cannot be read; its fields are not judged.
        case malformed
        /// A key stands twice; the last value is judged.
        case duplicateKey
        /// The rule set does not know the field.
        case unknownField
    }

    public var row: Int
    public var kind: Kind
    /// Where in the record: empty, or the pointer of the member.
    public var pointer: String
    /// What exactly is wrong, for a malformed record: "expected ',' or '}'".
    public var reason: String
    /// The byte in the record where it was found.
    public var offset: Int

    public init(row: Int, kind: Kind, pointer: String = "", reason: String = "", offset: Int = 0) {
        self.row = row
        self.kind = kind
        self.pointer = pointer
        self.reason = reason
        self.offset = offset
    }

    /// The stable code of the violation.
    public var code: String {
        switch kind {
        case .malformed: "record.malformed"
        case .duplicateKey: "record.duplicateKey"
        case .unknownField: "record.unknownField"
        }
    }

    /// The message of the violation.
    public var message: String {
        switch kind {
        case .malformed: "is not a readable record: \(reason)"
        case .duplicateKey: "stands more than once in the record"
        case .unknownField: "is not a field of the rule set"
        }
    }
}

/// Says where records and values stand in the file that they were read from.
public protocol RecordLocator {
    /// The place of a value, or of the nearest thing that contains it where it is absent.
    ///
    /// - Parameters:
    ///   - row: The record in the batch.
    ///   - path: Keys and indexes from the record to the value; empty for the record itself.
    ///   - offset: A byte inside the record, instead of a value, for malformed records.
    /// - Returns: The place; for a row that the locator does not know, the start of its input.
    func locate(row: Int, path: [PointerToken], offset: Int?) -> RecordSource
}

/// Where something stands in the input.
public struct RecordSource: Sendable, Equatable {
    /// The record's number in the input, from 1.
    public var record: Int
    /// Bytes from the start of the input.
    public var byteOffset: Int
    public var byteLength: Int
    /// From 1.
    public var line: Int
    /// In code points, from 1.
    public var column: Int

    public init(record: Int, byteOffset: Int, byteLength: Int, line: Int, column: Int) {
        self.record = record
        self.byteOffset = byteOffset
        self.byteLength = byteLength
        self.line = line
        self.column = column
    }
}
