// SPDX-License-Identifier: Apache-2.0

/// Unpacks frames of LZ4, of which Arrow has one for each buffer.
///
/// The library of LZ4 is not linked for this format alone.
enum LZ4Frame {
    private static let mark: UInt32 = 0x184D_2204

    /// Unpacks a frame.
    ///
    /// - Parameters:
    ///   - packed: The frame.
    ///   - output: Takes the bytes, which must fill it.
    /// - Returns: `false` if the frame is damaged.
    static func unpack(
        _ packed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var input = Input(packed)
        guard input.word() == mark, let flags = input.byte(), let _ = input.byte(),
            // The version, and no dictionary.
            flags >> 6 == 1, flags & 1 == 0
        else { return false }
        if flags & 8 != 0, input.take(8) == nil { return false }
        // A checksum of the header, all of which is checked otherwise.
        guard input.byte() != nil else { return false }
        var written = 0
        while true {
            guard let size = input.word() else { return false }
            if size == 0 { break }
            guard let block = input.take(Int(size & 0x7FFF_FFFF)) else { return false }
            if flags & 0x10 != 0, input.word() != XXH32.digest(block) { return false }
            if size >> 31 == 1 {
                guard block.count <= output.count - written else { return false }
                UnsafeMutableRawBufferPointer(rebasing: output[written...]).copyMemory(from: block)
                written += block.count
            } else {
                guard unpackBlock(block, into: output, at: &written) else { return false }
            }
        }
        guard written == output.count else { return false }
        if flags & 4 != 0, input.word() != XXH32.digest(UnsafeRawBufferPointer(output)) {
            return false
        }
        return input.isAtEnd
    }

    private static func unpackBlock(
        _ block: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        at written: inout Int
    ) -> Bool {
        var input = Input(block)
        while let token = input.byte() {
            guard let length = input.length(Int(token >> 4)), let literals = input.take(length),
                length <= output.count - written
            else { return false }
            UnsafeMutableRawBufferPointer(rebasing: output[written...]).copyMemory(from: literals)
            written += length
            // The last sequence has no match.
            if input.isAtEnd { return true }
            guard let low = input.byte(), let high = input.byte(),
                let extra = input.length(Int(token & 15))
            else { return false }
            let distance = Int(high) << 8 | Int(low)
            let count = extra + 4
            guard distance > 0, distance <= written, count <= output.count - written else {
                return false
            }
            if distance >= count {
                UnsafeMutableRawBufferPointer(rebasing: output[written...]).copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: output[written - distance..<written - distance + count]))
            } else {
                // The match goes on in what it writes.
                for index in written..<written + count { output[index] = output[index - distance] }
            }
            written += count
        }
        return false
    }

    /// Bytes that are taken one after the other.
    private struct Input {
        private var rest: UnsafeRawBufferPointer

        init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
            guard count <= rest.count else { return nil }
            let taken = UnsafeRawBufferPointer(rebasing: rest[..<count])
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            return taken
        }

        mutating func byte() -> UInt8? {
            guard let byte = rest.first else { return nil }
            rest = UnsafeRawBufferPointer(rebasing: rest[1...])
            return byte
        }

        mutating func word() -> UInt32? {
            take(4).map { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
        }

        /// Returns a length, of which a token has the first part.
        mutating func length(_ first: Int) -> Int? {
            guard first == 15 else { return first }
            var length = first
            while true {
                guard let more = byte() else { return nil }
                length += Int(more)
                if more < 255 { return length }
            }
        }
    }
}

/// The checksum of LZ4 frames.
private enum XXH32 {
    private static let primes: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
        2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393
    )

    static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var index = 0
        var sum: UInt32
        if bytes.count >= 16 {
            var lanes = [primes.0 &+ primes.1, primes.1, 0, 0 &- primes.0]
            while index + 16 <= bytes.count {
                for lane in 0..<4 {
                    let mixed = lanes[lane] &+ word(bytes, index + 4 * lane) &* primes.1
                    lanes[lane] = rotated(mixed, 13) &* primes.0
                }
                index += 16
            }
            sum =
                rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
                &+ rotated(lanes[3], 18)
        } else {
            sum = primes.4
        }
        sum &+= UInt32(truncatingIfNeeded: bytes.count)
        while index + 4 <= bytes.count {
            sum = rotated(sum &+ word(bytes, index) &* primes.2, 17) &* primes.3
            index += 4
        }
        while index < bytes.count {
            sum = rotated(sum &+ UInt32(bytes[index]) &* primes.4, 11) &* primes.0
            index += 1
        }
        sum = (sum ^ sum >> 15) &* primes.1
        sum = (sum ^ sum >> 13) &* primes.2
        return sum ^ sum >> 16
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private static func rotated(_ number: UInt32, _ bits: UInt32) -> UInt32 {
        number << bits | number >> (32 - bits)
    }
}
