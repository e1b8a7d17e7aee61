// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What a run writes and where.
struct OutputSettings: Sendable {
    var format: FormatName
    var summary: SummaryTarget
    /// Nil: all.
    var maximumErrors: Int?
    /// The key and id of every rule of the plan.
    var rules: [(key: String, rule: String)]
}

extension FormatName {
    /// The format gets a line with the totals on standard error.
    var isForPeople: Bool { self == .full || self == .concise }
}

/// Where the summary goes.
enum SummaryTarget: Sendable {
    case none
    case standardOutput
    case file(SummaryFile)

    /// Opens what `--summary` names, before anything is read.
    init(_ name: String?) throws(Diagnostic) {
        switch name {
        case nil: self = .none
        case "-": self = .standardOutput
        case let path?: self = .file(try SummaryFile(path: path))
        }
    }
}

/// A file for the summary, open while the run lasts.
final class SummaryFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Creates or empties the file.
    init(path: String) throws(Diagnostic) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .unwritable("'\(path)'", errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes the summary.
    ///
    /// - Returns: What went wrong, or nil.
    func write(_ bytes: [UInt8]) -> Diagnostic? {
        let error = bytes.withUnsafeBytes { OutputDescriptor(number: descriptor).write($0) }
        return error == 0 ? nil : .unwritable("'\(path)'", error)
    }
}
