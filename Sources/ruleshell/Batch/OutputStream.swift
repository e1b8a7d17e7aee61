// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes to a file of a run and notes what goes wrong, once.
struct OutputStream {
    let file: OutputFile
    /// The reader of standard output has gone.
    private(set) var isClosed = false
    private(set) var failure: Diagnostic?

    init(_ file: OutputFile) {
        self.file = file
    }

    /// Nothing more can be written.
    var hasEnded: Bool { isClosed || failure != nil }

    mutating func write(_ bytes: ArraySlice<UInt8>) {
        guard !hasEnded, !bytes.isEmpty else { return }
        let error = bytes.withUnsafeBytes {
            OutputDescriptor(number: file.descriptor).write($0)
        }
        if error == EPIPE, file.descriptor == STDOUT_FILENO {
            isClosed = true
        } else if error != 0 {
            failure = .unwritable(file.name, error)
        }
    }

    mutating func write(_ text: String) {
        write(Array(text.utf8)[...])
    }

    /// Waits until what was written would survive the end of the machine.
    mutating func synchronize() {
        let error = file.synchronize()
        if error != 0, failure == nil { failure = .unwritable(file.name, error) }
    }
}
