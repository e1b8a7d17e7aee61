// SPDX-License-Identifier: Apache-2.0

/// Lists of numbers that are read often: one piece of memory, nothing to retain.
final class FlatLists: @unchecked Sendable {  // never written after init
    private let numbers: UnsafeMutableBufferPointer<Int>
    /// The start of each list, followed by the end of the last one.
    private let starts: UnsafeMutableBufferPointer<Int>

    init(_ lists: [[Int]]) {
        numbers = .allocate(capacity: lists.reduce(0) { $0 + $1.count })
        starts = .allocate(capacity: lists.count + 1)
        var end = 0
        starts.initializeElement(at: 0, to: 0)
        for (index, list) in lists.enumerated() {
            for number in list {
                numbers.initializeElement(at: end, to: number)
                end += 1
            }
            starts.initializeElement(at: index + 1, to: end)
        }
        assert(end == numbers.count)
    }

    deinit {
        numbers.deallocate()
        starts.deallocate()
    }

    /// A list, which lives as long as this object.
    subscript(_ list: Int) -> UnsafeBufferPointer<Int> {
        assert(list >= 0 && list + 1 < starts.count, "there is no such list")
        return UnsafeBufferPointer(rebasing: numbers[starts[list]..<starts[list + 1]])
    }
}
