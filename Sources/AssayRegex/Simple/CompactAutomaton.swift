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

    /// Lays out an automaton; nil if it has too many states.
    init?(_ source: TransitionTable) {
        guard source.rows.count <= Self.mostStates else { return nil }
        wordOfByte = .allocate(capacity: 256)
        for byte in 0..<256 {
            let column = Int(source.classOfByte[byte])
            var word: UInt64 = 0
            for row in source.rows.reversed() {
                word = word << Self.fieldWidth | UInt64(row[column]) * Self.fieldWidth
            }
            (wordOfByte + byte).initialize(to: word)
        }
        start = UInt64(source.start) * Self.fieldWidth
        accepting = source.rows.indices.reduce(0) { mask, state in
            mask | (source.isAccepting[state] ? 1 << (UInt64(state) * Self.fieldWidth) : 0)
        }
    }

    /// Frees the words.
    func free() {
        wordOfByte.deallocate()
    }

    /// Runs over the subject; stops early, at every eighth byte, where the answer is certain.
    @inline(__always)
    func matches(_ subject: UnsafePointer<UInt8>?, _ length: Int) -> Bool {
        var state = start
        guard var next = subject else { return accepts(state) }
        var left = length
        while left >= 8 {
            state = wordOfByte[Int(next[0])] &>> state
            state = wordOfByte[Int(next[1])] &>> state
            state = wordOfByte[Int(next[2])] &>> state
            state = wordOfByte[Int(next[3])] &>> state
            state = wordOfByte[Int(next[4])] &>> state
            state = wordOfByte[Int(next[5])] &>> state
            state = wordOfByte[Int(next[6])] &>> state
            state = wordOfByte[Int(next[7])] &>> state
            if state & 63 <= Self.fieldWidth { return accepts(state) }
            next += 8
            left -= 8
        }
        while left > 0 {
            state = wordOfByte[Int(next[0])] &>> state
            next += 1
            left -= 1
        }
        return accepts(state)
    }

    @inline(__always)
    private func accepts(_ state: UInt64) -> Bool {
        (accepting &>> state) & 1 != 0
    }
}
