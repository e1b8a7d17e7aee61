// SPDX-License-Identifier: Apache-2.0
import CZlib

/// Unpacks gzip: one member after the other, and zeros after the last, as tapes have them.
final class GzipDecompressor: Decompressor {
    private enum State {
        case inMember
        case betweenMembers
        case inPadding
    }

    /// The stream of zlib, on the heap because zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.inMember
    private var isFirst = true
    /// An error after bytes that were delivered.
    private var pendingError: DecompressionError?
    /// True after the two bytes by which the current member is known.
    private var hasPassedSignature: Bool { stream.pointee.total_in > 2 }

    init() throws(InputError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15: the largest window; 16: gzip alone, no zlib header.
        let result = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw InputError(.outOfMemory) }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    var isAtBoundary: Bool { state != .inMember }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionError) -> (taken: Int, made: Int) {
        if let pendingError { throw pendingError }
        if state == .betweenMembers, let next = input.first {
            state = next == 0 ? .inPadding : .inMember
            isFirst = false
            inflateReset(stream)
        }
        switch state {
        case .betweenMembers: return (0, 0)
        case .inPadding:
            guard input.allSatisfy({ $0 == 0 }) else { throw .trailing }
            return (input.count, 0)
        case .inMember: return try inflateMember(input, into: output)
        }
    }

    private func inflateMember(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecompressionError) -> (taken: Int, made: Int) {
        let bytes = input.bindMemory(to: Bytef.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        let count = uInt(clamping: input.count)
        let capacity = uInt(clamping: output.count)
        stream.pointee.avail_in = count
        stream.pointee.next_out = output.bindMemory(to: Bytef.self).baseAddress
        stream.pointee.avail_out = capacity
        let result = inflate(stream, Z_NO_FLUSH)
        switch result {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = .betweenMembers
        case Z_MEM_ERROR: throw .memory
        default: pendingError = error
        }
        let taken = Int(count - stream.pointee.avail_in)
        let made = Int(capacity - stream.pointee.avail_out)
        if made == 0, let pendingError { throw pendingError }
        return (taken, made)
    }

    private var error: DecompressionError {
        guard hasPassedSignature else { return isFirst ? .foreign : .trailing }
        return .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "invalid data")
    }
}
