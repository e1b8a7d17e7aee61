// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssaySystem
import Synchronization

/// The directory of the scratch files of a run, and the bytes that they have together.
final class ScratchSpace: Sendable {
    let directory: String
    let limit: Int?
    /// The beginning of the paths of files with names, or `nil` for files without.
    let namedFiles: String?
    private let used = Atomic<Int>(0)

    init(_ settings: DataSetSettings) {
        limit = settings.scratchLimit
        namedFiles = settings.namedFiles
        directory =
            settings.namedFiles.map(FileSystem.directory) ?? settings.scratchDirectory
            ?? CurrentProcess.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// The bytes that the files have.
    var usedCount: Int { used.load(ordering: .relaxed) }

    /// Counts bytes that are about to be written.
    func reserve(_ count: Int) throws(DataSetError) {
        let before = used.add(count, ordering: .relaxed).oldValue
        guard let limit, before + count > limit else { return }
        used.subtract(count, ordering: .relaxed)
        throw .limit(limit, used: before, wanted: count)
    }

    /// Counts bytes that a file no longer has, or never got.
    func release(_ count: Int) {
        used.subtract(count, ordering: .relaxed)
    }
}

/// A file for bytes that do not fit into memory, which is created when it is first written.
///
/// Only its owner can read it. A file without a name ends with the process.
final class ScratchFile: Sendable {
    private struct State {
        var file: OpenFile?
        var end = 0
    }

    /// A class, since several threads write to different places of one file.
    private final class OpenFile: Sendable {
        let descriptor: FileDescriptor

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }
    }

    private let space: ScratchSpace
    /// The path of a file with a name.
    private let path: String?
    private let state = Locked(State())

    /// - Parameters:
    ///   - space: The directory and the limit.
    ///   - name: The end of the path, if the files of the space have names.
    init(in space: ScratchSpace, name: String) {
        self.space = space
        path = space.namedFiles.map { $0 + name }
    }

    deinit {
        space.release(count)
    }

    /// The error of a file whose contents are not those that were written.
    var changed: DataSetError { .changed(in: space.directory) }

    /// `true` if another process can open the file.
    var hasName: Bool { path != nil }

    /// The number of bytes.
    var count: Int { state.withLock { $0.end } }

    /// Writes bytes to the end.
    ///
    /// - Returns: The offset of the first one.
    func append(_ parts: UnsafeRawBufferPointer...) throws(DataSetError) -> Int {
        let (file, start) = try place(parts.reduce(0) { $0 + $1.count })
        var offset = start
        for part in parts {
            try write(part, to: file, at: offset)
            offset += part.count
        }
        return start
    }

    /// Writes bytes to a place, before which the file gets zeros where it has none.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DataSetError) {
        let (file, _) = try place(bytes.count, at: offset)
        try write(bytes, to: file, at: offset)
    }

    /// Makes space for bytes.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - offset: The place of the first one, or `nil` for the end.
    /// - Returns: The file, and the place of the first byte.
    /// - Throws: The error of the file, or of the limit.
    private func place(
        _ count: Int, at offset: Int? = nil
    ) throws(DataSetError) -> (file: OpenFile, start: Int) {
        let result = state.withLock { state -> Result<(OpenFile, Int), DataSetError> in
            do throws(DataSetError) {
                let start = offset ?? state.end
                let growth = max(0, start + count - state.end)
                try space.reserve(growth)
                let file: OpenFile
                if let known = state.file { file = known } else { file = try create() }
                state.file = file
                state.end += growth
                return .success((file, start))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, to file: OpenFile, at offset: Int
    ) throws(DataSetError) {
        do throws(SystemError) {
            try file.descriptor.borrowed.write(bytes, at: offset)
        } catch {
            throw .writing(
                in: space.directory, after: space.usedCount - bytes.count, wanted: bytes.count,
                error)
        }
    }

    /// Reads as many bytes as the buffer holds.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DataSetError) {
        guard let file = state.withLock({ $0.file }) else {
            if buffer.isEmpty { return }
            throw .changed(in: space.directory)
        }
        var (rest, offset) = (buffer, offset)
        while !rest.isEmpty {
            let count: Int
            do throws(SystemError) {
                count = try file.descriptor.borrowed.read(into: rest, at: offset)
            } catch {
                throw .reading(in: space.directory, error)
            }
            guard count > 0 else { throw .changed(in: space.directory) }
            rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
            offset += count
        }
    }

    /// Leaves out the bytes from an offset on.
    func cut(to count: Int) throws(DataSetError) {
        let result = state.withLock { state -> Result<Int, DataSetError> in
            guard let file = state.file, count < state.end else { return .success(0) }
            do throws(SystemError) {
                try file.descriptor.resize(to: count)
            } catch {
                return .failure(
                    .writing(in: space.directory, after: state.end, wanted: 0, error))
            }
            defer { state.end = count }
            return .success(state.end - count)
        }
        space.release(try result.get())
    }

    private func create() throws(DataSetError) -> OpenFile {
        do throws(SystemError) {
            guard let path else { return try Self.unnamed(in: space.directory) }
            try? FileSystem.remove(path)
            return OpenFile(try FileDescriptor(scratch: path, isNew: true))
        } catch {
            throw .creating(in: space.directory, error)
        }
    }

    private static func unnamed(in directory: String) throws(SystemError) -> OpenFile {
        for _ in 0..<100 {
            let name = ".assay-" + String(UInt64.random(in: .min ... .max), radix: 36)
            let path = FileSystem.path(of: name, in: directory)
            do throws(SystemError) {
                let file = OpenFile(try FileDescriptor(scratch: path, isNew: true))
                try FileSystem.remove(path)
                return file
            } catch {
                guard error == .exists || error == .interrupted else { throw error }
            }
        }
        throw .exists
    }

    // MARK: - Files with names

    /// Continues with the file of another process.
    ///
    /// - Parameter count: The number of bytes that it had at the checkpoint; further ones are cut off.
    /// - Throws: The error of the file, also if it is shorter.
    func open(count: Int) throws(DataSetError) {
        guard count > 0, let path else { return }
        try space.reserve(count)
        do throws(SystemError) {
            let file = OpenFile(try FileDescriptor(scratch: path, isNew: false))
            guard try FileStatus(of: file.descriptor.borrowed).size >= count else {
                throw .invalidArgument
            }
            try file.descriptor.resize(to: count)
            state.withLock { $0 = State(file: file, end: count) }
        } catch {
            space.release(count)
            throw error == .invalidArgument
                ? .changed(in: space.directory) : .reading(in: space.directory, error)
        }
    }

    /// Waits until what was written would survive a crash of the machine.
    func synchronize() throws(DataSetError) {
        guard let file = state.withLock({ $0.file }) else { return }
        do throws(SystemError) {
            try file.descriptor.synchronize()
        } catch {
            throw .writing(in: space.directory, after: space.usedCount, wanted: 0, error)
        }
    }

    /// Removes the file that has the name of this one, also if another process has made it.
    func remove() {
        if let path { try? FileSystem.remove(path) }
    }
}
