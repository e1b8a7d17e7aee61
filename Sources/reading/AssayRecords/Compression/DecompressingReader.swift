// SPDX-License-Identifier: Apache-2.0

/// Reads the unpacked bytes of a compressed input.
final class DecompressingReader: ByteReader {
    private let source: DescriptorReader
    private let decompressor: any Decompressor
    private let compression: InputCompression
    private let buffer: UnsafeMutableRawBufferPointer
    private var unread = 0..<0
    /// The number of bytes of the compressed input that are unpacked.
    private var offset = 0

    init(_ source: DescriptorReader, compression: InputCompression) throws(InputError) {
        self.source = source
        self.compression = compression
        decompressor = compression == .gz ? try GzipDecompressor() : try ZstdDecompressor()
        buffer = .allocate(byteCount: 128 << 10, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    func read(into output: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        while !output.isEmpty {
            let made = try decode(into: output)
            if made > 0 { return made }
            guard unread.isEmpty else { continue }
            let got = try source.read(into: buffer)
            unread = 0..<got
            if got > 0 { continue }
            guard decompressor.isAtBoundary else {
                throw InputError(endOf: source.name, compression, at: offset)
            }
            break
        }
        return 0
    }

    private func decode(into output: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        do throws(DecompressionError) {
            let (taken, made) = try decompressor.decode(
                UnsafeRawBufferPointer(rebasing: buffer[unread]), into: output)
            unread = unread.lowerBound + taken..<unread.upperBound
            offset += taken
            return made
        } catch {
            throw InputError(error, unpacking: source.name, compression, at: offset)
        }
    }
}
