// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary
import AssaySystem

extension SystemError {
    /// The remedy for an error that says that the process or the machine has no more of something,
    /// or `nil` for another error.
    var lackRemedy: String? {
        switch number {
        case EMFILE:
            "the program has as many files open as it may: raise its limit (ulimit -n), or restart it"
        case ENFILE:
            "the machine has as many files open as it can: close some, or raise fs.file-max"
        case ENOMEM: "free memory, or raise the limits of the program (ulimit -v), and try again"
        case EAGAIN: "there are as many processes as there may be: raise the limit (ulimit -u)"
        default: nil
        }
    }
}
