// SPDX-License-Identifier: Apache-2.0
import Assay

/// A file of cases.
enum CaseFile {
    /// Larger files are refused.
    private static let maximumBytes = 1 << 30

    /// The lines of a file.
    static func lines(of path: String) throws(Diagnostic) -> [String] {
        let bytes: [UInt8]
        do throws(SmallFile.Unreadable) {
            bytes = try SmallFile.read(path, limit: maximumBytes)
        } catch {
            throw Diagnostic(
                "input.unreadable", "cannot read '\(path)': \(error.reason)",
                help: "name a file that exists and may be read")
        }
        return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
