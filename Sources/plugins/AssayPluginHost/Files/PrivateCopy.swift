// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
internal import CPluginHost
import AssayCLibrary
import Synchronization

/// The plugin's bytes where no other process can change them.
///
/// They are in sealed memory or, on a kernel without it, in a file without a name. What is checked is
/// then what is loaded, and truncating the plugin's file later does not kill the process.
final class PrivateCopy: @unchecked Sendable {  // the bytes do not change after init
    let descriptor: FileDescriptor
    /// The bytes, mapped for reading.
    let bytes: UnsafeRawBufferPointer
    /// The directory of the data files of the plugin whose bytes these are.
    let dataDirectory: String

    private static let kept = Locked<[PrivateCopy]>([])

    /// - Throws: An error of stage copy.
    init(
        of file: borrowing PluginFile, in storages: [PrivateStorage] = PrivateStorage.allCases
    ) throws(StageError) {
        do throws(SystemError) {
            let name = file.status.path.split(separator: "/").last.map(String.init)
            descriptor = try PrivateStorage.makeFile(named: name ?? "assay-plugin", in: storages)
        } catch {
            throw Self.failed(error)
        }
        dataDirectory = Self.dataDirectory(of: file.status.path)
        let size = file.status.size
        try Self.fill(descriptor.borrowed, from: file.descriptor.borrowed, count: size)
        // A file without a name has no seals, and no other process has a way to it.
        guard assay_seal(descriptor.number) == 0 || SystemError.last == .invalidArgument else {
            throw Self.failed(.last)
        }
        let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0)
        guard let start, start != MAP_FAILED else { throw Self.failed(.last) }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// Returns `data` in the directory that is called as the plugin's file, or that of the file.
    private static func dataDirectory(of path: String) -> String {
        let name = path.hasSuffix(".so") ? String(path.dropLast(3)) : path
        let data = FileSystem.path(of: "data", in: name)
        return FileSystem.isDirectory(data) ? data : FileSystem.directory(of: path)
    }

    /// The only name by which the loader can open the copy.
    var path: String { descriptor.borrowed.path }

    /// Keeps the descriptor for the life of the process: the loader would take a library that is
    /// opened later under the same descriptor number for this one.
    func keep() {
        Self.kept.withLock { $0.append(self) }
    }

    func hasSameBytes(as other: PrivateCopy) -> Bool {
        ByteSearch.areEqual(bytes, other.bytes)
    }

    private static func fill(
        _ copy: BorrowedDescriptor, from file: BorrowedDescriptor, count: Int
    ) throws(StageError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var copied = 0
        while true {
            do throws(SystemError) {
                let result = try file.read(into: buffer)
                let isWhole = result == 0 && copied == count
                guard isWhole || (result > 0 && result <= count - copied) else { break }
                if isWhole { return }
                try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<result]))
                copied += result
            } catch {
                throw failed(error)
            }
        }
        throw StageError(
            .copy, found: "a file that changes while it is read", expected: "\(count) bytes",
            remedy: "wait until the file is written")
    }

    private static func failed(_ error: SystemError) -> StageError {
        StageError(
            .copy, found: "an error (\(error))", expected: "a private copy in memory or in /tmp",
            remedy: error.lackRemedy ?? "free memory or file descriptors and try again")
    }
}
