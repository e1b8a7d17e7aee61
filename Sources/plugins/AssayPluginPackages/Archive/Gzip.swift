// SPDX-License-Identifier: Apache-2.0
import CZlib

/// Compresses bytes with gzip (RFC 1952).
enum Gzip {
    /// The same bytes always give the same result: there is no time and no name in it.
    ///
    /// - Throws: That there is no memory.
    static func compress(_ bytes: [UInt8]) throws(PackageError) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
                == Z_OK
        else { throw outOfMemory }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
        let (result, made) = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(clamping: input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(clamping: output.count)
                let result = deflate(&stream, Z_FINISH)
                return (result, output.count - Int(stream.avail_out))
            }
        }
        guard result == Z_STREAM_END else { throw outOfMemory }
        return Array(output[..<made])
    }

    private static var outOfMemory: PackageError {
        PackageError(
            .pack, found: "a failure of the compression", expected: "memory for it",
            remedy: "free memory and try again")
    }
}

/// Unpacks gzip as far as it is asked to, so that an archive cannot fill the memory.
final class GzipSource {
    /// The state of zlib, on the heap because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private var hasEnded = false

    /// - Throws: That the file is not gzip.
    init(_ bytes: [UInt8]) throws(PackageError) {
        guard bytes.starts(with: [0x1F, 0x8B]) else {
            throw .archive(
                "a file that does not begin as gzip", expected: "a package",
                remedy: "give what 'ruleshell plugin pack' wrote")
        }
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let result = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, size)
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = uInt(clamping: bytes.count)
        guard result == Z_OK else { throw damaged }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    /// The next bytes; fewer than wanted at the end alone.
    ///
    /// - Throws: That the file is damaged or truncated, or goes on after its end.
    func read(_ count: Int) throws(PackageError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        var made = 0
        while made < count, !hasEnded {
            let result = output.withUnsafeMutableBufferPointer { output in
                stream.pointee.next_out = output.baseAddress.map { $0 + made }
                stream.pointee.avail_out = uInt(clamping: count - made)
                let result = inflate(stream, Z_NO_FLUSH)
                made = count - Int(stream.pointee.avail_out)
                return result
            }
            switch result {
            case Z_OK: break
            case Z_STREAM_END: hasEnded = true
            case Z_BUF_ERROR where stream.pointee.avail_in == 0: throw truncated
            default: throw damaged
            }
        }
        if hasEnded, stream.pointee.avail_in > 0 {
            throw .archive(
                "\(stream.pointee.avail_in) bytes after the end of the compressed data",
                expected: "the end of the file")
        }
        return Array(output[..<made])
    }

    private var truncated: PackageError {
        .archive("a truncated file", expected: "a complete package")
    }

    private var damaged: PackageError {
        let reason = stream.pointee.msg.map { String(cString: $0) } ?? "invalid data"
        return .archive("damaged compressed data (\(reason))", expected: "a complete package")
    }
}
