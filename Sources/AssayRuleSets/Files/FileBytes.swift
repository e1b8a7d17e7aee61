// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Glibc

/// The bytes of a small file.
enum FileBytes {
    /// Reads a file, at most one byte more than `limit`, so that the caller sees that it is larger.
    static func read(_ path: String, limit: Int) throws(RuleSetError) -> [UInt8] {
        guard let file = fopen(path, "rbe") else { throw failure(path, errno) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let chunk = [UInt8](unsafeUninitializedCapacity: min(65536, limit + 1 - bytes.count)) {
                buffer, count in
                count = fread(buffer.baseAddress, 1, buffer.count, file)
            }
            bytes += chunk
            if chunk.isEmpty { break }
        }
        guard ferror(file) == 0 else { throw failure(path, errno) }
        return bytes
    }

    private static func failure(_ path: String, _ number: Int32) -> RuleSetError {
        RuleSetError([
            RuleSetIssue(
                code: "ruleSet.file",
                message: "\(path) cannot be read: \(String(cString: strerror(number)))")
        ])
    }
}
