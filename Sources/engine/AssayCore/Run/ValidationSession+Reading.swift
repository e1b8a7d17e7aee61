// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

// How the texts of a record become the values that all rules see: once, before any rule runs.
extension ValidationSession {
    /// Reads the texts of the columns of a space, unless they can wait.
    ///
    /// The columns of enclosing spaces have been read before.
    func readTexts(ofSpace space: Int) {
        guard state.isText else { return }
        for reader in plan.readers[space] where !(isTested && reader.isDeferrable) {
            read(readableRows(of: spaces[space]), by: reader)
        }
    }

    /// Reads the texts of rows for which a test has not proved that the rules of their validator pass.
    ///
    /// The texts of other rows need not be read, since nothing else looks at them.
    func readDoubtful(_ rows: RowList, of validator: CompiledValidator) {
        guard state.isText, let reader = plan.deferrableReader(ofColumn: validator.column) else {
            return
        }
        read(rows, by: reader)
    }

    private func read(_ rows: RowList, by reader: TextReader) {
        guard rows.count > 0 else { return }
        let column = own(reader.column, in: reader.space)
        let arena = state.readValues
        for index in 0..<rows.count {
            let row = rows[index]
            guard column[row].kind == ASSAY_STR else { continue }
            column[row] = read(column + row, row: row, by: reader, storingIn: arena)
        }
    }

    /// Returns the value that a text is read as; a text that no rule can read stays.
    func read(
        _ text: UnsafePointer<assay_value>, row: Int, by reader: TextReader,
        storingIn arena: ValueArena
    ) -> assay_value {
        for step in reader.steps {
            let applies = step._withUnsafeGuaranteedRef { step in
                guard !step.conditions.isEmpty else { return true }
                if case .met = outcome(of: step.conditions, row: row) { return true }
                return false
            }
            guard applies else { continue }
            let conversion = step._withUnsafeGuaranteedRef {
                $0.instance._withUnsafeGuaranteedRef {
                    $0.convert(FieldValue(unsafePointer: text), arena)
                }
            }
            if case .typed(let value) = conversion.outcome { return value }
        }
        return text.pointee
    }
}
