// SPDX-License-Identifier: Apache-2.0

/// An unpacker of gzip whose bytes come in pieces, such as those of the body of a request.
///
/// It holds one window of zlib, whatever the length of the input is. Used by one task or thread at a time.
@_spi(Engine) public final class GzipUnpacker {
    private let name: String
    private let decompressor: GzipDecompressor
    /// The number of packed bytes that are unpacked.
    private var offset = 0

    /// Makes an unpacker of an input that has not begun.
    ///
    /// - Parameter name: The name of the input in errors.
    /// - Throws: `InputError` if there is not enough memory.
    public init(name: String) throws(InputError) {
        self.name = name
        decompressor = try GzipDecompressor()
    }

    /// Unpacks as much as fits the output.
    ///
    /// - Parameters:
    ///   - packed: The next bytes of the input.
    ///   - output: Takes unpacked bytes.
    /// - Returns: The number of bytes taken from the input and made in the output. Both are 0 if more input is
    ///   needed.
    /// - Throws: `InputError` for bytes that are not gzip.
    public func unpack(
        _ packed: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(InputError) -> (taken: Int, made: Int) {
        do throws(DecompressionError) {
            let result = try decompressor.decode(packed, into: output)
            guard packed.isEmpty || result.taken > 0 || result.made > 0 else {
                throw .damaged("the data do not go on")
            }
            offset += result.taken
            return result
        } catch {
            throw InputError(error, unpacking: name, .gz, at: offset)
        }
    }

    /// Checks that the input may end.
    ///
    /// - Throws: `InputError` in the middle of the data.
    public func end() throws(InputError) {
        guard !decompressor.isAtBoundary else { return }
        throw InputError(endOf: name, .gz, at: offset)
    }
}

extension InputError {
    /// The error for bytes that cannot be unpacked.
    init(
        _ error: DecompressionError, unpacking name: String, _ compression: InputCompression,
        at offset: Int
    ) {
        let reason =
            switch error {
            case .foreign: "it does not begin like \(compression.title)"
            case .trailing: "after its end, at byte \(offset), there is other data"
            case .damaged(let reason): "damaged after byte \(offset): \(reason)"
            case .memory: "it needs too much memory to unpack"
            }
        self.init(.badCompression(name: name, format: compression.title, reason: reason))
    }

    /// The error for a compressed input that ends in the middle of its data.
    init(endOf name: String, _ compression: InputCompression, at offset: Int) {
        self.init(
            .badCompression(
                name: name, format: compression.title,
                reason: "it ends at byte \(offset), in the middle of the data"))
    }
}
