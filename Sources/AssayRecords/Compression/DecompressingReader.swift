// SPDX-License-Identifier: Apache-2.0

/// The bytes that a packed input holds.
final class DecompressingReader: ByteReader {
    private let source: DescriptorReader
    private let decoder: any Decoder
    private let compression: Compression
    private let buffer: UnsafeMutableRawBufferPointer
    private var unread = 0..<0
    /// Bytes of the packed input before those that are not unpacked yet.
    private var offset = 0

    init(_ source: DescriptorReader, _ compression: Compression) throws(InputError) {
        self.source = source
        self.compression = compression
        decoder = compression == .gz ? try GzipDecoder() : try ZstdDecoder()
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
            guard decoder.isAtBoundary else {
                throw failure("it ends at byte \(offset), in the middle of the data")
            }
            break
        }
        return 0
    }

    private func decode(into output: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        do throws(DecodingFailure) {
            let (taken, made) = try decoder.decode(
                UnsafeRawBufferPointer(rebasing: buffer[unread]), into: output)
            unread = unread.lowerBound + taken..<unread.upperBound
            offset += taken
            return made
        } catch {
            throw describe(error)
        }
    }

    private func describe(_ failure: DecodingFailure) -> InputError {
        switch failure {
        case .foreign: self.failure("it does not begin as \(compression.title) does")
        case .trailing: self.failure("behind its end, at byte \(offset), stands something else")
        case .damaged(let reason): self.failure("damaged behind byte \(offset): \(reason)")
        case .memory: self.failure("it takes too much memory to unpack")
        }
    }

    private func failure(_ reason: String) -> InputError {
        .badCompression(name: source.name, format: compression.title, reason: reason)
    }
}
