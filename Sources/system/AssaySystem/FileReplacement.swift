// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// New contents for the file at a path, which get there as a whole.
///
/// Symbolic links are followed and stay. A regular file is replaced by a new one that is complete;
/// an incomplete new file is removed. A device or a pipe has no contents to replace, and is written
/// to.
package struct FileReplacement: ~Copyable {
    private let descriptor: FileDescriptor
    /// The paths of the new file, now and when it is complete, or `nil` for a device or a pipe.
    private let move: (path: String, target: String)?
    private var isComplete = false

    /// Opens a device or a pipe, or creates a file beside the one that it will replace.
    ///
    /// - Parameters:
    ///   - path: The path that gets the contents.
    ///   - prefix: The beginning of the new file's name, which no other file in the directory has.
    ///   - mode: Permissions if there is no file to replace, less the umask; otherwise the new file
    ///     gets those of the old one.
    ///   - keepsOwner: `true` if it is an error that the old file's owner and group cannot be kept.
    /// - Throws: The error of the system.
    package init(
        of path: String, prefix: String, mode: UInt32, keepsOwner: Bool = false
    ) throws(SystemError) {
        switch try Destination(path) {
        case .stream:
            descriptor = try FileDescriptor(writing: path, mode: mode)
            move = nil
        case .file(let target, let replaced):
            let (path, number) = try Self.create(
                in: FileSystem.directory(of: target), prefix: prefix,
                mode: replaced == nil ? mode : 0o600)
            guard let descriptor = FileDescriptor(adopting: number) else { throw .last }
            if let replaced {
                do throws(SystemError) {
                    try Self.imitate(replaced, on: descriptor, keepsOwner: keepsOwner)
                } catch {
                    try? FileSystem.remove(path)
                    throw error
                }
            }
            self.descriptor = descriptor
            move = (path, target)
        }
    }

    deinit {
        if !isComplete, let move { try? FileSystem.remove(move.path) }
    }

    /// Writes all bytes.
    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        try descriptor.write(bytes)
    }

    /// Waits until the bytes would survive a crash of the machine, and replaces the old file.
    ///
    /// After an error the old file is as it was.
    package mutating func complete() throws(SystemError) {
        guard let move else { return }
        try descriptor.synchronize()
        try FileSystem.rename(move.path, to: move.target)
        isComplete = true
        Self.synchronize(directory: FileSystem.directory(of: move.target))
    }

    /// Removes the regular file that a path leads to, if there is one.
    ///
    /// Links, devices and pipes stay.
    package static func removeFile(at path: String) throws(SystemError) {
        if case .file(let target, _?) = try Destination(path) { try FileSystem.remove(target) }
    }

    private static func create(
        in directory: String, prefix: String, mode: UInt32
    ) throws(SystemError) -> (path: String, descriptor: Int32) {
        for _ in 0..<100 {
            let name = String(UInt64.random(in: .min ... .max), radix: 36)
            let path = "\(directory)/\(prefix)\(name).new"
            do throws(SystemError) {
                return (path, try FileDescriptor(creating: path, mode: mode).release())
            } catch {
                guard error == .exists || error == .interrupted else { throw error }
            }
        }
        throw .exists
    }

    /// Gives the file owner, group and permissions of another one.
    private static func imitate(
        _ status: FileStatus, on descriptor: borrowing FileDescriptor, keepsOwner: Bool
    ) throws(SystemError) {
        let own = try FileStatus(of: descriptor.borrowed)
        var permissions = status.permissions
        if (own.owner, own.group) != (status.owner, status.group),
            fchown(descriptor.number, status.owner, status.group) != 0
        {
            if keepsOwner { throw .last }
            // The bits that run a file as its owner are not for another owner.
            permissions &= 0o777
        }
        guard fchmod(descriptor.number, permissions) == 0 else { throw .last }
    }

    /// Makes the new name last; where the system cannot, the old file would do too.
    private static func synchronize(directory: String) {
        let number = FileName.withBytes(of: directory) {
            open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let descriptor = FileDescriptor(adopting: number) else { return }
        try? descriptor.synchronize()
    }
}

/// The place that new contents of a path go to.
private enum Destination {
    /// A path without a link at its end, and the status of the file there, if there is one.
    case file(String, FileStatus?)
    /// A device or a pipe.
    case stream

    init(_ path: String) throws(SystemError) {
        let status = try? FileStatus(path: path)
        switch status?.kind {
        case nil, .regularFile: break
        case .fifo, .characterDevice, .blockDevice:
            self = .stream
            return
        case .directory: throw .isDirectory
        case .socket, .symbolicLink, .unknown: throw .invalidArgument
        }
        let target = try FileSystem.followingLinks(path)
        let found = try? FileStatus(path: target, followsLink: false)
        // The links in /proc/self/fd hold paths that may be those of other files by now.
        guard found?.device == status?.device, found?.inode == status?.inode else {
            throw .notFound
        }
        self = .file(target, found)
    }
}
