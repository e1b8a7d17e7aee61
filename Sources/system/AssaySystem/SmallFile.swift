// SPDX-License-Identifier: Apache-2.0

/// Files that fit in memory.
package enum SmallFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: At most so many bytes are read; with one more than is allowed, the caller sees
    ///     that a file is too large.
    /// - Returns: Its bytes.
    /// - Throws: The error of the system.
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor(reading: path)
        return try file.readAll(limit: limit)
    }

    /// Writes a file that must not exist; after an error there is none.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its contents.
    ///   - mode: Its permissions, less the umask.
    /// - Throws: The error of the system.
    package static func create(
        _ path: String, contents bytes: some Sequence<UInt8>, mode: UInt32
    ) throws(SystemError) {
        let file = try FileDescriptor(creating: path, mode: mode)
        do throws(SystemError) {
            try file.write(bytes)
            try file.synchronize()
        } catch {
            try? FileSystem.remove(path)
            throw error
        }
    }
}
