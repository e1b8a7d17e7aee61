// SPDX-License-Identifier: Apache-2.0
import AssaySystem
import Synchronization
import TestRandomness
@testable @_spi(Engine) import Assay
import Testing

/// Parts of an input, finished in any order, are emitted in theirs.
struct ChunkOrderTests {
    private let nowhere: StreamPosition

    init() throws { nowhere = try #require(StreamPosition(numbers: [0, 0, 0, 0, 0, 0])) }

    private func order(
        window: Int, emit: @escaping @Sendable (Int, StreamPosition) -> Bool
    ) -> ChunkOrder<Int> {
        let start = ChunkPosition(records: 5, lines: 7, chunks: 2)
        return ChunkOrder(from: start, ruleCount: 0, window: window) { emit($0, $2) }
    }

    private func finished(
        _ number: Int, at position: ChunkPosition = ChunkPosition()
    ) -> FinishedChunk<Int> {
        var end = nowhere
        end.records = position.records
        return FinishedChunk(
            rendered: number, counts: StreamCounts(ruleCount: 0), end: end, isLast: false)
    }

    private func size(of part: Int) -> ChunkSize {
        ChunkSize(records: part % 7, lines: part % 5, chunks: 1)
    }

    /// Each thread takes the next part, as those of a run do.
    private func run(_ order: ChunkOrder<Int>, threads: Int, parts: Int, seed: UInt64) {
        let next = Atomic(0)
        SystemThread.run(threads) { thread in
            var random = SeededNumbers(seed: seed &+ UInt64(thread))
            while true {
                let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard part < parts, order.begin(part) else { return }
                pause(&random)
                order.publish(size(of: part), of: part)
                pause(&random)
                guard let position = order.position(of: part) else { continue }
                order.deliver([finished(part, at: position)], of: part, isLast: false)
            }
        }
    }

    private func pause(_ random: inout SeededNumbers) {
        guard Int.random(in: 0..<20, using: &random) == 0 else { return }
        SystemThread.sleep(for: .microseconds(Int.random(in: 0..<200, using: &random)))
    }

    @Test(arguments: [(1, 1), (2, 1), (2, 8), (5, 3), (8, 32)])
    func partsAreEmittedInOrderAndKnowWhereTheyAre(threads: Int, window: Int) throws {
        let emitted = Locked<[Int]>([])
        let positions = Locked<[Int]>([])
        let order = order(window: window) { number, end in
            emitted.withLock { $0.append(number) }
            positions.withLock { $0.append(end.records) }
            return true
        }
        run(order, threads: threads, parts: 2_000, seed: 3)
        _ = try order.finish()
        #expect(emitted.withLock { $0 } == Array(0..<2_000))
        var records = 5
        for (part, found) in positions.withLock({ $0 }).enumerated() {
            #expect(found == records)
            records += size(of: part).records
        }
    }

    @Test(arguments: [1, 4])
    func falseEndsTheRun(threads: Int) throws {
        let emitted = Locked<[Int]>([])
        let order = order(window: 6) { number, _ in
            emitted.withLock { $0.append(number) }
            return number < 500
        }
        run(order, threads: threads, parts: .max, seed: 4)
        _ = try order.finish()
        #expect(emitted.withLock { $0 } == Array(0...500))
    }

    /// An error is that of the first part which has one, and comes after all parts before it.
    @Test func errorOfTheFirstPartIsThrown() throws {
        let emitted = Locked<[Int]>([])
        let order = order(window: 8) { number, _ in
            emitted.withLock { $0.append(number) }
            return true
        }
        for part in 0..<4 { #expect(order.begin(part)) }
        order.end(before: 3, with: InputError(.outOfMemory))
        order.end(before: 2, with: InputError(.badDelimiter))
        order.end(before: 3, with: InputError(.outOfMemory))
        #expect(!order.begin(4))
        order.publish(size(of: 1), of: 1)
        order.publish(size(of: 3), of: 3)
        #expect(order.position(of: 3) == nil)
        order.publish(size(of: 0), of: 0)
        #expect(order.position(of: 1)?.records == 5)
        order.deliver([finished(1)], of: 1, isLast: false)
        #expect(emitted.withLock { $0 }.isEmpty)
        order.deliver([finished(0)], of: 0, isLast: false)
        #expect(emitted.withLock { $0 } == [0, 1])
        #expect(throws: InputError(.badDelimiter)) { try order.finish() }
    }

    /// An input that was to be read up to a part has no error in the next one.
    @Test func errorAfterTheLastPartIsNone() throws {
        for isLate in [false, true] {
            let order = order(window: 8) { _, _ in true }
            _ = order.begin(0)
            _ = order.begin(1)
            if !isLate { order.end(before: 1, with: InputError(.outOfMemory)) }
            order.publish(size(of: 0), of: 0)
            order.deliver([finished(0)], of: 0, isLast: true)
            if isLate { order.end(before: 1, with: InputError(.outOfMemory)) }
            #expect(throws: Never.self) { try order.finish() }
        }
    }

    /// Threads that sleep are woken when the run ends.
    @Test func waitingEnds() throws {
        let order = order(window: 1) { _, _ in true }
        #expect(order.begin(0))
        let results = Locked<[Bool]>([])
        let waiting = try (1...3).map { part in
            try SystemThread {
                let begins = order.begin(part)
                results.withLock { $0.append(begins) }
            }
        }
        // All three are asleep, or one has not waited at all.
        while order.sleeperCount < 3, results.withLock({ $0.isEmpty }) {
            SystemThread.sleep(for: .microseconds(100))
        }
        #expect(results.withLock { $0.isEmpty })
        order.end(before: 0, with: InputError(.outOfMemory))
        for thread in waiting { thread.join() }
        #expect(results.withLock { $0 } == [false, false, false])
    }
}
