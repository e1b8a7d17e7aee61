// SPDX-License-Identifier: Apache-2.0

/// A deterministic automaton as one table: a lookup of the byte's class and of the next state for
/// each byte.
///
/// States are offsets of their rows, in the order dead, matched, other, accepting at the end.
/// The owner frees the memory once, with `free`.
struct TableAutomaton {
    private let classOfByte: UnsafeMutablePointer<UInt8>
    private let table: UnsafeMutablePointer<UInt16>
    private let start: UInt16
    private let matched: UInt16
    private let firstAccepting: UInt16

    /// The memory that the automaton takes, in bytes.
    let memorySize: Int

    /// Lays out an automaton; nil if its offsets do not fit 16 bits.
    init?(_ source: TransitionTable) {
        let width = source.width
        guard source.next.count <= Int(UInt16.max) else { return nil }
        let others = 2..<source.count
        let order =
            [0, 1] + others.filter { !source.isAccepting[$0] }
            + others.filter { source.isAccepting[$0] }
        var offset = Array(repeating: UInt16(0), count: order.count)
        for (place, state) in order.enumerated() { offset[state] = UInt16(place * width) }
        classOfByte = .allocate(capacity: 256)
        classOfByte.initialize(from: source.classOfByte, count: 256)
        table = .allocate(capacity: source.next.count)
        for (place, state) in order.enumerated() {
            for (column, next) in source.row(of: state).enumerated() {
                (table + place * width + column).initialize(to: offset[Int(next)])
            }
        }
        memorySize =
            source.classOfByte.count + source.next.count * MemoryLayout<UInt16>.size
        start = offset[source.start]
        matched = UInt16(width)
        let accepting = source.isAccepting.dropFirst(2).count { $0 }
        firstAccepting = UInt16((order.count - accepting) * width)
    }

    /// Frees the tables.
    func free() {
        classOfByte.deallocate()
        table.deallocate()
    }

    /// Runs over the subject, until the answer is certain.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, length: Int) -> Bool {
        var state = start
        guard var next = subject, length > 0 else { return accepts(state: state) }
        let end = next + length
        repeat {
            // The column does not depend on the state, so that its address is ready in time.
            let column = table + Int(classOfByte[Int(next.pointee)])
            state = column[Int(state)]
            if state <= matched { return state == matched }
            next += 1
        } while next < end
        return state >= firstAccepting
    }

    private func accepts(state: UInt16) -> Bool {
        state == matched || state >= firstAccepting
    }
}
