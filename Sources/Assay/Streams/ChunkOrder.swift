// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayRecords
import AssaySystem
import Synchronization

/// The order of what the threads of a run work on: where each part is in the input, and when it is emitted.
///
/// Parts have numbers, from 0 in the order of the input. No lock is on the way of a part: its thread and
/// those of the parts before it meet in its slot, where the second of two that arrive goes on with what
/// both have brought. A thread that has to wait sleeps in the slot of its part, where those that it waits
/// for wake it.
///
/// What is not atomic is handed on by arrivals.
final class ChunkOrder<Rendered: Sendable>: @unchecked Sendable {
    /// How many parts may be begun before the first of them is emitted.
    private let window: Int
    /// A slot is used by every part whose number has the same remainder: one of them is emitted, with the
    /// part after it, before the next begins.
    private let slots: UnsafeMutablePointer<ChunkSlot<Rendered>>
    private let slotCount: Int
    private let emit: (Rendered, StreamCounts, StreamPosition) -> Bool
    private let emittedCount = Atomic(0)
    /// What comes from this part on is not emitted.
    private let end = Atomic(Int.max)
    private let ending = Locked<InputError?>(nil)
    /// The numbers of what was emitted.
    private var total: StreamCounts

    /// - Parameters:
    ///   - start: What precedes the input.
    ///   - ruleCount: Rules of the plan.
    ///   - window: How many parts may be begun before the first of them is emitted.
    ///   - emit: Takes what is finished, in order, one call at a time; false ends the run.
    init(
        from start: ChunkPosition, ruleCount: Int, window: Int,
        emit: @escaping (Rendered, StreamCounts, StreamPosition) -> Bool
    ) {
        self.window = window
        self.emit = emit
        slotCount = window + 1
        slots = .allocate(capacity: slotCount)
        for index in 0..<slotCount { (slots + index).initialize(to: ChunkSlot()) }
        total = StreamCounts(ruleCount: ruleCount)
        slots[0].position = start
        slots[0].positioned.arrive()
        slots[0].emitted.arrive()
    }

    deinit {
        slots.deinitialize(count: slotCount)
        slots.deallocate()
    }

    private func slot(of part: Int) -> UnsafeMutablePointer<ChunkSlot<Rendered>> {
        slots + part % slotCount
    }

    /// Begins a part; waits while the output lags by more than the window.
    ///
    /// - Returns: False if the part is not wanted.
    func begin(_ part: Int) -> Bool {
        slot(of: part).pointee.wait {
            isLost(part) || part - window < emittedCount.load(ordering: .sequentiallyConsistent)
        }
        return !isLost(part)
    }

    /// Says how much a part has.
    func publish(_ size: ChunkSize, of part: Int) {
        let slot = slot(of: part)
        slot.pointee.size = size
        if slot.pointee.positioned.arrive() { positionParts(after: part) }
    }

    /// Hands on the positions that are known with that of a part and its size.
    private func positionParts(after part: Int) {
        var part = part
        var slot = slot(of: part)
        repeat {
            let next = slot.pointee.position + slot.pointee.size
            part += 1
            slot = self.slot(of: part)
            slot.pointee.position = next
            guard slot.pointee.positioned.arrive() else { return }
            slot.pointee.wake()
        } while true
    }

    /// Where a part, whose size is published, is in the input; waits until the sizes of all before it are known.
    ///
    /// - Returns: Nil if one of them is lost.
    func position(of part: Int) -> ChunkPosition? {
        let slot = slot(of: part)
        let count = 2 * (part / slotCount + 1)
        slot.pointee.wait { slot.pointee.positioned.count == count || isLost(part) }
        return slot.pointee.positioned.count == count ? slot.pointee.position : nil
    }

    /// Hands on a finished part, and everything after it that is finished too.
    func deliver(_ finished: [FinishedChunk<Rendered>], of part: Int, isLast: Bool) {
        let slot = slot(of: part)
        slot.pointee.finished = finished
        slot.pointee.isLast = isLast
        if slot.pointee.emitted.arrive() { emitParts(from: part) }
    }

