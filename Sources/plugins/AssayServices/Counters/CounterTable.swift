// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Synchronization

/// The numbers of all counters of the process.
///
/// They are never freed, so that adding needs no lock.
final class CounterTable: @unchecked Sendable {  // the memory holds atomics
    static let shared = CounterTable()

    private typealias Chunk = UnsafeMutablePointer<Atomic<UInt64>>

    private static let chunkSize = 512
    private static let chunkCount = 512
    /// Handles of another kind are none of these.
    private static let mark: UInt64 = 0xC0 << 56

    /// The addresses of the chunks, 0 for a chunk that is not made yet.
    private let chunks: UnsafeMutablePointer<Atomic<UInt>>
    private let used = Locked(0)

    private init() {
        chunks = .allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { (chunks + index).initialize(to: Atomic(0)) }
    }

    /// Makes a counter, which begins with 0; nil if there is no place for one more.
    func add() -> Int? {
        used.withLock { used in
            guard used < Self.chunkCount * Self.chunkSize else { return nil }
            if used % Self.chunkSize == 0 { makeChunk(used / Self.chunkSize) }
            used += 1
            return used - 1
        }
    }

    private func makeChunk(_ index: Int) {
        let chunk = Chunk.allocate(capacity: Self.chunkSize)
        for place in 0..<Self.chunkSize { (chunk + place).initialize(to: Atomic(0)) }
        chunks[index].store(UInt(bitPattern: chunk), ordering: .releasing)
    }

    static func handle(_ place: Int) -> UInt64 { mark | UInt64(place) }

    /// The counter that a handle names, or nil.
    static func place(_ handle: UInt64) -> Int? {
        let place = handle ^ mark
        return place < UInt64(chunkCount * chunkSize) ? Int(place) : nil
    }

    private func counter(_ place: Int) -> Chunk? {
        let chunk = chunks[place / Self.chunkSize].load(ordering: .acquiring)
        return Chunk(bitPattern: chunk).map { $0 + place % Self.chunkSize }
    }

    /// Adds to a counter, up to the greatest number; false if there is none.
    func add(_ count: UInt64, to place: Int) -> Bool {
        guard let counter = counter(place) else { return false }
        var old = counter.pointee.load(ordering: .relaxed)
        while true {
            let (sum, overflows) = old.addingReportingOverflow(count)
            let (done, found) = counter.pointee.weakCompareExchange(
                expected: old, desired: overflows ? .max : sum, ordering: .relaxed)
            if done { return true }
            old = found
        }
    }

    func value(_ place: Int) -> UInt64 {
        counter(place)?.pointee.load(ordering: .relaxed) ?? 0
    }
}
