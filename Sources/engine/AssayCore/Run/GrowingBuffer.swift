// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI

/// Raw memory that grows and is reused: no bounds checks, no retain counts.
///
/// Only for elements that are plain bytes (numbers, pointers, C structs): nothing is destroyed.
struct GrowingBuffer<Element>: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var capacity: Int

    /// Room for some elements; with none, nothing is allocated until the first ones are.
    init(capacity: Int = 64) {
        assert(capacity >= 0, "a capacity is negative")
        assert(_isPOD(Element.self), "nothing destroys the elements")
        self.capacity = capacity
        start = capacity > 0 ? .allocate(capacity: capacity) : Self.nowhere
    }

    deinit {
        if capacity > 0 { start.deallocate() }
    }

    /// An address that nothing is read from.
    private static var nowhere: UnsafeMutablePointer<Element> {
        UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    /// Grows to at least `count` elements; the first `kept` keep their contents.
    @inline(__always)
    mutating func reserve(_ count: Int, keeping kept: Int = 0) {
        assert(kept >= 0 && kept <= max(0, count), "more elements are kept than reserved")
        assert(kept <= capacity, "elements are kept that were never there")
        if count > capacity { grow(count, keeping: kept) }
    }

    @inline(never)
    private mutating func grow(_ count: Int, keeping kept: Int) {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(count, capacity * 2))
        larger.initialize(from: start, count: min(kept, capacity))
        if capacity > 0 { start.deallocate() }
        start = larger
        capacity = max(count, capacity * 2)
        assert(capacity >= count)
    }

    /// Grows to at least `count` elements and sets all of them to `value`.
    @inline(__always)
    mutating func fill(_ count: Int, with value: Element) {
        assert(count >= 0)
        reserve(count)
        start.initialize(repeating: value, count: count)
    }
}

/// A column that the session fills: members, elements, repeated and converted values.
final class GrowingColumn {
    // Used by one thread at a time, like everything of a session: no exclusivity checks.
    @exclusivity(unchecked) var values = GrowingBuffer<assay_value>(capacity: 0)
}
