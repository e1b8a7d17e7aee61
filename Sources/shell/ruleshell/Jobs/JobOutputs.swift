// SPDX-License-Identifier: Apache-2.0
import AssaySystem

/// The files that the jobs of a file write.
///
/// If two jobs write the same file, the second one would destroy the output of the first.
struct JobOutputs {
    /// The options that name a file to write.
    private static let options = [
        "output", "summary", "html", "valid", "invalid", "invalid-with-reasons", "checkpoint",
        "write-baseline",
    ]

    /// The directory that paths are relative to.
    private let folder: String
    private var writers: [FilePlace: (job: String, option: String)] = [:]

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
                guard let place = FilePlace(path, in: folder) else { continue }
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
}
