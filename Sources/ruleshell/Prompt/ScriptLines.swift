// SPDX-License-Identifier: Apache-2.0
import Assay

/// The lines of a file that `:read` runs.
enum ScriptLines {
    private static let maximumBytes = 16 << 20

    static func lines(of path: String) throws(Diagnostic) -> [String] {
        do throws(SmallFile.Unreadable) {
            let bytes = try SmallFile.read(path, limit: maximumBytes)
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            return lines.map { line in
                String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
        } catch {
            throw Diagnostic(
                "input.unreadable", "cannot read '\(path)': \(error.reason)",
                help: "name a file that exists and may be read")
        }
    }
}
