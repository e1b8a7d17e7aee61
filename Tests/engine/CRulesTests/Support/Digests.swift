// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Digests by their definitions, which share nothing with the ones in C.
enum Digests {
    private static let primes = (2..<312).filter { number in
        (2..<number).allSatisfy { number % $0 != 0 }
    }

    /// The first 32 bits after the point.
    private static func fraction(_ root: Double) -> UInt32 {
        UInt32((root - root.rounded(.down)) * 0x1_0000_0000)
    }

    /// SHA-256 (FIPS 180-4), whose constants are the fractions of roots of primes.
    static func sha256(_ message: [UInt8]) -> [UInt8] {
        let constants = primes.map { fraction(cbrt(Double($0))) }
        var state = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
        let zeros = [UInt8](repeating: 0, count: (119 - message.count % 64) % 64)
        let length = withUnsafeBytes(of: UInt64(message.count * 8).bigEndian) { Array($0) }
        let padded = message + [0x80] + zeros + length
        func turned(_ word: UInt32, _ turns: UInt32...) -> UInt32 {
            turns.reduce(0) { $0 ^ (word >> $1 | word << (32 - $1)) }
        }
        for block in stride(from: 0, to: padded.count, by: 64) {
            var words = (0..<16).map { index in
                padded[(block + 4 * index)..<(block + 4 * index + 4)].reduce(UInt32(0)) {
                    $0 << 8 | UInt32($1)
                }
            }
            for index in 16..<64 {
                let (early, late) = (words[index - 15], words[index - 2])
                let first = turned(early, 7, 18) ^ early >> 3
                let second = turned(late, 17, 19) ^ late >> 10
                words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
            }
            var now = state
            for index in 0..<64 {
                let choice = (now[4] & now[5]) ^ (~now[4] & now[6])
                let majority = (now[0] & now[1]) ^ (now[0] & now[2]) ^ (now[1] & now[2])
                let added = now[7] &+ constants[index] &+ words[index]
                let first = added &+ turned(now[4], 6, 11, 25) &+ choice
                let second = turned(now[0], 2, 13, 22) &+ majority
                now = [first &+ second] + now[0..<3] + [now[3] &+ first] + now[4..<7]
            }
            state = zip(state, now).map { $0 &+ $1 }
        }
        return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// Keccak-256 as Ethereum has it, before FIPS 202 changed the padding, of at most 135 bytes.
    static func keccak256(_ message: [UInt8]) -> [UInt8] {
        var block = message + [0x01] + [UInt8](repeating: 0, count: 135 - message.count)
        block[135] |= 0x80
        var lanes = (0..<25).map { lane -> UInt64 in
            var word: UInt64 = 0
            for byte in 0..<8 where lane < 17 {
                word |= UInt64(block[8 * lane + byte]) << UInt64(8 * byte)
            }
            return word
        }
        var register = 1
        for _ in 0..<24 {
            let columns = (0..<5).map { column in
                (0..<5).reduce(UInt64(0)) { $0 ^ lanes[column + 5 * $1] }
            }
            for lane in 0..<25 {
                let next = columns[(lane + 1) % 5]
                lanes[lane] ^= columns[(lane + 4) % 5] ^ (next << 1 | next >> 63)
            }
            var (column, row, moved) = (1, 0, lanes[1])
            for step in 0..<24 {
                (column, row) = (row, (2 * column + 3 * row) % 5)
                let turns = UInt64((step + 1) * (step + 2) / 2 % 64)
                let turned = turns == 0 ? moved : moved << turns | moved >> (64 - turns)
                moved = lanes[column + 5 * row]
                lanes[column + 5 * row] = turned
            }
            for row in stride(from: 0, to: 25, by: 5) {
                let old = Array(lanes[row..<(row + 5)])
                for column in 0..<5 {
                    let (next, second) = (old[(column + 1) % 5], old[(column + 2) % 5])
                    lanes[row + column] = old[column] ^ (~next & second)
                }
            }
            for power in 0..<7 {
                register = (register << 1 ^ (register >> 7) * 0x71) % 256
                if register & 2 != 0 { lanes[0] ^= 1 << UInt64((1 << power) - 1) }
            }
        }
        return lanes.prefix(4).flatMap { lane in
            withUnsafeBytes(of: lane.littleEndian) { Array($0) }
        }
    }
}
