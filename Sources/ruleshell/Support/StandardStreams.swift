// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes whole buffers to a descriptor.
struct OutputDescriptor {
    let number: Int32

    /// Writes all bytes.
    ///
    /// - Returns: 0, or the system's error number.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = Glibc.write(number, start, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// Messages for people.
enum StandardError {
    /// Writes a text; nobody can be told if that fails.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { OutputDescriptor(number: STDERR_FILENO).write($0) }
    }
}

/// Results of the commands that print once.
enum StandardOutput {
    /// Writes a text and a line feed.
    ///
    /// - Returns: False, and a message on standard error, if that fails; a closed pipe is no failure.
    static func print(_ text: String) -> Bool {
        write(Array((text + "\n").utf8))
    }

    static func write(_ bytes: [UInt8]) -> Bool {
        let error = bytes.withUnsafeBytes { OutputDescriptor(number: STDOUT_FILENO).write($0) }
        if error == 0 || error == EPIPE { return true }
        StandardError.write(Diagnostic.unwritable("standard output", error).text)
        return false
    }
}

extension Diagnostic {
    /// Why an input was not read to its end.
    static let interrupted = Diagnostic("run.interrupted", "the run was interrupted")

    /// Output that the system does not take.
    static func unwritable(_ name: String, _ number: Int32) -> Diagnostic {
        Diagnostic(
            "output.unwritable", "cannot write \(name): \(SmallFile.reason(number))",
            help: "make room, or name another place")
    }
}
