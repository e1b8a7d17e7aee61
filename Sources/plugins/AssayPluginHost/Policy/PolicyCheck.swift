// SPDX-License-Identifier: Apache-2.0
import AssaySystem

extension PluginPolicy {
    /// Checks a file that was opened and the directories through which it was opened, outermost
    /// directory first.
    func check(
        _ file: PathStatus, in directories: [PathStatus],
        user: UInt32 = CurrentProcess.effectiveUser
    ) throws(StageError) {
        try checkPlace(file)
        do throws(StageError) {
            try check(directories + [file], user: user)
        } catch {
            throw StageError(
                error.stage, found: error.found, expected: error.expected,
                remedy: "\(error.remedy), or move the plugin")
        }
    }

    /// Checks the owners and modes of directories, if they are to be checked, and of a file.
    func check(
        _ nodes: [PathStatus], user: UInt32 = CurrentProcess.effectiveUser
    ) throws(StageError) {
        for node in nodes where checksDirectories || !node.isDirectory {
            try check(node, user: user)
        }
    }

    private func checkPlace(_ file: PathStatus) throws(StageError) {
        guard let directories else { return }
        let isInside = directories.contains { directory in
            guard let resolved = try? FileSystem.resolve(directory) else { return false }
            let names = resolved.split(separator: "/")
            return file.path.split(separator: "/").dropLast().starts(with: names)
        }
        guard !isInside else { return }
        let list = directories.map { "'\($0)'" }.joined(separator: ", ")
        throw StageError(
            .policy, found: "the file '\(file.path)' elsewhere",
            expected: directories.isEmpty ? "no plugins at all" : "a file below \(list)",
            remedy: "move the plugin there, or add its directory to the policy's directories")
    }

    private func check(_ node: PathStatus, user: UInt32) throws(StageError) {
        let kind = node.isDirectory ? "directory" : "file"
        try checkOwner(of: node, kind: kind, user: user)
        // In a sticky directory only the owner of an entry can replace it, and owners are checked.
        if node.isDirectory, node.isSticky { return }
        if node.permissions & PathStatus.worldWritable != 0, !allowsWorldWritable {
            throw Self.error(
                for: node, found: "the \(kind) '\(node.path)' that everyone can write",
                command: "chmod o-w")
        }
        if node.permissions & PathStatus.groupWritable != 0, !allowsGroupWritable {
            throw Self.error(
                for: node, found: "the \(kind) '\(node.path)' that its group can write",
                command: "chmod g-w")
        }
    }

    private func checkOwner(
        of node: PathStatus, kind: String, user: UInt32
    ) throws(StageError) {
        let isAllowed = node.owner == 0 || node.owner == user || allowedOwners.contains(node.owner)
        guard checksOwner, !isAllowed else { return }
        throw StageError(
            .policy, found: "the \(kind) '\(node.path)' of user \(node.owner)",
            expected: "an owner that is root or user \(user)",
            remedy: "run chown \(user) \(node.path)")
    }

    private static func error(
        for node: PathStatus, found: String, command: String
    ) -> StageError {
        StageError(
            .policy, found: "\(found) (mode \(node.octalPermissions))",
            expected: "a path that only root and the user can change",
            remedy: "run \(command) \(node.path)")
    }
}

extension PluginPolicy {
    /// Checks the owners and modes of a file or a directory on which trust in plugins depends, and of
    /// the directories above it.
    ///
    /// - Parameter path: It; symbolic links are resolved.
    /// - Returns: The path without links that was checked, by which it is to be used from here on: a link
    ///   may lead elsewhere by then.
    /// - Throws: `PluginError` at stage open if it is not there, or at stage policy.
    package func checkOwners(of path: String) throws(PluginError) -> String {
        do throws(StageError) {
            let nodes = try Self.nodes(to: path)
            try check(nodes)
            return nodes.last?.path ?? path
        } catch {
            throw error.error(path: path)
        }
    }

    private static func nodes(to path: String) throws(StageError) -> [PathStatus] {
        let resolved: String
        let status: FileStatus
        do throws(SystemError) {
            resolved = try FileSystem.resolve(path)
            status = try FileStatus(path: resolved)
        } catch {
            throw StageError(opening: error)
        }
        guard status.kind == .directory else {
            return try PluginFile.directories(to: FileSystem.directory(of: resolved)) + [
                PathStatus(
                    path: resolved, kind: status.kind, owner: status.owner,
                    permissions: status.permissions, size: status.size)
            ]
        }
        var nodes = try PluginFile.directories(to: resolved)
        // In a sticky directory everybody can still make what is not there yet.
        if let last = nodes.popLast() { nodes.append(last.notSticky) }
        return nodes
    }
}
