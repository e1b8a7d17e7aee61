// SPDX-License-Identifier: Apache-2.0

/// The place of a record in a run: the same for any number of threads.
package struct RecordPlace: Sendable, Hashable, Comparable {
    /// The number of the chunk in the whole run, in the order of the inputs.
    package let chunk: UInt32
    /// The row of the chunk, less than 2³¹.
    package let row: UInt32

    package init(chunk: UInt32, row: UInt32) {
        self.chunk = chunk
        self.row = row
    }

    package static func < (left: RecordPlace, right: RecordPlace) -> Bool {
        left.chunk == right.chunk ? left.row < right.row : left.chunk < right.chunk
    }
}

/// The place of a chunk in the inputs, which the reader of the chunk gives.
package struct ChunkPlace: Sendable, Equatable {
    /// A row from which on lines are further from rows than before.
    package struct LineShift: Sendable, Equatable {
        package let row: UInt32
        /// The line of this row, and of those after it, minus `linesBefore`, minus the row, minus 1; negative
        /// where a line has several records.
        package let extraLines: Int32

        package init(row: UInt32, extraLines: Int32) {
            self.row = row
            self.extraLines = extraLines
        }
    }

    /// The index of the input.
    package var input: Int
    /// The number of records of the input before the chunk.
    package var recordsBefore: Int
    /// The number of lines of the input before the chunk's first record, or `nil` for an input
    /// without lines, such as Arrow.
    package var linesBefore: Int?
    /// The rows at which the distance of lines from rows changes, ascending; empty if each record
    /// is a line.
    package var lineShifts: [LineShift]

    package init(
        input: Int, recordsBefore: Int, linesBefore: Int?, lineShifts: [LineShift] = []
    ) {
        self.input = input
        self.recordsBefore = recordsBefore
        self.linesBefore = linesBefore
        self.lineShifts = lineShifts
    }
}

/// The place of a record as messages have it.
package struct RecordLocation: Sendable, Equatable {
    /// The index of the input.
    package let input: Int
    /// The number of the record in the input, from 1.
    package let record: Int
    /// The line on which the record begins, from 1, or `nil` for an input without lines.
    package let line: Int?
}
