// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Writes to a file of a run, and keeps the first error.
struct OutputStream {
    let file: OutputFile
    /// `true` if the reader of standard output has closed it.
    private(set) var isClosed = false
    private(set) var failure: Diagnostic?

    init(_ file: OutputFile) {
        self.file = file
    }

    /// `true` if nothing more can be written.
    var hasEnded: Bool { isClosed || failure != nil }

    mutating func write(_ bytes: ArraySlice<UInt8>) {
        guard !hasEnded, !bytes.isEmpty else { return }
        do throws(SystemError) {
            try file.descriptor.write(bytes)
        } catch {
            if error == .brokenPipe, file.isStandardOutput {
                isClosed = true
            } else {
                failure = .unwritable(file.name, error: error)
            }
        }
    }

    mutating func write(_ text: String) {
        write(Array(text.utf8)[...])
    }

    /// Waits until the written bytes are on the storage device.
    mutating func synchronize() {
        do throws(SystemError) {
            try file.synchronize()
        } catch {
            if failure == nil { failure = .unwritable(file.name, error: error) }
        }
    }
}
