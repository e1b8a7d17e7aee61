// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ruleshell

/// Bytes of outputs, whose memory is used again.
@Suite struct OutputBytesTests {
    private static func address(of output: OutputBytes) -> UnsafeRawPointer? {
        output.bytes.withUnsafeBytes { $0.baseAddress }
    }

    /// Writes into bytes of a pool, which are released then.
    private static func write(_ count: Int, in pool: OutputBytes.Pool) -> UnsafeRawPointer? {
        let output = pool.take()
        output.bytes.append(contentsOf: repeatElement(7, count: count))
        return address(of: output)
    }

    @Test func bytesThatAreInUseAreNotSharedAndReleasedOnesAreEmpty() {
        let pool = OutputBytes.Pool()
        let first = pool.take()
        first.bytes.append(contentsOf: [1, 2, 3])
        let second = pool.take()
        second.bytes.append(4)
        #expect(first.bytes == [1, 2, 3] && second.bytes == [4])
        let used = Self.write(100, in: pool)
        let next = pool.take()
        #expect(next.bytes.isEmpty && next.bytes.capacity >= 100)
        #expect(Self.address(of: next) == used)
    }

    @Test func whoKeepsTheBytesKeepsWhatIsInThem() {
        let pool = OutputBytes.Pool()
        var kept: ArraySlice<UInt8> = []
        do {
            let output = pool.take()
            output.bytes.append(contentsOf: [1, 2, 3])
            kept = output.bytes[1...]
        }
        let next = pool.take()
        next.bytes.append(contentsOf: [7, 7, 7])
        #expect(kept == [2, 3] && next.bytes == [7, 7, 7])
    }

    @Test func longOutputsAreNotKept() {
        let pool = OutputBytes.Pool()
        _ = Self.write(5 << 20, in: pool)
        #expect(pool.take().bytes.capacity == 0)
    }
}
