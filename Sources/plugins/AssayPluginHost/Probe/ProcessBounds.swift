// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The limits that a plugin can set for the whole process and that cannot be removed.
struct ProcessBounds: Equatable {
    /// Device and inode of the root directory.
    private let root: [UInt64]
    /// The kernel's lines about filters of system calls; nil if they cannot be read.
    private let filters: [String]?

    /// Returns the limits of this process.
    static func current() -> ProcessBounds {
        let status = try? FileStatus(path: "/")
        let text = (try? SmallFile.read("/proc/self/status", limit: 1 << 16))
            .map { String(decoding: $0, as: UTF8.self) }
        return ProcessBounds(
            root: status.map { [$0.device, $0.inode] } ?? [],
            filters: text.map { text in
                text.split(separator: "\n").filter { $0.hasPrefix("Seccomp") }.map(String.init)
            })
    }

    /// - Throws: An error of stage probe if the limits have changed.
    func check(against before: ProcessBounds) throws(StageError) {
        guard self != before else { return }
        var changes: [String] = []
        if root != before.root { changes.append("another root directory (chroot)") }
        if filters == nil {
            changes.append("no access to /proc")
        } else if filters != before.filters {
            changes.append("a filter of system calls (seccomp)")
        }
        throw StageError(
            .probe, found: "a limited process: " + changes.joined(separator: ", "),
            expected: "the process as it was before the plugin",
            remedy: Self.remedy)
    }

    static let remedy =
        "do not use chroot or seccomp in the plugin, because they limit the whole process; limit the program "
        + "itself, or run the plugin's work in a process of its own"
}
