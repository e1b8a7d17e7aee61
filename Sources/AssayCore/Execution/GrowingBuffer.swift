// SPDX-License-Identifier: Apache-2.0

/// Raw memory that grows and is reused: no bounds checks, no retain counts.
///
/// Only for elements that are plain bytes (numbers, pointers, C structs): nothing is destroyed.
struct GrowingBuffer<Element>: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    init(capacity: Int = 64) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    /// Makes room for `count` elements; the first `kept` keep their contents.
    @inline(__always)
    mutating func reserve(_ count: Int, keeping kept: Int = 0) {
        if count > capacity { grow(count, keeping: kept) }
    }

    @inline(never)
    private mutating func grow(_ count: Int, keeping kept: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(count, capacity * 2))
        larger.initialize(from: start, count: min(kept, capacity))
        start.deallocate()
        start = larger
        capacity = max(count, capacity * 2)
    }

    /// Makes room for `count` elements that are all `value`.
    @inline(__always)
    mutating func fill(_ count: Int, with value: Element) {
        reserve(count)
        start.initialize(repeating: value, count: count)
    }
}
