// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads files that fit in memory.
enum SmallFile {
    /// The system's reason for a file that cannot be read.
    struct Unreadable: Error {
        let reason: String
    }

    /// Reads at most `limit` bytes of a file.
    static func read(_ path: String, limit: Int) throws(Unreadable) -> [UInt8] {
        guard let file = fopen(path, "rbe") else { throw Unreadable(reason: Self.reason(errno)) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let chunk = [UInt8](unsafeUninitializedCapacity: min(1 << 16, limit - bytes.count)) {
                buffer, count in
                count = fread(buffer.baseAddress, 1, buffer.count, file)
            }
            if chunk.isEmpty { break }
            bytes += chunk
        }
        guard ferror(file) == 0 else { throw Unreadable(reason: Self.reason(errno)) }
        return bytes
    }

    /// The system's words for an error number.
    static func reason(_ number: Int32) -> String {
        strerror(number).map { String(cString: $0) } ?? "error \(number)"
    }
}
