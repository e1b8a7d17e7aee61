// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import AssayCLibrary

/// The way in which a process ended.
package enum ProcessExit: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// A signal stopped the process, which was then killed.
    case stopped(Int32)
    case timedOut
    /// The program takes the status of all its children.
    case unknown

    /// It called `abort`.
    package static let abort = ProcessExit.signalled(SIGABRT)
    /// It made a system call that it may not make.
    package static let forbiddenCall = ProcessExit.signalled(SIGSYS)

    /// `true` if a filter of system calls can have ended the process.
    var isByFilter: Bool { self == .forbiddenCall || self == .signalled(SIGKILL) }

    init(_ end: assay_probe_end) {
        switch end.kind {
        case ASSAY_PROBE_EXITED: self = .exited(end.number)
        case ASSAY_PROBE_SIGNALLED: self = .signalled(end.number)
        case ASSAY_PROBE_STOPPED: self = .stopped(end.number)
        case ASSAY_PROBE_TIMED_OUT: self = .timedOut
        default: self = .unknown
        }
    }

    package func words(timeout: Duration) -> String {
        switch self {
        case .exited(let status): "an exit with status \(status)"
        case .signalled(let signal): signalName(signal)
        case .stopped(let signal): "a process that stopped itself (\(signalName(signal)))"
        case .timedOut: "no answer within \(timeout)"
        case .unknown: "no answer"
        }
    }
}

/// "SIGSEGV".
func signalName(_ signal: Int32) -> String {
    assay_signal_name(signal).map { "SIG" + String(cString: $0) } ?? "signal \(signal)"
}
