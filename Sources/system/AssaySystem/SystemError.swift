// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// An error of a system call, by its number.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of the error, as in `errno`.
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The error of the call that failed last on this thread.
    package static var last: SystemError { SystemError(number: errno) }

    /// The file exists already.
    package static let exists = SystemError(number: EEXIST)
    /// There is no such file.
    package static let notFound = SystemError(number: ENOENT)
    /// A component of the path is no directory.
    package static let notDirectory = SystemError(number: ENOTDIR)
    package static let isDirectory = SystemError(number: EISDIR)
    package static let accessDenied = SystemError(number: EACCES)
    package static let notPermitted = SystemError(number: EPERM)
    /// Too many symbolic links.
    package static let linkLoop = SystemError(number: ELOOP)
    package static let nameTooLong = SystemError(number: ENAMETOOLONG)
    /// The reader of a pipe has gone.
    package static let brokenPipe = SystemError(number: EPIPE)
    /// A signal arrived meanwhile.
    package static let interrupted = SystemError(number: EINTR)
    package static let invalidArgument = SystemError(number: EINVAL)
    package static let fileTooLarge = SystemError(number: EFBIG)
    /// The file system is full.
    package static let noSpace = SystemError(number: ENOSPC)
    /// The user may not have more on the file system.
    package static let quotaExceeded = SystemError(number: EDQUOT)
    package static let outOfMemory = SystemError(number: ENOMEM)

    /// The system's text for the error: "No such file or directory".
    package var description: String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
