// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// Size and time of a file, which change when the file does.
struct FileIdentity: Sendable, Hashable {
    let size: Int
    /// The time of the last change, in nanoseconds since 1970.
    let modified: Int

    /// Reads the identity of an open file, or returns `nil` if it is not a regular file.
    init?(descriptor: BorrowedDescriptor) {
        guard let status = try? FileStatus(of: descriptor) else { return nil }
        self.init(status)
    }

    /// Reads the identity of the file at a path, or returns `nil` if it is not a regular file.
    init?(path: String) {
        guard let status = try? FileStatus(path: path) else { return nil }
        self.init(status)
    }

    private init?(_ status: FileStatus) {
        guard status.kind == .regularFile else { return nil }
        size = status.size
        modified = status.modified.seconds &* 1_000_000_000 &+ status.modified.nanoseconds
    }

    /// Reads the identity of an input, of which `-` is standard input.
    init?(input: String) {
        if input == "-" {
            self.init(descriptor: .standardInput)
        } else {
            self.init(path: input)
        }
    }
}
