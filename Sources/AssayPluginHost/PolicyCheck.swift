// SPDX-License-Identifier: Apache-2.0
import Glibc

extension PluginPolicy {
    /// Checks a file that was opened and the directories through which it was opened, outermost
    /// directory first.
    func check(
        _ file: FileStatus, in directories: [FileStatus], user: UInt32 = geteuid()
    ) throws(Refusal) {
        try checkPlace(file)
        if checksDirectories {
            for directory in directories { try check(directory, user) }
        }
        try check(file, user)
    }

    private func checkPlace(_ file: FileStatus) throws(Refusal) {
        guard let directories else { return }
        let isInside = directories.contains { directory in
            guard let resolved = realpath(directory, nil) else { return false }
            defer { free(resolved) }
            let names = String(cString: resolved).split(separator: "/")
            return file.path.split(separator: "/").dropLast().starts(with: names)
        }
        guard !isInside else { return }
        let list = directories.map { "'\($0)'" }.joined(separator: ", ")
        throw Refusal(
            .policy, found: "the file '\(file.path)' elsewhere",
            expected: directories.isEmpty ? "no plugins at all" : "a file below \(list)",
            remedy: "move the plugin there, or add its directory to the policy's directories")
    }

    private func check(_ node: FileStatus, _ user: UInt32) throws(Refusal) {
        let kind = node.isDirectory ? "directory" : "file"
        try checkOwner(node, kind, user)
        // In a sticky directory only the owner of an entry can replace it, and owners are checked.
        if node.isDirectory, node.isSticky { return }
        if node.mode & S_IWOTH != 0, !allowsWorldWritable {
            throw Self.refusal(
                node, "the \(kind) '\(node.path)' that everybody can write", "chmod o-w")
        }
        if node.mode & S_IWGRP != 0, !allowsGroupWritable {
            throw Self.refusal(
                node, "the \(kind) '\(node.path)' that its group can write", "chmod g-w")
        }
    }

    private func checkOwner(
        _ node: FileStatus, _ kind: String, _ user: UInt32
    ) throws(Refusal) {
        let isAllowed = node.owner == 0 || node.owner == user || allowedOwners.contains(node.owner)
        guard checksOwner, !isAllowed else { return }
        throw Refusal(
            .policy, found: "the \(kind) '\(node.path)' of user \(node.owner)",
            expected: "an owner that is root or user \(user)",
            remedy: "run chown \(user) \(node.path), or move the plugin")
    }

    private static func refusal(
        _ node: FileStatus, _ found: String, _ command: String
    ) -> Refusal {
        Refusal(
            .policy, found: "\(found) (mode \(node.octalMode))",
            expected: "a path that only root and the user can change",
            remedy: "run \(command) \(node.path), or move the plugin")
    }
}
