// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The files that the jobs of a file write.
///
/// If two jobs write the same file, the second one would destroy the output of the first.
struct JobOutputs {
    /// The identity of a file, which can have many names.
    private enum Place: Hashable {
        case file(FileNode)
        /// A name in a directory, for a file that is not there yet.
        case entry(FileNode, String)
        /// A path without dots, if there is no directory either.
        case path(String)
    }

    /// The options that name a file to write.
    private static let options = [
        "output", "summary", "html", "valid", "invalid", "invalid-with-reasons", "checkpoint",
        "write-baseline",
    ]

    /// The directory that paths are relative to.
    private let folder: String
    private var writers: [Place: (job: String, option: String)] = [:]

    init(folder: String) {
        self.folder = folder
    }

    /// Adds what a job writes.
    ///
    /// - Returns: A message for each file that an earlier job or another option of this job writes.
    mutating func add(_ job: Job) -> [String] {
        var messages: [String] = []
        for option in Self.options {
            for value in job.values(of: option) where value != "-" {
                let isReport = option == "output"
                let path = isReport ? (try? ReportTarget.read(value))?.path ?? value : value
                guard let place = place(of: path) else { continue }
                guard let other = writers[place] else {
                    writers[place] = (job.name, option)
                    continue
                }
                messages.append(
                    other.job == job.name
                        ? "the job '\(job.name)' writes '\(path)' twice: with \(other.option) and "
                            + "with \(option)"
                        : "the jobs '\(other.job)' and '\(job.name)' both write '\(path)'")
            }
        }
        return messages
    }

    /// Returns the identity of a file, or `nil` for terminals, pipes and other files in which
    /// nothing is overwritten.
    private func place(of path: String) -> Place? {
        let path = path.hasPrefix("/") ? path : FileSystem.path(of: path, in: folder)
        if let node = FileNode(path: path) { return .file(node) }
        guard !FileSystem.exists(path) else { return nil }
        let parts = Self.parts(of: path)
        let directory = FileSystem.directory(of: path)
        if let node = FileNode(path: directory), let name = parts.last, name != ".." {
            return .entry(node, name)
        }
        return .path((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
    }

    private static func parts(of path: String) -> [String] {
        var parts: [String] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts
    }
}
