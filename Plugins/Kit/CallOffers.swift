// SPDX-License-Identifier: Apache-2.0
import AssayPluginABI
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The severity of a line in the host's log.
public enum LogLevel: UInt32, Sendable {
    /// The levels from the most verbose to the most severe.
    case trace, debug, info, warning, error
}

/// The services of the host during a call, besides arguments and verdicts.
extension RuleContext {
    /// Writes a line for the host's log.
    public func log(_ message: String, level: LogLevel = .info) {
        var message = message
        message.withUTF8 { bytes in
            call.pointee.log?(
                call, level.rawValue, assay_str(ptr: bytes.baseAddress, len: UInt64(bytes.count)))
        }
    }

    /// The time when the call has to end, in nanoseconds of the clock `CLOCK_MONOTONIC`, or `nil`
    /// if it has no deadline.
    public var deadline: UInt64? {
        call.pointee.deadline_ns == 0 ? nil : call.pointee.deadline_ns
    }

    /// The time that the call may still take, zero after its deadline, or `nil` if it has none.
    public var remainingTime: Duration? {
        guard let deadline else { return nil }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
        return .nanoseconds(Int64(clamping: deadline > now ? deadline - now : 0))
    }

    /// `true` if the host has cancelled the call, or its deadline has passed.
    ///
    /// A rule with long work then returns `.cancelled`.
    public var isCancelled: Bool {
        if let flag = call.pointee.cancelled, AtomicFlag.isSet(flag) { return true }
        return remainingTime == .zero
    }

    /// Lends memory of the host, zeroed, for the duration of `body`.
    ///
    /// - Parameters:
    ///   - byteCount: At most 64 MiB for all of a call.
    ///   - body: Works with the memory.
    /// - Returns: The result of `body`, or `nil` if there is no more memory.
    /// - Throws: What `body` throws.
    public func withScratch<Result, Failure: Error>(
        byteCount: Int, _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard byteCount >= 0, let memory = call.pointee.scratch?(call, UInt64(byteCount)) else {
            return nil
        }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
        var span = MutableRawSpan(_unsafeBytes: bytes)
        return try body(&span)
    }
}

/// The flag by which the host cancels a call, which it sets on another thread.
private enum AtomicFlag {
    static func isSet(_ flag: UnsafePointer<UInt32>) -> Bool {
        let storage = UnsafeRawPointer(flag).assumingMemoryBound(to: Atomic<UInt32>.self)
        return storage.pointee.load(ordering: .relaxed) != 0
    }
}
