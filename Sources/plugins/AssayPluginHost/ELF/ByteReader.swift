// SPDX-License-Identifier: Apache-2.0

/// Little-endian integers out of untrusted bytes; nil for whatever lies outside.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer

    var count: UInt64 { UInt64(bytes.count) }

    /// Returns `true` if `size` bytes from `offset` on exist.
    func contains(_ offset: UInt64, size: UInt64) -> Bool {
        offset <= count && size <= count - offset
    }

    /// The bytes of a range; empty if it does not exist.
    func bytes(_ range: Range<UInt64>) -> UnsafeRawBufferPointer {
        guard range.upperBound <= count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(
            rebasing: bytes[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    func load<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: UInt64, as type: Number.Type = Number.self
    ) -> Number? {
        guard contains(offset, size: UInt64(MemoryLayout<Number>.size)) else { return nil }
        return Number(
            littleEndian: bytes.loadUnaligned(fromByteOffset: Int(offset), as: Number.self))
    }

    /// The bytes from `offset` to the next NUL, which must come before `end`.
    func text(at offset: UInt64, before end: UInt64) -> String? {
        guard offset < end, end <= count else { return nil }
        let candidates = UnsafeRawBufferPointer(rebasing: bytes[Int(offset)..<Int(end)])
        guard let length = candidates.firstIndex(of: 0) else { return nil }
        return String(decoding: candidates[..<length], as: UTF8.self)
    }
}
