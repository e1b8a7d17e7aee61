// SPDX-License-Identifier: Apache-2.0
import CZstd

/// The compression of the buffers of a record batch.
enum ArrowCompression {
    case lz4
    case zstd

    /// The most bytes of the buffers of a batch.
    static let mostBytes = 1 << 31

    /// - Parameter table: The table `BodyCompression` of the metadata.
    /// - Throws: `ArrowError` for a compression that is not known.
    init(_ table: FlatTable) throws(ArrowError) {
        let (codec, method) = (
            try table.number(0, default: 0 as Int8), try table.number(1, default: 0 as Int8)
        )
        switch (codec, method) {
        case (0, 0): self = .lz4
        case (1, 0): self = .zstd
        default:
            throw ArrowError(
                "its buffers are compressed with method \(codec), which is not known",
                remedy: "write it with the compression zstd or lz4, or without")
        }
    }

    /// Unpacks a buffer.
    ///
    /// - Parameters:
    ///   - bytes: The size of the unpacked bytes, or -1 if they are not packed, and the packed bytes.
    ///   - most: The most bytes that may come of it.
    /// - Returns: The unpacked bytes.
    /// - Throws: `ArrowError` for damaged bytes.
    func unpack(
        _ bytes: UnsafeRawBufferPointer, mostBytes most: Int
    ) throws(ArrowError) -> ArrowMemory {
        guard bytes.count >= 8 else { throw ArrowError("a packed buffer has \(bytes.count) bytes") }
        let size = Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
        let packed = UnsafeRawBufferPointer(rebasing: bytes[8...])
        if size == -1 {
            let memory = ArrowMemory(count: packed.count)
            memory.bytes.copyMemory(from: packed)
            return memory
        }
        guard size >= 0, size <= most else {
            throw ArrowError(
                "a packed buffer has \(size) bytes, and a batch at most 2 GiB",
                remedy: "write it in smaller batches")
        }
        let memory = ArrowMemory(count: Int(size))
        let isWhole =
            switch self {
            case .zstd:
                ZSTD_decompress(
                    memory.bytes.baseAddress, memory.bytes.count, packed.baseAddress, packed.count)
                    == memory.bytes.count
            case .lz4: LZ4Frame.unpack(packed, into: memory.bytes)
            }
        guard isWhole else { throw ArrowError("a packed buffer is damaged") }
        return memory
    }
}
