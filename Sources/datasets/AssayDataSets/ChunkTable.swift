// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Synchronization

/// The places of the chunks of a run.
///
/// The first ones stay in memory; if there are many, they go to a scratch file.
final class ChunkTable: Sendable {
    /// The words of a chunk in the file.
    private struct Entry: BitwiseCopyable {
        /// The index of the input plus 1, so that 0 is no chunk.
        var input: UInt64
        var recordsBefore: Int
        /// -1 for an input without lines.
        var linesBefore: Int
        var shiftOffset: Int
        var shiftCount: Int
    }

    private struct State {
        var memory: [UInt32: ChunkPlace] = [:]
        /// The number of chunks and shifts in memory.
        var cost = 0
        var isInFile = false
        /// The chunk that was read last from the file.
        var last: (chunk: UInt32, place: ChunkPlace)?
    }

    private static let mostInMemory = 16 << 10

    private let entries: ScratchFile
    private let shifts: ScratchFile
    private let state = Locked(State())

    init(in space: ScratchSpace) {
        entries = ScratchFile(in: space, name: "-chunks")
        shifts = ScratchFile(in: space, name: "-lines")
    }

    /// Notes the place of a chunk.
    ///
    /// The lock is held until the place is written, so that a checkpoint has it or knows nothing of it.
    func note(_ chunk: UInt32, _ place: ChunkPlace) throws(DataSetError) {
        let error = state.withLock { state -> DataSetError? in
            if !state.isInFile {
                state.memory[chunk] = place
                state.cost += 1 + place.lineShifts.count
                return state.cost > Self.mostInMemory ? spill(&state) : nil
            }
            return failure { () throws(DataSetError) in try write(chunk, place) }
        }
        if let error { throw error }
    }

    /// Moves the places to the file.
    private func spill(_ state: inout State) -> DataSetError? {
        state.isInFile = true
        let places = state.memory.sorted { $0.key < $1.key }
        state.memory = [:]
        return failure { () throws(DataSetError) in
            for (chunk, place) in places { try write(chunk, place) }
        }
    }

    private func failure(_ body: () throws(DataSetError) -> Void) -> DataSetError? {
        do throws(DataSetError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private func write(_ chunk: UInt32, _ place: ChunkPlace) throws(DataSetError) {
        var entry = Entry(
            input: UInt64(place.input) + 1, recordsBefore: place.recordsBefore,
            linesBefore: place.linesBefore ?? -1, shiftOffset: 0,
            shiftCount: place.lineShifts.count)
        if !place.lineShifts.isEmpty {
            let words = place.lineShifts.map {
                UInt64($0.row) << 32 | UInt64(UInt32(bitPattern: $0.extraLines))
            }
            let copy = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: words.count)
            defer { copy.deallocate() }
            _ = copy.initialize(from: words)
            entry.shiftOffset = try shifts.append(UnsafeRawBufferPointer(copy))
        }
        let memory = UnsafeMutableBufferPointer<Entry>.allocate(capacity: 1)
        defer { memory.deallocate() }
        memory.initialize(repeating: entry)
        try entries.write(
            UnsafeRawBufferPointer(memory), at: Int(chunk) * MemoryLayout<Entry>.stride)
    }

    /// Returns the place of a record as messages have it.
    func location(of place: RecordPlace) throws(DataSetError) -> RecordLocation {
        let chunk = try self.place(of: place.chunk)
        let row = Int(place.row)
        var line = chunk.linesBefore.map { $0 + row + 1 }
        // The last shift at or before the row.
        var range = 0..<chunk.lineShifts.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range =
                chunk.lineShifts[middle].row <= place.row
                ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        if range.lowerBound > 0 { line? += Int(chunk.lineShifts[range.lowerBound - 1].extraLines) }
        return RecordLocation(
            input: chunk.input, record: chunk.recordsBefore + row + 1, line: line)
    }

    private func place(of chunk: UInt32) throws(DataSetError) -> ChunkPlace {
        let known = state.withLock { state in
            state.last.flatMap { $0.chunk == chunk ? $0.place : nil } ?? state.memory[chunk]
        }
        if let known { return known }
        let memory = UnsafeMutableBufferPointer<Entry>.allocate(capacity: 1)
        defer { memory.deallocate() }
        let size = MemoryLayout<Entry>.stride
        guard (Int(chunk) + 1) * size <= entries.count else { throw entries.changed }
        try entries.read(into: UnsafeMutableRawBufferPointer(memory), at: Int(chunk) * size)
        let entry = memory[0]
        guard entry.input > 0, entry.shiftCount >= 0,
            entry.shiftCount <= shifts.count / MemoryLayout<UInt64>.stride
        else { throw entries.changed }
        let words = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: entry.shiftCount)
        defer { words.deallocate() }
        try shifts.read(into: UnsafeMutableRawBufferPointer(words), at: entry.shiftOffset)
        let place = ChunkPlace(
            input: Int(entry.input) - 1, recordsBefore: entry.recordsBefore,
            linesBefore: entry.linesBefore < 0 ? nil : entry.linesBefore,
            lineShifts: words.map {
                ChunkPlace.LineShift(
                    row: UInt32(truncatingIfNeeded: $0 >> 32),
                    extraLines: Int32(truncatingIfNeeded: $0))
            })
        state.withLock { $0.last = (chunk, place) }
        return place
    }

    // MARK: - Checkpoints

    /// Writes what is in memory.
    ///
    /// - Returns: The sizes of the files.
    func save() throws(DataSetError) -> [Int] {
        let (error, sizes) = state.withLock { state in
            (spill(&state), [entries.count, shifts.count])
        }
        if let error { throw error }
        return sizes
    }

    /// Waits until what was written would survive a crash of the machine.
    func synchronize() throws(DataSetError) {
        try entries.synchronize()
        try shifts.synchronize()
    }

    func restore(_ sizes: [Int]) throws(DataSetError) {
        try entries.open(count: sizes[0])
        try shifts.open(count: sizes[1])
        state.withLock { $0.isInFile = true }
    }

    func remove() {
        entries.remove()
        shifts.remove()
    }
}
