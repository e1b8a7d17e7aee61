// SPDX-License-Identifier: Apache-2.0

/// A place between two chunks of an input, from which reading can go on in another process.
public struct ReaderPosition: Sendable, Equatable {
    /// Chunks before it.
    public var sequence = 0
    /// Bytes of the input before the next chunk.
    public var byteOffset = 0
    /// Bytes of the input that were read, of which those behind `byteOffset` belong to the next
    /// chunk.
    public var readOffset = 0
    /// How many of these were searched for the ends of records.
    public var searchedCount = 0
    /// What the search has to know of them; nil where only reading anew tells.
    public var searchState: Int?

    public init() {}
}

extension ChunkReader {
    /// Goes on behind a chunk of the same input; the chunks are those that an uninterrupted reading
    /// gives.
    ///
    /// Reads from the start where that is needed: bytes that are compressed, and JSON, in which the
    /// place alone does not tell what is open.
    ///
    /// - Parameter position: The end of a chunk of an earlier reading with the same options.
    /// - Throws: `InputError.badPosition` if the input has no such place.
    public func move(to position: ReaderPosition) throws(InputError) {
        guard position.sequence > 0 else { return }
        if let state = position.searchState {
            try jump(to: position, state)
        } else {
            try repeatReading(upTo: position)
        }
        guard end == position else { throw .badPosition(name: source.name) }
    }

    private func jump(to position: ReaderPosition, _ state: Int) throws(InputError) {
        guard position.byteOffset >= carryOffset, position.readOffset >= source.offset,
            position.readOffset >= position.byteOffset, position.searchedCount >= 0,
            position.readOffset - position.byteOffset <= mostCarriedBytes
        else { throw .badPosition(name: source.name) }
        let isPassed = carry.count < position.byteOffset - carryOffset
        if isPassed {
            guard try source.skip(position.byteOffset - source.offset) else {
                throw .badPosition(name: source.name)
            }
            carry.removeAll()
        } else {
            carry.removeFirst(position.byteOffset - carryOffset)
        }
        carry += try source.read(count: position.readOffset - source.offset)
        carryOffset = position.byteOffset
        seenInCarry = min(position.searchedCount, carry.count)
        sequence = position.sequence
        headerFindings = []
        splitter.restore(state)
    }

    /// More is never carried from one chunk to the next.
    private var mostCarriedBytes: Int {
        let largest = 1 << 50
        return min(options.maximumRecordBytes, largest) + 2 * min(options.chunkBytes, largest)
    }

    private func repeatReading(upTo position: ReaderPosition) throws(InputError) {
        let chunk = makeChunk()
        while sequence < position.sequence, try next(chunk) {}
    }

    /// Where the next chunk begins.
    var end: ReaderPosition {
        var end = ReaderPosition()
        end.sequence = sequence
        end.byteOffset = carryOffset
        end.readOffset = source.offset
        end.searchedCount = seenInCarry
        end.searchState = splitter.state
        return end
    }
}
