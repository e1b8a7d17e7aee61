// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// Standard input, output and error of a program.
package enum StandardDescriptors {
    /// Replaces standard input by an open file.
    package static func replaceInput(by file: BorrowedDescriptor) throws(SystemError) {
        guard dup2(file.number, STDIN_FILENO) == STDIN_FILENO else { throw .last }
    }

    /// Takes the numbers of those that are closed, before a file is opened that would get one and be
    /// taken for it.
    ///
    /// Reading and writing fail as they would without: `/dev/null` is opened the other way round.
    package static func takeClosed() {
        // Each gets the lowest number that is free.
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            let flags = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
            guard open("/dev/null", flags) == number else { _exit(2) }
        }
    }
}
