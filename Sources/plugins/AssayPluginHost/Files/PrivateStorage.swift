// SPDX-License-Identifier: Apache-2.0
import AssaySystem
internal import CPluginHost

/// A storage for bytes that no other process can reach.
enum PrivateStorage: CaseIterable, Sendable {
    /// Memory, which can be sealed.
    case memory
    /// A file without a name in `/tmp`, for kernels without such memory.
    case unnamedFile

    /// Makes an empty file in the first of some storages that the system has.
    static func makeFile(
        named name: String = "assay-plugin", in storages: [PrivateStorage] = PrivateStorage.allCases
    ) throws(SystemError) -> FileDescriptor {
        for storage in storages {
            if let file = FileDescriptor(adopting: storage.open(named: name)) { return file }
        }
        throw .last
    }

    /// Makes a file with some contents, to be read from its start.
    static func makeFile(contents: [UInt8]) throws(SystemError) -> FileDescriptor {
        let file = try makeFile()
        try file.write(contents)
        try file.seek(to: 0)
        return file
    }

    /// Makes a file of zeros.
    static func makeFile(size: Int) throws(SystemError) -> FileDescriptor {
        let file = try makeFile()
        try file.resize(to: size)
        return file
    }

    /// The descriptor, or -1 with `errno`; maps of memory show the name.
    private func open(named name: String) -> Int32 {
        switch self {
        case .memory: assay_memory_file(String(name.suffix(60)))
        case .unnamedFile: assay_unnamed_file("/tmp")
        }
    }
}
