// SPDX-License-Identifier: Apache-2.0
import CZlib

/// Unpacks gzip: members one behind the other, and zeros behind the last, as tapes have them.
final class GzipDecoder: Decoder {
    private enum State {
        case inMember
        case betweenMembers
        case inPadding
    }

    /// On the heap: zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.inMember
    private var isFirst = true
    /// Found behind bytes that were handed out.
    private var pendingFailure: DecodingFailure?
    /// Of the member in work.
    private var hasPassedMark: Bool { stream.pointee.total_in > 2 }

    init() throws(InputError) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15: the largest window; 16: gzip alone, no zlib header.
        let result = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard result == Z_OK else { throw .outOfMemory }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    var isAtBoundary: Bool { state != .inMember }

    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) -> (taken: Int, made: Int) {
        if let pendingFailure { throw pendingFailure }
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
        case .inMember: return try inflateMember(input, output)
        }
    }

    private func inflateMember(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) -> (taken: Int, made: Int) {
        let bytes = input.bindMemory(to: Bytef.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        let count = uInt(clamping: input.count)
        let room = uInt(clamping: output.count)
        stream.pointee.avail_in = count
        stream.pointee.next_out = output.bindMemory(to: Bytef.self).baseAddress
        stream.pointee.avail_out = room
        let result = inflate(stream, Z_NO_FLUSH)
        switch result {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = .betweenMembers
        case Z_MEM_ERROR: throw .memory
        default: pendingFailure = failure
        }
        let taken = Int(count - stream.pointee.avail_in)
        let made = Int(room - stream.pointee.avail_out)
        if made == 0, let pendingFailure { throw pendingFailure }
        return (taken, made)
    }

    private var failure: DecodingFailure {
        guard hasPassedMark else { return isFirst ? .foreign : .trailing }
        return .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "invalid data")
    }
}
