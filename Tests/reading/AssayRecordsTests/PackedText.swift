// SPDX-License-Identifier: Apache-2.0
import AssayRecords
import CZlib
import CZstd
import Glibc
import Testing

/// Bytes packed in one piece.
enum PackedText {
    static func pack(_ bytes: [UInt8], _ compression: InputCompression) throws -> [UInt8] {
        try compression == .gz ? gzip(bytes) : zstd(bytes)
    }

    private static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        let opened = deflateInit2_(
            &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        try #require(opened == Z_OK)
        defer { deflateEnd(&stream) }
        var source = bytes
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
        let end = source.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return deflate(&stream, Z_FINISH)
            }
        }
        try #require(end == Z_STREAM_END)
        return Array(packed.prefix(Int(stream.total_out)))
    }

    private static func zstd(_ bytes: [UInt8]) throws -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress(&packed, packed.count, bytes, bytes.count, 3)
        try #require(ZSTD_isError(count) == 0)
        return Array(packed.prefix(count))
    }

    /// Calls `body` with the path of a file that holds the bytes.
    static func withFile<Result>(
        _ bytes: [UInt8], _ body: (String) throws -> Result
    ) throws -> Result {
        var template = Array("/tmp/packed-tests.XXXXXX\0".utf8CString.dropLast())
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        try #require(written == bytes.count)
        return try body(path)
    }
}
