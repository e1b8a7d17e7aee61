// SPDX-License-Identifier: Apache-2.0

/// A place between two chunks of an input, at which another process can continue.
package struct ReaderPosition: Sendable, Equatable {
    /// Chunks before it.
    package var sequence = 0
    /// Bytes of the input before the next chunk.
    package var byteOffset = 0
    /// Bytes of the input that were read; those after `byteOffset` belong to the next chunk.
    package var readOffset = 0
    /// The number of bytes after `byteOffset` that were searched for the ends of records.
    package var searchedCount = 0
    /// The splitter's state after them; nil where the input has to be read again.
    package var searchState: Int?

    package init() {}
}

extension ChunkReader {
    /// Continues after a chunk of the same input, with the chunks of an uninterrupted reading.
    ///
    /// Reads from the start where it has to: a compressed input, and JSON, where the place alone does
    /// not tell which brackets are open.
    ///
    /// - Parameter position: The end of a chunk of an earlier reading with the same options.
    /// - Throws: `InputError(.badPosition)` if the input has no such place.
    package func move(to position: ReaderPosition) throws(InputError) {
        guard position.sequence > 0 else { return }
        if let state = position.searchState {
            try jump(to: position, state: state)
        } else {
            try repeatReading(upTo: position)
        }
        guard end == position else { throw InputError(.badPosition(name: source.name)) }
    }

    private func jump(to position: ReaderPosition, state: Int) throws(InputError) {
        guard position.byteOffset >= carryOffset, position.readOffset >= source.offset,
            position.readOffset >= position.byteOffset, position.searchedCount >= 0,
            position.readOffset - position.byteOffset <= mostCarriedBytes
        else { throw InputError(.badPosition(name: source.name)) }
        try pass(upTo: position.byteOffset)
        carry += try source.read(count: position.readOffset - source.offset)
        seenInCarry = min(position.searchedCount, carry.count)
        sequence = position.sequence
        headerFindings = []
        splitter.restore(state)
    }

    /// Passes over the bytes before an offset of the input.
    private func pass(upTo offset: Int) throws(InputError) {
        passCarry(min(carry.count, offset - carryOffset))
        // The bytes that a decoded text has in the file are counted.
        while !form.keepsLengths, carryOffset < offset {
            carry = try source.read(count: min(offset - carryOffset, 256 << 10))
            guard !carry.isEmpty else { throw InputError(.badPosition(name: source.name)) }
            passCarry(carry.count)
        }
        guard try source.skip(offset - carryOffset) else {
            throw InputError(.badPosition(name: source.name))
        }
        moveCarry(to: offset)
    }

    /// More is never carried from one chunk to the next.
    private var mostCarriedBytes: Int {
        let largest = 1 << 50
        return min(options.maximumRecordBytes, largest) + 2 * min(chunkBytes, largest)
    }

    private func repeatReading(upTo position: ReaderPosition) throws(InputError) {
        let chunk = makeChunk()
        while sequence < position.sequence, try next(chunk) {}
    }

    /// The position at which the next chunk begins.
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
