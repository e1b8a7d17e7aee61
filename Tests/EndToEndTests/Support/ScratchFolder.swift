// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder for what other programs build, removed with all that is in it.
final class ScratchFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/ruleshell-builds.XXXXXX\0".utf8CString.dropLast())
        guard let made = mkdtemp(&template) else { throw SystemError("mkdtemp", errno) }
        path = String(cString: made)
    }

    deinit {
        _ = try? run("rm", ["-rf", path])
    }

    func make(_ folder: String) throws {
        guard mkdir(path + "/" + folder, 0o755) == 0 else { throw SystemError("mkdir", errno) }
    }

    func write(_ text: String, to name: String) throws {
        let file = path + "/" + name
        guard let stream = fopen(file, "w") else { throw SystemError("fopen \(file)", errno) }
        defer { fclose(stream) }
        guard fputs(text, stream) >= 0 else { throw SystemError("fputs \(file)", errno) }
    }

    /// Runs a program, found in `PATH` unless it is a path, to its end in this folder.
    func run(_ program: String, _ arguments: [String]) throws -> ProcessResult {
        try ChildProcess("/usr/bin/env", ["-C", path, program] + arguments).finish()
    }
}
