// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes short files, wholly or not at all, and makes folders for them.
enum NewFile {
    /// Writes a file that must not be there yet.
    static func write(_ text: String, to path: String, mode: mode_t) throws(Diagnostic) {
        try create(Array(text.utf8), path, shown: path, mode)
    }

    /// Writes a file in the place of one that may be there: readers see the old one or the new one.
    static func replace(_ path: String, by text: String, mode: mode_t) throws(Diagnostic) {
        try replace(path, by: Array(text.utf8), mode: mode, isExact: false)
    }

    /// Writes bytes in the same way; the umask takes nothing of an exact mode.
    static func replace(
        _ path: String, by bytes: [UInt8], mode: mode_t, isExact: Bool
    ) throws(Diagnostic) {
        let temporary = "\(path).\(getpid()).new"
        try create(bytes, temporary, shown: path, mode)
        guard !isExact || chmod(temporary, mode) == 0, rename(temporary, path) == 0 else {
            let reason = errno
            unlink(temporary)
            throw unwritable(path, reason)
        }
    }

    /// Makes a folder that must not be there yet, in one that is.
    static func makeFolder(_ path: String) throws(Diagnostic) {
        guard mkdir(path, 0o755) == 0 else { throw unwritable(path, errno, kind: "folder") }
    }

    private static func create(
        _ bytes: [UInt8], _ path: String, shown: String, _ mode: mode_t
    ) throws(Diagnostic) {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard number >= 0 else { throw unwritable(shown, errno) }
        defer { close(number) }
        let failure = bytes.withUnsafeBytes { OutputDescriptor(number: number).write($0) }
        let isKept = failure == 0 && fsync(number) == 0
        guard isKept else {
            let reason = failure == 0 ? errno : failure
            unlink(path)
            throw unwritable(shown, reason)
        }
    }

    private static func unwritable(
        _ path: String, _ reason: Int32, kind: String = "file"
    ) -> Diagnostic {
        Diagnostic(
            "output.unwritable", "cannot write '\(path)': \(SmallFile.reason(reason))",
            help: reason == EEXIST
                ? "choose another name, or remove the \(kind)"
                : "check the directory and the space")
    }
}
