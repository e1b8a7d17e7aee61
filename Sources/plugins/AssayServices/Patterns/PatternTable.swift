// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRegex
import Synchronization

/// The compiled patterns of plugins by handles: whatever number a plugin passes, it finds a pattern
/// that is there, or none.
///
/// A handle is the number of a slot and how often the slot was given out before. Looking one up takes
/// no lock: it counts a user of the slot, and a pattern that is released meanwhile is freed after its
/// last user.
final class PatternTable: @unchecked Sendable {  // the memory holds atomics
    static let shared = PatternTable()

    /// A place for a pattern.
    private struct Slot: ~Copyable {
        /// The generation in the upper half, then whether the pattern is there, then its users.
        let state = Atomic<UInt64>(1 << 32)
        /// Set while there is no user and no one can become one.
        var content: Content?
    }

    private struct Content {
        let pattern: Pattern
        let owner: ServiceClient
    }

    private typealias Chunk = UnsafeMutablePointer<Slot>

    private static let chunkSize = 1024
    private static let chunkCount = 1024
    private static let live: UInt64 = 1 << 31
    private static let users: UInt64 = live - 1

    private struct Places {
        var used = 0
        var free: [Int] = []
    }

    /// The addresses of the chunks, 0 for a chunk that is not made yet.
    private let chunks: UnsafeMutablePointer<Atomic<UInt>>
    private let places = Locked(Places())
    private let count = Atomic<Int>(0)

    private init() {
        chunks = .allocate(capacity: Self.chunkCount)
        for index in 0..<Self.chunkCount { (chunks + index).initialize(to: Atomic(0)) }
    }

    /// The number of patterns.
    var liveCount: Int { count.load(ordering: .relaxed) }

    /// Takes a pattern.
    ///
    /// - Returns: Its handle; nil if there is no place for one more.
    func add(_ pattern: Pattern, of owner: ServiceClient) -> UInt64? {
        guard let place = takePlace(), let slot = slot(place) else { return nil }
        slot.pointee.content = Content(pattern: pattern, owner: owner)
        let generation = slot.pointee.state.load(ordering: .relaxed) & ~(1 << 32 - 1)
        slot.pointee.state.store(generation | Self.live, ordering: .releasing)
        count.add(1, ordering: .relaxed)
        return generation | UInt64(place + 1)
    }

    /// Ends a pattern; false if there is none under this handle.
    func release(_ handle: UInt64) -> Bool {
        guard let (slot, generation, place) = find(handle) else { return false }
        var old = slot.pointee.state.load(ordering: .acquiring)
        while old >> 32 == generation, old & Self.live != 0 {
            let (done, found) = slot.pointee.state.weakCompareExchange(
                expected: old, desired: old & ~Self.live, ordering: .acquiringAndReleasing)
            if done {
                count.subtract(1, ordering: .relaxed)
                if old & Self.users == 0 { free(slot, generation, place) }
                return true
            }
            old = found
        }
        return false
    }

    /// Calls `body` with the pattern of a handle; nil if there is none.
    @inline(__always)
    func with<Result>(_ handle: UInt64, _ body: (Pattern) -> Result) -> Result? {
        guard let (slot, generation, place) = find(handle), enter(slot, generation: generation)
        else {
            return nil
        }
        defer { leave(slot, generation: generation, place: place) }
        return slot.pointee.content.map { body($0.pattern) }
    }

    private func enter(_ slot: Chunk, generation: UInt64) -> Bool {
        var old = slot.pointee.state.load(ordering: .acquiring)
        while old >> 32 == generation, old & Self.live != 0, old & Self.users < Self.users {
            let (done, found) = slot.pointee.state.weakCompareExchange(
                expected: old, desired: old + 1, ordering: .acquiringAndReleasing)
            if done { return true }
            old = found
        }
        return false
    }

    private func leave(_ slot: Chunk, generation: UInt64, place: Int) {
        let old = slot.pointee.state.subtract(1, ordering: .acquiringAndReleasing).oldValue
        if old & Self.live == 0, old & Self.users == 1 { free(slot, generation, place) }
    }

    /// Empties a slot that no one uses, so that it can be given out again.
    private func free(_ slot: Chunk, _ generation: UInt64, _ place: Int) {
        slot.pointee.content?.owner.removePattern()
        slot.pointee.content = nil
        let next = (generation + 1) & (1 << 32 - 1)
        slot.pointee.state.store(next << 32, ordering: .releasing)
        // A slot that has had every generation is not used again.
        if next != 0 { places.withLock { $0.free.append(place) } }
    }

    // MARK: - Slots

    private func takePlace() -> Int? {
        places.withLock { places in
            if let place = places.free.popLast() { return place }
            guard places.used < Self.chunkSize * Self.chunkCount else { return nil }
            if places.used % Self.chunkSize == 0 { makeChunk(places.used / Self.chunkSize) }
            places.used += 1
            return places.used - 1
        }
    }

    private func makeChunk(_ index: Int) {
        let chunk = Chunk.allocate(capacity: Self.chunkSize)
        for place in 0..<Self.chunkSize { (chunk + place).initialize(to: Slot()) }
        chunks[index].store(UInt(bitPattern: chunk), ordering: .releasing)
    }

    private func find(_ handle: UInt64) -> (slot: Chunk, generation: UInt64, place: Int)? {
        let place = Int(handle & (1 << 32 - 1)) - 1
        guard place >= 0, place < Self.chunkSize * Self.chunkCount, let slot = slot(place) else {
            return nil
        }
        return (slot, handle >> 32, place)
    }

    private func slot(_ place: Int) -> Chunk? {
        let chunk = chunks[place / Self.chunkSize].load(ordering: .acquiring)
        return Chunk(bitPattern: chunk).map { $0 + place % Self.chunkSize }
    }
}
