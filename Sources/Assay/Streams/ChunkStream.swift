// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRecords
import AssaySystem

/// What the threads of a run share: the input, the positions of chunks, the order of the output.
final class ChunkStream<Rendered: Sendable>: @unchecked Sendable {  // guarded by `monitor`
    private let monitor = Monitor()
    private let reader: ChunkReader
    private let window: Int
    private let emit: (Rendered, StreamCounts, StreamPosition) -> Bool
    private var freeChunks: [InputChunk] = []
    private var isReading = false
    private var isStopped = false
    private var error: InputError?
    /// A chunk is lost: nothing after it can be emitted.
    private var isBroken = false

    /// Sizes of chunks whose predecessors are not all known.
    private var sizes: [Int: (records: Int, lines: Int)] = [:]
    private var positions: [Int: ChunkPosition]
    private var positionedCount = 0

    private var waiting: [Int: FinishedChunk<Rendered>] = [:]
    private var emittedCount = 0
    private var isEmitting = false
    private var total: StreamCounts

    /// - Parameters:
    ///   - reader: At the start of the input, or where `start` says.
    ///   - start: Nil for the start of the input.
    ///   - ruleCount: Rules of the plan.
    ///   - window: How many chunks may be read before the first of them is emitted.
    ///   - chunks: Chunks of other readers, for this one to use.
    ///   - emit: Takes what is finished, in order; false ends the run.
    init(
        _ reader: ChunkReader, from start: StreamPosition?, ruleCount: Int, window: Int,
        chunks: [InputChunk], emit: @escaping (Rendered, StreamCounts, StreamPosition) -> Bool
    ) {
        self.reader = reader
        self.window = window
        for chunk in chunks { reader.adopt(chunk) }
        freeChunks = chunks
        self.emit = emit
        emittedCount = start?.reader.sequence ?? 0
        positionedCount = emittedCount
        positions = [
            emittedCount: start.map { ChunkPosition(records: $0.records, lines: $0.lines) }
                ?? ChunkPosition(lines: reader.headerLineBreaks)
        ]
        total = StreamCounts(ruleCount: ruleCount)
    }

    /// The next chunk of the input, or nil at the end; waits while the output lags by more than the window.
    func nextChunk() -> InputChunk? {
        let chunk: InputChunk? = monitor.locked {
            while isReading, !isStopped { monitor.wait() }
            guard !isStopped else { return nil }
            isReading = true
            return freeChunks.popLast() ?? reader.makeChunk()
        }
        guard let chunk else { return nil }
        var isFilled = false
        do throws(InputError) {
            isFilled = try reader.next(chunk)
        } catch {
            end(with: error)
        }
        return monitor.locked {
            isReading = false
            if !isFilled { isStopped = true }
            // Subtracted: after the end of the output, `emittedCount` is the largest integer.
            while chunk.sequence - window > emittedCount, !isStopped { monitor.wait() }
            monitor.wakeAll()
            return isFilled ? chunk : nil
        }
    }

    /// Ends reading with an error, unless there is one already; what was read is emitted.
    private func end(with error: InputError) {
        monitor.locked {
            if self.error == nil { self.error = error }
            isStopped = true
            monitor.wakeAll()
        }
    }

    /// Ends the run with an error that keeps a chunk from being emitted.
    func fail(_ error: InputError) {
        monitor.locked { isBroken = true }
        end(with: error)
    }

    /// Says how many records and lines a chunk has.
    func publish(_ chunk: InputChunk, records: Int, lines: Int) {
        monitor.locked {
            sizes[chunk.sequence] = (records, lines)
            while let size = sizes.removeValue(forKey: positionedCount),
                let position = positions[positionedCount]
            {
                positionedCount += 1
                positions[positionedCount] = position.advanced(by: size)
            }
            monitor.wakeAll()
        }
    }

    /// Where a chunk is in the input; waits until the chunks before it are parsed.
    ///
    /// - Returns: Nil if one of them is lost.
    func position(before chunk: InputChunk) -> ChunkPosition? {
        monitor.locked {
            while positions[chunk.sequence] == nil, !isBroken { monitor.wait() }
            return positions.removeValue(forKey: chunk.sequence)
        }
    }

    /// Hands on a finished chunk and everything after it that is finished too.
    func deliver(_ finished: FinishedChunk<Rendered>, of chunk: InputChunk) {
        monitor.locked {
            waiting[chunk.sequence] = finished
            freeChunks.append(chunk)
            guard !isEmitting else { return }
            isEmitting = true
            emitWaiting()
            isEmitting = false
            monitor.wakeAll()
        }
    }

    private func emitWaiting() {
        while let next = waiting.removeValue(forKey: emittedCount) {
            let goesOn = monitor.unlocked { emit(next.rendered, next.counts, next.end) }
            total += next.counts
            emittedCount += 1
            guard goesOn, !next.isLast else {
                isStopped = true
                waiting.removeAll()
                emittedCount = .max
                return
            }
        }
    }

    /// Ends the run, whose threads have ended.
    ///
    /// - Returns: The numbers of what was emitted, and the chunks, which are free.
    /// - Throws: The error that ended reading.
    func finish() throws(InputError) -> (counts: StreamCounts, chunks: [InputChunk]) {
        if let error { throw error }
        return (total, freeChunks)
    }
}

/// A chunk on its way to the output.
struct FinishedChunk<Rendered: Sendable> {
    let rendered: Rendered
    let counts: StreamCounts
    /// Where the input goes on after it.
    let end: StreamPosition
    /// Nothing after it is wanted.
    let isLast: Bool
}

/// What precedes a chunk.
struct ChunkPosition {
    var records = 0
    var lines = 0

    func advanced(by size: (records: Int, lines: Int)) -> ChunkPosition {
        ChunkPosition(records: records + size.records, lines: lines + size.lines)
    }
}