    private func emitParts(from part: Int) {
        var part = part
        var slot = slot(of: part)
        repeat {
            let finished = slot.pointee.finished
            slot.pointee.finished = []
            for chunk in finished {
                let goesOn = emit(chunk.rendered, chunk.counts, chunk.end)
                total += chunk.counts
                guard goesOn, !chunk.isLast else { return end(before: part + 1) }
            }
            guard !slot.pointee.isLast else { return end(before: part + 1) }
            emittedCount.store(part + 1, ordering: .sequentiallyConsistent)
            self.slot(of: part + window).pointee.wake()
            part += 1
            slot = self.slot(of: part)
        } while slot.pointee.emitted.arrive()
    }

    /// Whether a part is not emitted.
    private func isLost(_ part: Int) -> Bool { end.load(ordering: .sequentiallyConsistent) <= part }

    /// Ends the run before a part, unless it ends earlier.
    ///
    /// - Parameters:
    ///   - part: The first one that is not emitted.
    ///   - error: Thrown when the run has ended, if this is where it ends and nothing but the error ends it
    ///     there.
    func end(before part: Int, with error: InputError? = nil) {
        let isEarlier = ending.withLock { ending in
            let known = end.load(ordering: .relaxed)
            guard part < known || part == known && error == nil else { return false }
            ending = error
            end.store(part, ordering: .sequentiallyConsistent)
            return true
        }
        guard isEarlier else { return }
        for index in 0..<slotCount { slots[index].wake() }
    }

    /// Ends the run, whose threads have ended.
    ///
    /// - Returns: The numbers of what was emitted.
    /// - Throws: The error that ended reading.
    func finish() throws(InputError) -> StreamCounts {
        if let error = ending.withLock({ $0 }) { throw error }
        return total
    }
}

/// Where the threads of a part of the input and of its neighbours meet.
struct ChunkSlot<Rendered: Sendable>: ~Copyable {
    /// The size of the part is known, and where it begins.
    let positioned = Arrivals()
    var position = ChunkPosition()
    var size = ChunkSize()
    /// The part is finished, and all before it are emitted.
    let emitted = Arrivals()
    var finished: [FinishedChunk<Rendered>] = []
    /// Nothing after it is wanted.
    var isLast = false
    private let sleepers = Atomic(0)
    private let monitor = Monitor()
    /// Keeps the next slot, which other threads write, out of this one's lines of cache.
    private let padding = (0, 0, 0, 0, 0, 0, 0, 0)

    /// Waits until a condition holds, which another thread makes true before it calls `wake`.
    func wait(until holds: () -> Bool) {
        guard !holds() else { return }
        monitor.locked {
            sleepers.add(1, ordering: .sequentiallyConsistent)
            while !holds() { monitor.wait() }
            sleepers.subtract(1, ordering: .sequentiallyConsistent)
        }
    }

    /// Has the threads that sleep here look at their conditions.
    func wake() {
        guard sleepers.load(ordering: .sequentiallyConsistent) > 0 else { return }
        monitor.locked { monitor.wakeAll() }
    }
}

/// Two threads that each bring something: the second one sees both.
struct Arrivals: ~Copyable {
    private let total = Atomic(0)

    /// How many have arrived, of all parts that have used the slot.
    var count: Int { total.load(ordering: .sequentiallyConsistent) }

    /// Arrives; true for the second of the two.
    @discardableResult func arrive() -> Bool {
        total.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue % 2 == 0
    }
}

/// A chunk on its way to the output.
struct FinishedChunk<Rendered: Sendable>: Sendable {
    let rendered: Rendered
    let counts: StreamCounts
    /// Where the input goes on after it.
    let end: StreamPosition
    /// Nothing after it is wanted.
    let isLast: Bool
}

/// What a part of an input has.
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

/// What precedes a part of an input.
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
    /// What precedes what a reader reads next.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - start: Where it has moved to; nil: the start of the input.
    init(_ reader: ChunkReader, _ start: StreamPosition?) {
        records = start?.records ?? 0
        lines = start?.lines ?? reader.headerLineBreaks
        chunks = start?.reader.sequence ?? 0
    }
}
