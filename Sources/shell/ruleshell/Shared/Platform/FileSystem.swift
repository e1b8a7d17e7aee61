// SPDX-License-Identifier: Apache-2.0
import AssaySystem

// Writes short files, wholly or not at all, and makes folders for them.
extension FileSystem {
    /// The beginning of the names of files that are not complete yet.
    private static let temporaryPrefix = ".ruleshell-"

    /// Writes a file that must not be there yet.
    static func write(_ text: String, to path: String, mode: UInt32) throws(Diagnostic) {
        do throws(SystemError) {
            try SmallFile.create(path, contents: text.utf8, mode: mode)
        } catch {
            throw unwritable(path, error: error)
        }
    }

    /// Writes a file, or replaces it: readers see the old one or the new one.
    ///
    /// The mode is that of the old file, if there is one. A device or a pipe is written to.
    static func replace(_ path: String, by text: String, mode: UInt32) throws(Diagnostic) {
        try replace(path, by: Array(text.utf8), mode: mode)
    }

    /// Writes bytes in the same way.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: All of it.
    ///   - mode: The mode of a file that is not there yet.
    ///   - keepsOwner: `true` if it is an error that owner and group of the old file cannot be
    ///     kept.
    /// - Throws: The reason the file is unchanged.
    static func replace(
        _ path: String, by bytes: [UInt8], mode: UInt32, keepsOwner: Bool = false
    ) throws(Diagnostic) {
        do throws(SystemError) {
            try replaceFile(path, by: bytes, mode: mode, keepsOwner: keepsOwner)
        } catch {
            throw unwritable(path, error: error)
        }
    }

    /// Writes a long file in the same way, piece by piece.
    static func replace(
        _ path: String, mode: UInt32,
        _ writePieces: (_ write: ([UInt8]) throws(SystemError) -> Void) throws(SystemError) -> Void
    ) throws(Diagnostic) {
        do throws(SystemError) {
            var file = try FileReplacement(of: path, prefix: temporaryPrefix, mode: mode)
            try writePieces { (piece) throws(SystemError) in try file.write(piece) }
            try file.complete()
        } catch {
            throw unwritable(path, error: error)
        }
    }

    /// Replaces a file as `replace` does, for callers with a message of their own.
    static func replaceFile(
        _ path: String, by bytes: some Sequence<UInt8>, mode: UInt32, keepsOwner: Bool = false
    ) throws(SystemError) {
        var file = try FileReplacement(
            of: path, prefix: temporaryPrefix, mode: mode, keepsOwner: keepsOwner)
        try file.write(bytes)
        try file.complete()
    }

    /// Makes a folder that must not be there yet, in one that is.
    static func makeFolder(_ path: String) throws(Diagnostic) {
        do throws(SystemError) {
            try makeDirectory(path, mode: 0o755)
        } catch {
            throw unwritable(path, error: error, kind: "directory")
        }
    }

    /// Makes the folders above a file for this user alone; those that exist stay as they are.
    static func makeFolders(of path: String) {
        for index in path.indices.dropFirst() where path[index] == "/" {
            try? makeDirectory(String(path[..<index]), mode: 0o700)
        }
    }

    /// Adds a text to the end of a file of this user alone, and ignores errors.
    static func append(_ text: String, to path: String) {
        let file = try? FileDescriptor(writing: path, mode: 0o600, appends: true)
        try? file?.write(text.utf8)
    }

    /// Removes the regular file that a path leads to, if it is there.
    static func removeIfPresent(_ path: String) throws(Diagnostic) {
        do throws(SystemError) {
            try FileReplacement.removeFile(at: path)
        } catch {
            if error != .notFound { throw .unwritable("'\(path)'", error: error) }
        }
    }

    private static func unwritable(
        _ path: String, error: SystemError, kind: String = "file"
    ) -> Diagnostic {
        Diagnostic(
            "output.unwritable", "cannot write '\(path)': \(error)",
            help: error == .exists
                ? "choose another name, or remove the \(kind)"
                : Diagnostic.missingDirectory(of: path)
                    ?? "check the directory and the free space")
    }
}
