// SPDX-License-Identifier: Apache-2.0

/// A place in a stream of records from which a run can go on, also in another process.
package struct StreamPosition: Sendable, Equatable {
    /// The position at which the reader continues.
    package var reader: ReaderPosition
    /// Records before it.
    package var records: Int
    /// Line breaks before it.
    package var lines: Int

    package init(reader: ReaderPosition, records: Int, lines: Int) {
        self.reader = reader
        self.records = records
        self.lines = lines
    }
}

extension StreamPosition {
    private static let largest = 1 << 53

    /// The position as numbers, for a file.
    package var numbers: [Int] {
        [
            records, lines, reader.sequence, reader.byteOffset, reader.readOffset,
            reader.searchedCount,
        ] + (reader.searchState.map { [$0] } ?? [])
    }

    /// A position from its numbers; nil if they are none.
    package init?(numbers: [Int]) {
        guard numbers.count == 6 || numbers.count == 7,
            numbers.allSatisfy({ (0...Self.largest).contains($0) })
        else { return nil }
        var reader = ReaderPosition()
        reader.sequence = numbers[2]
        reader.byteOffset = numbers[3]
        reader.readOffset = numbers[4]
        reader.searchedCount = numbers[5]
        reader.searchState = numbers.count == 7 ? numbers[6] : nil
        self.init(reader: reader, records: numbers[0], lines: numbers[1])
    }
}
