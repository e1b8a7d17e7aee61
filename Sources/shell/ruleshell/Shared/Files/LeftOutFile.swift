// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// A file or directory that a search cannot look into, so that inputs may be missing.
struct LeftOutFile {
    let path: String
    let reason: SystemError
    /// `true` if the path is that of a symbolic link that leads to no file.
    let isDanglingLink: Bool

    static let code = "input.unreadable"

    /// A path at which the system reports an error.
    init(_ path: String, reason: SystemError) {
        self.path = path
        self.reason = reason
        isDanglingLink = reason == .notFound || reason == .linkLoop
    }

    var message: String {
        isDanglingLink
            ? "'\(path)' is a symbolic link whose target does not exist"
            : "'\(path)' cannot be searched: \(reason)"
    }

    var help: String {
        isDanglingLink
            ? "remove the link, or restore the file that it names"
            : "make it readable, or name the files without it"
    }

    var diagnostic: Diagnostic { Diagnostic(Self.code, message, help: help) }
}
