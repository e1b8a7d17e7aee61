// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// A place that a run writes to, open while the run lasts.
final class OutputFile: Sendable {
    /// The option that names it, or `standard output`.
    let option: String
    /// The name of the output in messages.
    let name: String
    let descriptor: BorrowedDescriptor
    /// The owner of the descriptor, which closes it, or `nil` for standard output.
    private let owner: FileDescriptor?
    /// The size and time of the file, or `nil` if it is not a regular file, such as a pipe.
    let identity: FileIdentity?
    /// The device and inode, or `nil` if nothing can be lost, such as in a pipe.
    let node: FileNode?
    /// The path under which it was created, or `nil` for a file that was there before.
    private let created: String?

    static let standardOutput = OutputFile(
        option: "standard output", name: "standard output", owner: nil, created: nil)

    /// Opens or creates a file and leaves what is in it.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - option: The option that names it.
    /// - Throws: An error with the system's reason.
    convenience init(path: String, option: String) throws(Diagnostic) {
        do throws(SystemError) {
            try self.init(creating: path, option: option)
        } catch {
            throw .unwritable(path: path, error: error)
        }
    }

    private convenience init(creating path: String, option: String) throws(SystemError) {
        let name = "'\(FileName.shown(path))'"
        do throws(SystemError) {
            let file = try FileDescriptor(creating: path, mode: 0o666)
            self.init(option: option, name: name, owner: file, created: path)
        } catch {
            guard error == .exists else { throw error }
            // Opening a symbolic link to nothing makes the file that it names, which has another
            // path.
            let file = try FileDescriptor(writing: path, mode: 0o666)
            self.init(option: option, name: name, owner: file, created: nil)
        }
    }

    private init(
        option: String, name: String, owner: consuming FileDescriptor?, created: String?
    ) {
        self.option = option
        self.name = name
        descriptor = owner?.borrowed ?? .standardOutput
        self.owner = owner
        self.created = created
        identity = FileIdentity(descriptor: descriptor)
        node = FileNode(descriptor: descriptor)
    }

    /// The option and the name of the output, for messages.
    var writer: String { isStandardOutput ? name : "\(option) \(name)" }

    var isStandardOutput: Bool { descriptor == .standardOutput }

    /// Removes the file of a run that does not begin, if it was not there before.
    func discard() {
        guard let created, FileNode(path: created) == node else { return }
        try? FileSystem.remove(created)
    }

    /// The position of the next byte, or `nil` if the output is not a regular file.
    var end: Int? {
        identity == nil ? nil : try? descriptor.writePosition()
    }

    /// The number of bytes in the file, or `nil` if the output is not a regular file.
    var size: Int? { FileIdentity(descriptor: descriptor)?.size }

    /// `true` if the output is /dev/null.
    var isNull: Bool {
        let status = try? FileStatus(of: descriptor)
        return status?.kind == .characterDevice && status?.representedDevice == Self.nullDevice
    }

    /// The numbers 1 and 3 of /dev/null.
    private static let nullDevice: UInt64 = 0x103

    /// Cuts the file at a byte, where writing continues; does nothing if there is no file.
    func cut(to end: Int) throws(Diagnostic) {
        guard identity != nil else { return }
        do throws(SystemError) {
            try descriptor.resize(to: end)
            try descriptor.seek(to: end)
        } catch {
            throw .unwritable(name, error: error)
        }
    }

    /// Waits until what was written would survive a crash of the machine.
    func synchronize() throws(SystemError) {
        if identity != nil { try descriptor.synchronize() }
    }
}
