// SPDX-License-Identifier: Apache-2.0
import AssayCLibrary

/// A new file that takes the place of another one when it is complete, and is removed if it never is.
///
/// Its name is one that no file in the directory has.
package struct TemporaryFile: ~Copyable {
    private let descriptor: FileDescriptor
    private let target: String
    private let path: String
    private var hasReplaced = false

    /// Creates it in the target's directory.
    ///
    /// - Parameters:
    ///   - target: The path of the file whose place it takes.
    ///   - prefix: How its name begins.
    ///   - mode: Permissions if the target does not exist, less the umask; otherwise it gets those of
    ///     the target.
    ///   - keepsOwner: Whether it is an error that the target's owner and group cannot be kept.
    /// - Throws: The error of the system.
    package init(
        replacing target: String, prefix: String, mode: UInt32, keepsOwner: Bool = false
    ) throws(SystemError) {
        let status = try? FileStatus(path: target, followsLink: false)
        let replaced = status?.kind == .regularFile ? status : nil
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
        (self.target, self.path) = (target, path)
        self.descriptor = descriptor
    }

    deinit {
        if !hasReplaced { try? FileSystem.remove(path) }
    }

    /// Writes all bytes.
    package func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        try descriptor.write(bytes)
    }

    /// Waits until the bytes would survive a crash of the machine, and takes the target's place.
    ///
    /// After an error the target is as it was.
    package mutating func replaceTarget() throws(SystemError) {
        try descriptor.synchronize()
        try FileSystem.rename(path, to: target)
        hasReplaced = true
        Self.synchronize(directory: FileSystem.directory(of: target))
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
