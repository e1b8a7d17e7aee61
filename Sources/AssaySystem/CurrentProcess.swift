// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// The process that this code runs in.
package enum CurrentProcess {
    package static var identifier: Int32 { getpid() }

    /// The user whose rights the process has.
    package static var effectiveUser: UInt32 { geteuid() }

    /// The processors of the machine, at least 1.
    package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// A variable of the environment.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The absolute path of the working directory; nil if it is gone.
    package static var workingDirectory: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Makes relative paths start from another directory.
    package static func changeDirectory(to path: String) throws(SystemError) {
        guard chdir(path) == 0 else { throw .last }
    }

    /// Makes writing to a closed pipe an error of the write, not a signal that ends the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}
