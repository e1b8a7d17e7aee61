// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file that could not be written, with the reason.
struct FileError: Error {
    let path: String
    let code: Int32

    var text: String {
        "cannot write \(path): \(String(cString: strerror(code)))"
    }
}

/// A file that is written from its start, in large pieces.
struct FileOutput: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private var pending = ""
    /// The bytes appended so far.
    private(set) var bytes = 0

    /// Creates the file or empties it.
    init(path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw FileError(path: path, code: errno) }
        pending.reserveCapacity(1 << 21)
    }

    /// Lets `body` append to the text that is to be written.
    mutating func append(_ body: (inout String) -> Void) throws(FileError) {
        body(&pending)
        if pending.utf8.count >= 1 << 20 { try flush() }
    }

    /// Writes what is still pending and closes the file.
    consuming func finish() throws(FileError) -> Int {
        try flush()
        if close(descriptor) != 0 { throw FileError(path: path, code: errno) }
        return bytes
    }

    private mutating func flush() throws(FileError) {
        var failure: Int32 = 0
        bytes += pending.utf8.count
        pending.withUTF8 { text in
            var rest = UnsafeRawBufferPointer(text)
            while !rest.isEmpty && failure == 0 {
                let written = write(descriptor, rest.baseAddress, rest.count)
                if written >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                } else if errno != EINTR {
                    failure = errno
                }
            }
        }
        if failure != 0 { throw FileError(path: path, code: failure) }
        pending.removeAll(keepingCapacity: true)
    }
}
