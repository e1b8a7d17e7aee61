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
        return FileName.text(path)
    }

    /// The arguments of the process after its name, in which paths have the form of `FileName`.
    package static var arguments: [String] {
        let count = Int(CommandLine.argc)
        return (1..<max(1, count)).compactMap { index in
            CommandLine.unsafeArgv[index].map { FileName.text($0) }
        }
    }

    /// Makes relative paths start from another directory.
    package static func changeDirectory(to path: String) throws(SystemError) {
        guard FileName.withBytes(of: path, { chdir($0) }) == 0 else { throw .last }
    }

    /// Makes writing to a closed pipe an error of the write, not a signal that ends the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}
