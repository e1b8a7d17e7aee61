// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) public import AssayCore

extension InputError {
    /// The code, as in the errors of `ruleshell validate`.
    package var code: String {
        switch reason {
        case .unreadable, .badPosition: "input.unreadable"
        case .shrunk: "input.shrunk"
        case .isDirectory: "input.isDirectory"
        case .badHeader, .allSkipped: "input.header"
        case .missingColumns: "column.missing"
        case .unreadText(_, let issues), .unreadColumns(_, let issues):
            issues.first?.code ?? "field.unread"
        case .duplicateColumns: "column.duplicate"
        case .foreign: "input.foreign"
        case .badEncoding: "input.encoding"
        case .badCompression: "input.compression"
        case .badArrow: "input.arrow"
        case .outOfMemory: "input.memory"
        case .badDelimiter, .badDialect: "input.dialect"
        case .notCSV: "input.notCSV"
        case .longLines: "input.lastLines"
        case .uncheckedRecords: "records.unchecked"
        }
    }

    /// The error as findings of a report: one for each missing column, or else one about the input.
    ///
    /// A report with them says that no record of the input can be trusted to be validated.
    @_spi(Engine) public var violations: [Violation] {
        guard case .missingColumns(_, let missing) = reason else {
            return [
                Violation(
                    pointer: "", field: "", rule: "record", code: code,
                    parameters: [MessageParameter("reason", .string(description))],
                    template: Violation.inputPhrase)
            ]
        }
        return missing.columns.map { column in
            Violation(
                pointer: PointerToken.pointer([.key(column.field)]), field: column.field,
                rule: "record", code: code,
                parameters: column.nearest.map { [MessageParameter("nearest", .string($0))] } ?? [],
                template: column.nearest == nil
                    ? MissingColumns.phrase : MissingColumns.phraseWithNearest)
        }
    }
}

extension MissingColumns {
    /// The message of one missing column, as translations know it.
    package static let phrase = "is not a column of the input"
    /// The message of a missing column for which another name may be meant.
    package static let phraseWithNearest =
        "is not a column of the input; {nearest} is one with a similar name"
}
