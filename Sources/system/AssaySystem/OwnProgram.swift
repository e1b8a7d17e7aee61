// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// The program of this process, run once more with other arguments.
package enum OwnProgram {
    /// Runs it to its end; it shares the standard descriptors and the working directory.
    ///
    /// - Parameter arguments: Those after the name, in which paths have the form of `FileName`.
    /// - Returns: Its exit status; 128 and the number of the signal that ended it.
    /// - Throws: That it cannot be started.
    package static func run(_ arguments: [String]) throws(SystemError) -> Int32 {
        // An argument would end there.
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else { throw .invalidArgument }
        let name = CommandLine.arguments.first ?? "program"
        var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map {
            FileName.withBytes(of: $0) { strdup($0) }
        }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        let error = posix_spawn(&child, "/proc/self/exe", nil, nil, &words, environ)
        guard error == 0 else { throw SystemError(number: error) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw .last }
        }
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
