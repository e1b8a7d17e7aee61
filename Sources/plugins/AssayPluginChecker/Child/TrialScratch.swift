// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// Scratch memory of one call.
struct TrialScratch {
    private let arena = ValueArena()
    private var guarded: GuardedMemory?
    private var used: UInt64 = 0
    /// The bytes between what was asked for and the next multiple of the alignment, where no guard
    /// can be.
    private var gaps: [UnsafeMutableRawBufferPointer] = []

    private static let alignment = 16
    private static let maximumBytes: UInt64 = 64 << 20
    private static let gap: UInt8 = 0xA5

    static let misuse = "a write after the end of scratch"

    /// - Parameter memory: The source of the memory, or `nil` for the heap.
    init(in memory: GuardedMemory?) {
        guarded = memory
    }

    mutating func allocate(_ bytes: UInt64) -> UnsafeMutableRawPointer? {
        let taken = max(bytes, 1)
        guard taken <= Self.maximumBytes - used else { return nil }
        used += taken
        guard let guarded else { return arena.allocate(Int(bytes)) }
        let count = Int(bytes)
        let size = (count + Self.alignment - 1) / Self.alignment * Self.alignment
        let start = guarded.allocate(size)
        let gap = UnsafeMutableRawBufferPointer(start: start + count, count: size - count)
        gap.initializeMemory(as: UInt8.self, repeating: Self.gap)
        gaps.append(gap)
        return start
    }

    /// Takes all of it back.
    ///
    /// - Returns: `true` if the plugin wrote past the end of a piece.
    mutating func end() -> Bool {
        let isWritten = gaps.contains { $0.contains { $0 != Self.gap } }
        gaps = []
        used = 0
        arena.reset()
        guarded?.revoke()
        guarded = nil
        return isWritten
    }
}
