// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// A file for findings, as `-o` names it: `report.sarif`, or `sarif:report.sarif`.
struct ReportTarget {
    /// The format, or `nil` for that of `--format`.
    let format: FormatName?
    let path: String
    /// The argument as it was given.
    let text: String

    /// Reads an argument, in which a word before a colon is a format.
    static func read(_ argument: String) throws -> ReportTarget {
        let word = String(argument.prefix { $0.isLetter })
        let rest = argument.dropFirst(word.count)
        guard !word.isEmpty, rest.hasPrefix(":") else {
            return ReportTarget(format: nil, path: argument, text: argument)
        }
        guard let format = FormatName(rawValue: word) else {
            let near = nearestName(to: word, in: FormatName.allCases.map(\.rawValue))
            throw ValidationError(
                "there is no format '\(word)'. "
                    + (near.map { "Did you mean '\($0):\(rest.dropFirst())'?" }
                        ?? "Write './\(argument)' for a file of this name"))
        }
        return ReportTarget(format: format, path: String(rest.dropFirst()), text: argument)
    }
}

/// The outputs for findings, each with its format.
struct ReportTargets {
    /// The formats and paths of the outputs; a path that is `nil` is standard output.
    let all: [(format: FormatName, path: String?)]

    /// Creates the outputs.
    ///
    /// - Parameters:
    ///   - targets: The targets of `--output`.
    ///   - format: The format of `--format`, for targets without one, or `nil` if it is not given.
    init(_ targets: [ReportTarget], format: FormatName?) {
        let files = targets.map { (format: $0.format ?? format ?? .full, path: Optional($0.path)) }
        // A format that is given and that no file takes is for standard output.
        let isTaken = targets.contains { $0.format == nil } || (format == nil && !targets.isEmpty)
        all = files + (isTaken ? [] : [(format: format ?? .full, path: nil)])
    }
}
