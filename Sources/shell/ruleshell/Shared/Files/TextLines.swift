// SPDX-License-Identifier: Apache-2.0
import Assay
import AssaySystem

/// The lines of a file of text.
enum TextLines {
    /// Reads a file, which has at most `limit` bytes.
    static func read(_ path: String, limit: Int) throws(Diagnostic) -> [String] {
        do throws(SystemError) {
            let bytes = try SmallFile.read(path, limit: limit + 1)
            guard bytes.count <= limit else { throw .fileTooLarge }
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines.map { line in
                String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
        } catch {
            throw Diagnostic(
                "input.unreadable", "cannot read '\(path)': \(error)",
                help: "name a file that exists and may be read")
        }
    }
}
