// SPDX-License-Identifier: Apache-2.0

/// A deterministic automaton of at most ten states, run by one shift for each byte.
///
/// Each byte has a word of six-bit fields, one for each state, holding the next state. A state is
/// the position of its field: 6 × its number. Shifting a byte's word by the state thus leaves the
/// next state in the lowest six bits, the only ones that the next shift looks at. The shifts are
/// all that each byte waits for; the words are fetched ahead. The owner frees the memory once,
/// with `free`.
struct CompactAutomaton {
    private static let mostStates = 10
    private static let fieldWidth: UInt64 = 6

    private let wordOfByte: UnsafeMutablePointer<UInt64>
    private let start: UInt64
    /// Bit `s` is set if a subject that ends in state `s` matches.
    private let accepting: UInt64
    /// Bit `s` is set if state `s` is never left.
    private let final: UInt64

    /// Lays out an automaton; nil if it has too many states.
    init?(_ source: TransitionTable) {
        guard let states = source.reachable(most: Self.mostStates) else { return nil }
        var place = Array(repeating: UInt64(0), count: source.count)
        for (number, state) in states.enumerated() {
            place[state] = UInt64(number) * Self.fieldWidth
        }
        let words = (0..<source.width).map { column in
            states.reduce(UInt64(0)) { word, state in
                word | place[Int(source.next[state * source.width + column])] << place[state]
            }
        }
        wordOfByte = .allocate(capacity: 256)
        for byte in 0..<256 {
            (wordOfByte + byte).initialize(to: words[Int(source.classOfByte[byte])])
        }
        start = place[source.start]
        accepting = states.reduce(0) { $0 | (source.isAccepting[$1] ? 1 << place[$1] : 0) }
        final = states.reduce(0) { $0 | ($1 <= TransitionTable.matched ? 1 << place[$1] : 0) }
    }

    /// The memory that an automaton takes, in bytes.
    static let memorySize = 256 * MemoryLayout<UInt64>.size

    /// Frees the words.
    func free() {
        wordOfByte.deallocate()
    }

    /// Runs over the subject; stops early, at every eighth byte, where the answer is certain.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, length: Int) -> Bool {
        var state = start
        guard var next = subject else { return accepts(state: state) }
        for _ in 0..<(length >> 3) {
            state = afterFour(next + 4, from: afterFour(next, from: state))
            if (final &>> state) & 1 != 0 { return accepts(state: state) }
            next += 8
        }
        if length & 4 != 0 {
            state = afterFour(next, from: state)
            next += 4
        }
        if length & 2 != 0 {
            state = after(next[1], from: after(next[0], from: state))
            next += 2
        }
        if length & 1 != 0 { state = after(next[0], from: state) }
        return accepts(state: state)
    }

    @inline(__always)
    private func afterFour(_ next: UnsafePointer<UInt8>, from state: UInt64) -> UInt64 {
        let two = after(next[1], from: after(next[0], from: state))
        return after(next[3], from: after(next[2], from: two))
    }

    @inline(__always)
    private func after(_ byte: UInt8, from state: UInt64) -> UInt64 {
        wordOfByte[Int(byte)] &>> state
    }

    @inline(__always)
    private func accepts(state: UInt64) -> Bool {
        (accepting &>> state) & 1 != 0
    }
}
