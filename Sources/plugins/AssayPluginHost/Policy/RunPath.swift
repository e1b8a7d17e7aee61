// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// The directories in which the loader looks for what a library needs before it looks in those of
/// the system (DT_RPATH, DT_RUNPATH).
struct RunPath {
    /// One directory.
    struct Entry {
        /// The entry as it is written.
        let text: String
        /// An absolute path; it need not exist.
        let directory: String
    }

    let entries: [Entry]

    /// - Parameters:
    ///   - texts: The entries as they are written.
    ///   - library: The library that has these entries.
    ///   - origin: The directory that the loader puts in the place of `$ORIGIN`.
    ///   - allowsRelative: `true` if entries may be relative to the working directory.
    /// - Throws: An error of stage policy for an entry that is not allowed or whose directory is
    ///   unknown.
    init(
        _ texts: [String], of library: String, origin: String, allowsRelative: Bool
    ) throws(StageError) {
        var entries: [Entry] = []
        for text in texts {
            let directory = text.isEmpty ? "." : Self.expand(text, origin: origin)
            guard !directory.contains("$") else {
                throw Self.error(
                    "the entry '\(oneLine(text))' with an unknown variable", library: library)
            }
            guard directory.hasPrefix("/") || allowsRelative else {
                let entry =
                    text.isEmpty
                    ? "an empty entry, the working directory,"
                    : "the entry '\(oneLine(text))', relative to the working directory,"
                throw Self.error(entry, library: library)
            }
            entries.append(Entry(text: text, directory: directory))
        }
        self.entries = entries
    }

    /// A path in which `$ORIGIN` is replaced.
    static func expand(_ text: String, origin: String) -> String {
        text.replacing(bytesOf: "${ORIGIN}", with: origin)
            .replacing(bytesOf: "$ORIGIN", with: origin)
    }

    private static func error(_ entry: String, library: String) -> StageError {
        StageError(
            .policy, found: "\(entry) in the run path of '\(oneLine(library))'",
            expected: "absolute paths of directories",
            remedy: "link it with the absolute path in -rpath, or without a run path")
    }
}
