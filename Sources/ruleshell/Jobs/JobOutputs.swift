// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The files that the jobs of a file write: what two of them write, the second one would destroy.
struct JobOutputs {
    /// A file by what it is, since it has many names.
    private enum Place: Hashable {
        case file(FileNode)
        /// A name in a directory, for a file that is not there yet.
        case entry(FileNode, String)
        /// Without dots, where there is no directory either.
        case path(String)
    }

    /// The options that name a file to write.
    private static let options = [
        "output", "summary", "html", "valid", "invalid", "checkpoint", "write-baseline",
    ]

    /// Paths are relative to it.
    private let folder: String
    private var writers: [Place: (job: String, option: String)] = [:]

    init(folder: String) {
        self.folder = folder
    }

    /// Notes what a job writes.
    ///
    /// - Returns: What it shares with a job before, or with another option of its own.
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

    /// Nil for terminals, pipes and the like, in which nothing is overwritten.
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
