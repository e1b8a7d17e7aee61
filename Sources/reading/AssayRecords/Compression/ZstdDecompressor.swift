// SPDX-License-Identifier: Apache-2.0
import CZstd

/// Unpacks Zstandard: one frame after the other.
///
/// A frame that needs a window of more than 128 MiB is an error, which is the library's default.
final class ZstdDecompressor: Decompressor {
    private let context: OpaquePointer
    private(set) var isAtBoundary = false
    private var isFirst = true

    init() throws(InputError) {
        guard let context = ZSTD_createDCtx() else { throw InputError(.outOfMemory) }
        self.context = context
    }

    deinit {
        ZSTD_freeDCtx(context)
    }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionError) -> (taken: Int, made: Int) {
        if isAtBoundary, input.isEmpty { return (0, 0) }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(context, &target, &source)
        guard ZSTD_isError(result) == 0 else { throw error(for: result) }
        isAtBoundary = result == 0
        if isAtBoundary { isFirst = false }
        return (source.pos, target.pos)
    }

    private func error(for result: Int) -> DecompressionError {
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_prefix_unknown: isFirst ? .foreign : .trailing
        case ZSTD_error_frameParameter_windowTooLarge, ZSTD_error_memory_allocation: .memory
        default: .damaged(String(cString: ZSTD_getErrorName(result)).lowercased())
        }
    }
}
