// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import AssaySystem
import Synchronization

/// The order of what the threads of a run work on: where each part is in the input, and when it is emitted.
///
/// Parts have numbers, from 0 in the order of the input. No lock is on the way of a part: its thread and
/// those of the parts before it meet in its slots, where the second of two that arrive goes on with what
/// both have brought. A thread that has to wait sleeps in a slot of its part, where those that it waits
/// for wake it.
///
/// What is not atomic is handed on by arrivals.
final class ChunkOrder<Rendered: Sendable>: @unchecked Sendable {
    /// The number of parts that may be begun before the first of them is emitted.
    private let window: Int
    /// A slot is used by every part whose number has the same remainder: one of them is emitted, with the
    /// part after it, before the next begins.
    private let slots: Slots<OutputSlot<Rendered>>
    private let positions: PartChain<ChunkPosition, ChunkSize>
    private let emit: (Rendered, StreamCounts, StreamPosition) -> Bool
    private let emittedCount = Atomic(0)
    /// The part before which the run ends.
    let end = PartEnd()
    private let ending: Locked<Ending>
    /// The numbers of what was emitted.
    private var total: StreamCounts

    private struct Ending {
        var error: InputError?
        /// The functions that wake threads that wait for a part that may be lost.
        var wakers: [@Sendable () -> Void]
    }

    /// - Parameters:
    ///   - start: What precedes the input.
    ///   - ruleCount: Rules of the plan.
    ///   - window: The number of parts that may be begun before the first of them is emitted.
    ///   - emit: Takes what is finished, in order, one call at a time; false ends the run.
    init(
        from start: ChunkPosition, ruleCount: Int, window: Int,
        emit: @escaping (Rendered, StreamCounts, StreamPosition) -> Bool
    ) {
        self.window = window
        self.emit = emit
        slots = Slots(window + 1) { OutputSlot() }
        positions = PartChain(from: start, slotCount: window + 1, until: end) { $0 + $1 }
        ending = Locked(Ending(wakers: [positions.wakeAll]))
        total = StreamCounts(ruleCount: ruleCount)
        slots[0].pointee.emitted.arrive()
    }

    /// A chain of the same parts, which ends where the run does.
    func makeChain<State: Sendable, Step: Sendable>(
        from first: State, next: @escaping @Sendable (State, Step) -> State
    ) -> PartChain<State, Step> {
        let chain = PartChain(from: first, slotCount: window + 1, until: end, next: next)
        ending.withLock { $0.wakers.append(chain.wakeAll) }
        return chain
    }

    /// Begins a part; waits while the output lags by more than the window.
    ///
    /// - Returns: False if the part is not wanted.
    func begin(_ part: Int) -> Bool {
        slots[part].pointee.sleepers.wait {
            end.isReached(by: part)
                || part - window < emittedCount.load(ordering: .sequentiallyConsistent)
        }
        return !end.isReached(by: part)
    }

    /// The number of threads that wait for their part to begin.
    var sleeperCount: Int { (0..<slots.count).reduce(0) { $0 + slots[$1].pointee.sleepers.count } }

    /// Says how much a part has.
    func publish(_ size: ChunkSize, of part: Int) { positions.publish(size, of: part) }

    /// Returns the position of a part whose size is published.
    ///
    /// Waits until the sizes of all parts before it are known.
    ///
    /// - Returns: `nil` if one of them is lost.
    func position(of part: Int) -> ChunkPosition? { positions.state(before: part) }

    /// Hands on a finished part, and everything after it that is finished too.
    func deliver(_ finished: [FinishedChunk<Rendered>], of part: Int, isLast: Bool) {
        slots[part].pointee.finished = finished
        slots[part].pointee.isLast = isLast
        if slots[part].pointee.emitted.arrive() { emitParts(from: part) }
    }

    private func emitParts(from part: Int) {
        var part = part
        repeat {
            let slot = slots[part]
            let finished = slot.pointee.finished
            slot.pointee.finished = []
            for chunk in finished {
                let goesOn = emit(chunk.rendered, chunk.counts, chunk.end)
                total += chunk.counts
                guard goesOn, !chunk.isLast else { return end(before: part + 1) }
            }
            guard !slot.pointee.isLast else { return end(before: part + 1) }
            emittedCount.store(part + 1, ordering: .sequentiallyConsistent)
            slots[part + window].pointee.sleepers.wake()
            part += 1
        } while slots[part].pointee.emitted.arrive()
    }

    /// Ends the run before a part, unless it ends earlier.
    ///
    /// - Parameters:
    ///   - part: The first one that is not emitted.
    ///   - error: Thrown when the run has ended, if this is where it ends and nothing but the error ends it
    ///     there.
    func end(before part: Int, with error: InputError? = nil) {
        let wakers = ending.withLock { ending -> [@Sendable () -> Void] in
            guard part < end.first || part == end.first && error == nil else { return [] }
            ending.error = error
            end.first = part
            return ending.wakers
        }
        guard !wakers.isEmpty else { return }
        for wake in wakers { wake() }
        for index in 0..<slots.count { slots[index].pointee.sleepers.wake() }
    }

    /// Ends the run, whose threads have ended.
    ///
    /// - Returns: The numbers of what was emitted.
    /// - Throws: The error that ended reading.
    func finish() throws(InputError) -> StreamCounts {
        if let error = ending.withLock({ $0.error }) { throw error }
        return total
    }
}

/// A slot in which the threads that finish a part and the part before it meet.
struct OutputSlot<Rendered: Sendable>: ~Copyable {
    /// The part is finished, and all before it are emitted.
    let emitted = Arrivals()
    var finished: [FinishedChunk<Rendered>] = []
    /// Nothing after it is wanted.
    var isLast = false
    let sleepers = Sleepers()
    let padding = SlotPadding()
}

/// A chunk on its way to the output.
struct FinishedChunk<Rendered: Sendable>: Sendable {
    let rendered: Rendered
    let counts: StreamCounts
    /// The position at which the input continues after the chunk.
    let end: StreamPosition
    /// Nothing after it is wanted.
    let isLast: Bool
}

/// The records, lines and chunks of a part of an input.
struct ChunkSize {
    var records = 0
    var lines = 0
    var chunks = 0

    static func += (size: inout ChunkSize, more: ChunkSize) {
        size.records += more.records
        size.lines += more.lines
        size.chunks += more.chunks
    }
}

extension ChunkSize {
    /// The size of a chunk.
    init(_ parsed: ParsedChunk) {
        self.init(records: parsed.recordCount, lines: parsed.lineBreaks, chunks: 1)
    }
}

/// The records, lines and chunks before a part of an input.
struct ChunkPosition {
    var records = 0
    var lines = 0
    var chunks = 0

    static func + (position: ChunkPosition, size: ChunkSize) -> ChunkPosition {
        ChunkPosition(
            records: position.records + size.records, lines: position.lines + size.lines,
            chunks: position.chunks + size.chunks)
    }
}

extension ChunkPosition {
    /// The position of what a reader reads next.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - start: The position that it has moved to, or `nil` for the start of the input.
    init(_ reader: ChunkReader, _ start: StreamPosition?) {
        records = start?.records ?? 0
        lines = start?.lines ?? reader.headerLineBreaks
        chunks = start?.reader.sequence ?? 0
    }
}
