// SPDX-License-Identifier: Apache-2.0
import AssayCore
internal import CPluginHost
import Glibc

/// The plugin's bytes where nobody else can change them.
///
/// They are in sealed memory or, on a kernel without it, in a file without a name. What is checked is then what is loaded, and truncating the plugin's file
/// later does not kill the process.
final class PrivateCopy: @unchecked Sendable {  // the bytes do not change after init
    let descriptor: Descriptor
    /// The bytes, mapped for reading.
    let bytes: UnsafeRawBufferPointer

    private static let kept = Locked<[PrivateCopy]>([])

    /// - Throws: A refusal at stage copy.
    init(
        of file: borrowing PluginFile,
        in storages: [Descriptor.Storage] = Descriptor.Storage.allCases
    ) throws(Refusal) {
        let size = file.status.size
        guard let descriptor = Descriptor(storages) else { throw Self.failed(errno) }
        try Self.fill(descriptor, from: file.descriptor, count: size)
        // A file without a name has no seals, and nobody else has a way to it.
        guard assay_seal(descriptor.number) == 0 || errno == EINVAL else {
            throw Self.failed(errno)
        }
        let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor.number, 0)
        guard let start, start != MAP_FAILED else { throw Self.failed(errno) }
        self.descriptor = descriptor
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// The only name by which the loader can open the copy.
    var path: String { descriptor.path }

    /// Keeps the descriptor for the life of the process: the loader would take a library that is
    /// opened later under the same descriptor number for this one.
    func keep() {
        Self.kept.withLock { $0.append(self) }
    }

    func hasSameBytes(as other: PrivateCopy) -> Bool {
        guard bytes.count == other.bytes.count, let left = bytes.baseAddress,
            let right = other.bytes.baseAddress
        else { return false }
        return memcmp(left, right, bytes.count) == 0
    }

    private static func fill(
        _ copy: borrowing Descriptor, from file: borrowing Descriptor, count: Int
    ) throws(Refusal) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        guard let start = buffer.baseAddress else { throw failed(ENOMEM) }
        var copied = 0
        while true {
            let result = file.read(into: start, buffer.count)
            guard result >= 0 else { throw failed(errno) }
            guard result <= count - copied, result > 0 || copied == count else {
                throw Refusal(
                    .copy, found: "a file that changes while it is read",
                    expected: "\(count) bytes", remedy: "wait until the file is written")
            }
            if result == 0 { return }
            guard copy.write(start, result) else { throw failed(errno) }
            copied += result
        }
    }

    private static func failed(_ error: Int32) -> Refusal {
        Refusal(
            .copy, found: "an error (\(String(cString: strerror(error))))",
            expected: "a private copy in memory or in /tmp",
            remedy: "free memory or file descriptors and try again")
    }
}
