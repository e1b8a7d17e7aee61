// SPDX-License-Identifier: Apache-2.0
internal import CPluginHost
import Glibc

/// A file descriptor with one owner, who closes it.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes over a descriptor; nil for the negative number of a call that failed.
    init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Where bytes are that no other process has a way to.
    enum Storage: CaseIterable {
        /// Memory, which can be sealed.
        case memory
        /// A file without a name in `/tmp`, for kernels without such memory.
        case unnamedFile
    }

    /// An empty file in the first of the storages that there is; nil with errno if there is none.
    init?(_ storages: [Storage]) {
        for storage in storages {
            let number =
                switch storage {
                case .memory: assay_memory_file("assay-plugin")
                case .unnamedFile: assay_unnamed_file("/tmp")
                }
            guard number >= 0 else { continue }
            self.number = number
            return
        }
        return nil
    }

    deinit {
        close(number)
    }

    /// The file's name in this process.
    var path: String { "/proc/self/fd/\(number)" }

    /// Reads from where the file stands to its end; nil with errno for an error.
    func readAll() -> [UInt8]? {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        guard let start = buffer.baseAddress else { return nil }
        while true {
            let count = read(into: start, buffer.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// Reads up to `count` bytes to `start`; 0 at the end, -1 with errno for an error.
    func read(into start: UnsafeMutableRawPointer, _ count: Int) -> Int {
        while true {
            let result = Glibc.read(number, start, count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Writes all bytes; false with errno for an error.
    func write(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
        var written = 0
        while written < count {
            let result = Glibc.write(number, start + written, count - written)
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { return false }
            written += result
        }
        return true
    }
}
