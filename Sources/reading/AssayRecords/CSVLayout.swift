// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayPluginABI
import CRecordReader

/// The layout of a CSV record: the column that each cell fills.
final class CSVLayout: @unchecked Sendable {  // immutable after init
    let pointer: OpaquePointer
    let dialect: reader_csv_dialect
    /// The field separator.
    var delimiter: UInt8 { dialect.delimiter }
    /// The texts that mean that a cell has no value.
    let missingTexts: [String]
    private let projection: Projection
    /// The header as the input has it, with its line break; empty where it has none.
    let header: [UInt8]

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - header: The record with the names.
    ///   - linesBefore: Blank lines before it.
    ///   - isWritten: Whether the input begins with the header.
    ///   - dialect: The dialect of the input.
    ///   - missingTexts: The texts that mean that a cell has no value.
    ///   - projection: The columns.
    ///   - name: The input's name in messages.
    /// - Throws: `InputError` for a header that is malformed.
    init(
        header: ArraySlice<UInt8>, linesBefore: Int = 0, isWritten: Bool = true,
        dialect: reader_csv_dialect, missingTexts: [String] = [], projection: Projection,
        name: String
    ) throws(InputError) {
        var layout: OpaquePointer?
        var row = reader_row()
        let result = header.withUnsafeBufferPointer { header in
            withUnsafePointer(to: dialect) {
                reader_csv_layout_create(
                    projection.pointer, header.baseAddress, UInt64(header.count), $0, &layout, &row)
            }
        }
        guard result != READER_E_PARAM else { throw InputError(.badDelimiter) }
        guard result >= 0 else { throw InputError(.outOfMemory) }
        guard let pointer = layout else {
            let option = header.withUnsafeBufferPointer {
                row.option(in: $0, delimiter: dialect.delimiter)
            }
            throw InputError(
                .badHeader(
                    name: name, line: linesBefore + Int(row.line) + 1,
                    reason: String(cString: reader_reason_text(row.reason))
                        + (option.map { "; the option \($0)" } ?? "")))
        }
        self.pointer = pointer
        self.dialect = dialect
        self.missingTexts = missingTexts
        self.projection = projection
        self.header = isWritten ? Array(header) : []
        let arena = ValueArena()
        let texts = missingTexts.map { arena.store($0) }
        let isStored = texts.withUnsafeBufferPointer {
            reader_csv_layout_set_nulls(pointer, $0.baseAddress, UInt32($0.count)) >= 0
        }
        guard isStored else { throw InputError(.outOfMemory) }
    }

    deinit {
        reader_csv_layout_destroy(pointer)
    }

    /// The first cell with a name in the header.
    func cell(named name: String) -> UInt32? {
        var name = name
        let cell = name.withUTF8 { name in
            reader_csv_find_cell(
                pointer, assay_str(ptr: name.baseAddress, len: UInt64(name.count)))
        }
        return cell == READER_NO_CELL ? nil : cell
    }

    /// The names of the header, in its order.
    var names: [String] {
        (0..<reader_csv_cell_count(pointer)).map { name(of: $0) }
    }

    /// The names that two cells or more have and that are columns, once each.
    var duplicateColumns: [String] {
        var known: Set<String> = []
        var found: [String] = []
        for cell in 0..<reader_csv_cell_count(pointer)
        where reader_csv_cell_is_duplicate(pointer, cell) != 0 {
            let name = String(reader_csv_cell_name(pointer, cell))
            guard let first = self.cell(named: name),
                reader_csv_cell_column(pointer, first) != READER_NO_COLUMN,
                known.insert(name).inserted
            else { continue }
            found.append(name)
        }
        return found
    }

    /// The findings of a header, about names that are no columns: unknown ones, unless the rule set
    /// allows them, and duplicate ones, which keep no record from being validated.
    ///
    /// - Parameters:
    ///   - header: The header.
    ///   - offset: The bytes of the file before it.
    ///   - linesBefore: The lines before it.
    ///   - form: The form of the text in the file.
    ///   - plan: The plan, with its policy and its limit.
    /// - Returns: The findings.
    func findings(
        in header: ArraySlice<UInt8>, from offset: Int, linesBefore: Int = 0, form: TextForm,
        plan: ValidationPlan
    ) -> [Violation] {
        header.withUnsafeBufferPointer { header in
            var places = HeaderPlaces(
                in: self.header.isEmpty ? nil : header, dialect: dialect, byteOffset: offset,
                form: form, linesBefore: linesBefore)
            var findings = ColumnFindings(plan)
            for cell in 0..<reader_csv_cell_count(pointer) {
                // Cells without a name are what spreadsheets leave of empty columns.
                let isNamed = reader_csv_cell_name(pointer, cell).len > 0
                if isNamed, reader_csv_cell_is_duplicate(pointer, cell) != 0 {
                    findings.addDuplicate(name(of: cell)) { places.source(of: cell) }
                } else if reader_csv_cell_column(pointer, cell) == READER_NO_COLUMN {
                    findings.addUnknown(name(of: cell)) { places.source(of: cell) }
                }
            }
            return findings.all
        }
    }

    private func name(of cell: UInt32) -> String { String(reader_csv_cell_name(pointer, cell)) }
}

extension CSVLayout {
    /// Returns the number of cells that a record has.
    ///
    /// - Throws: `InputError` for a record that is malformed.
    static func cellCount(
        of record: ArraySlice<UInt8>, dialect: reader_csv_dialect, projection: Projection,
        name: String
    ) throws(InputError) -> Int {
        let layout = try CSVLayout(
            header: record, dialect: dialect, projection: projection, name: name)
        return Int(reader_csv_cell_count(layout.pointer))
    }
}
