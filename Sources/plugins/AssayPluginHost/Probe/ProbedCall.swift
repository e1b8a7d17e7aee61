// SPDX-License-Identifier: Apache-2.0
import AssayCore
internal import CPluginHost

/// A kind of system call that harms other processes or files that exist.
///
/// A plugin that attempts one while it is tried fails to load, unless the policy allows the call by
/// its name. The jail denies the call in both cases.
package enum ProbedCall: String, CaseIterable, Sendable {
    case kill, ptrace, open, truncate, rename, unlink

    private var number: UInt32 {
        switch self {
        case .kill: UInt32(ASSAY_ATTEMPT_KILL)
        case .ptrace: UInt32(ASSAY_ATTEMPT_PTRACE)
        case .open: UInt32(ASSAY_ATTEMPT_OPEN)
        case .truncate: UInt32(ASSAY_ATTEMPT_TRUNCATE)
        case .rename: UInt32(ASSAY_ATTEMPT_RENAME)
        case .unlink: UInt32(ASSAY_ATTEMPT_UNLINK)
        }
    }

    init?(number: UInt32) {
        guard let call = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = call
    }

    /// The names of all calls.
    package static var names: [String] { allCases.map(\.rawValue) }

    /// The set of calls with these names, as a process that is tried receives it.
    static func bits(of names: Set<String>) -> UInt32 {
        names.compactMap(Self.init(rawValue:)).reduce(0) { $0 | 1 << $1.number }
    }

    /// "to remove", with a signal as its object in mind where there is one.
    fileprivate func purpose(with signal: String?) -> String {
        switch self {
        case .kill: signal == "SIGSTOP" ? "to stop" : "to signal"
        case .ptrace: "to trace"
        case .open: "to write"
        case .truncate: "to truncate"
        case .rename: "to rename"
        case .unlink: "to remove"
        }
    }
}

/// The system calls of a plugin that the process that watches it has noted.
package struct ProbeNotice: Sendable {
    /// The first attempt that was not allowed, which ended the process, or `nil` if there was none.
    package let attempt: ProbedAttempt?
    /// The calls that failed in the jail and were no attempt, each once, in the order in which they
    /// were made.
    package let deniedCalls: [String]

    /// The size of the memory in bytes, which is after that of the answer.
    static let size = Int(ASSAY_NOTICE_BYTES)

    /// - Parameter bytes: The memory, of `size` bytes, or an empty array if it could not be read.
    init(_ bytes: [UInt8]) {
        var notice = assay_probe_notice()
        withUnsafeMutableBytes(of: &notice) { target in
            if bytes.count >= target.count { target.copyBytes(from: bytes[..<target.count]) }
        }
        attempt = ProbedCall(number: notice.attempt).map { ProbedAttempt($0, in: notice) }
        let count = min(Int(notice.call_count), Int(ASSAY_NOTICE_CALLS))
        deniedCalls = withUnsafeBytes(of: notice.calls) { calls in
            calls.bindMemory(to: Int32.self).prefix(count).map(Self.name)
        }
    }

    private static func name(of call: Int32) -> String {
        assay_denied_call_name(call).map { String(cString: $0) } ?? "call \(call)"
    }
}

/// An attempt to harm another process or a file that exists.
package struct ProbedAttempt: Sendable, Equatable {
    package let call: ProbedCall
    /// "an attempt to remove the file '/srv/a' (unlink)".
    package let words: String

    package static let expected = "a plugin that leaves other processes and files as they are"

    /// An instruction for authors and operators.
    package var remedy: String {
        "correct the plugin; if it has to make this call, allow it with --plugin-allow-call "
            + "\(call.rawValue) (allowedCalls of the policy): the call still fails in the probe"
    }

    init(_ call: ProbedCall, in notice: assay_probe_notice) {
        self.call = call
        let signal = call == .kill ? signalName(notice.signal) : nil
        let names = ([call.rawValue] + [signal].compactMap(\.self)).joined(separator: ", ")
        let target = Self.target(of: notice)
        words = "an attempt \(call.purpose(with: signal)) \(target) (\(names))"
    }

    private static func target(of notice: assay_probe_notice) -> String {
        switch notice.target_kind {
        case UInt32(ASSAY_TARGET_PARENT): return "its parent process"
        case UInt32(ASSAY_TARGET_GROUP): return "all processes of its group"
        case UInt32(ASSAY_TARGET_ALL): return "all processes"
        case UInt32(ASSAY_TARGET_PROCESS):
            return notice.process > 0 ? "the process \(notice.process)" : "another process"
        default:
            let path = withUnsafeBytes(of: notice.target) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return "the file \(quotedPath(path))"
        }
    }

    private static func quotedPath(_ path: String) -> String { "'\(oneLine(path))'" }
}

extension PluginPolicy {
    /// Checks the names of the calls that the policy allows.
    ///
    /// - Throws: An error of stage policy if there is no call of a name.
    func checkAllowedCalls() throws(StageError) {
        let unknown = allowedCalls.filter { ProbedCall(rawValue: $0) == nil }
        guard let name = unknown.min() else { return }
        let near = nearestName(to: name, in: ProbedCall.names)
        throw StageError(
            .policy, found: "the allowed call \(quoted(name))",
            expected: "one of \(ProbedCall.names.joined(separator: ", "))",
            remedy: near.map { "did you mean '\($0)'?" } ?? "leave it out")
    }
}
