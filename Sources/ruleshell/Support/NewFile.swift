// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes short files, wholly or not at all, and makes folders for them.
enum NewFile {
    /// Writes a file that must not be there yet.
    static func write(_ text: String, to path: String, mode: mode_t) throws(Diagnostic) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = open(path, flags, mode)
        guard number >= 0 else { throw unwritable(path, errno) }
        defer { close(number) }
        let failure = Array(text.utf8).withUnsafeBytes {
            OutputDescriptor(number: number).write($0)
        }
        let isKept = failure == 0 && fsync(number) == 0
        guard isKept else {
            let reason = failure == 0 ? errno : failure
            unlink(path)
            throw unwritable(path, reason)
        }
    }

    /// Writes a file in the place of one that may be there: readers see the old one or the new one.
    ///
    /// The mode is that of the old file, if there is one.
    static func replace(_ path: String, by text: String, mode: mode_t) throws(Diagnostic) {
        try replace(path, by: Array(text.utf8), mode: mode)
    }

    /// Writes bytes in the same way.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: All of it.
    ///   - mode: That of a file that is not there yet.
    ///   - keepsOwner: Whether it is an error that owner and group of the old file cannot be kept.
    /// - Throws: Why it is as it was.
    static func replace(
        _ path: String, by bytes: [UInt8], mode: mode_t, keepsOwner: Bool = false
    ) throws(Diagnostic) {
        do throws(SystemReason) {
            var file = try TemporaryFile(beside: path, mode: mode, keepsOwner: keepsOwner)
            try file.write(bytes)
            try file.replaceTarget()
        } catch {
            throw unwritable(path, error.number)
        }
    }

    /// Makes a folder that must not be there yet, in one that is.
    static func makeFolder(_ path: String) throws(Diagnostic) {
        guard mkdir(path, 0o755) == 0 else { throw unwritable(path, errno, kind: "folder") }
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
