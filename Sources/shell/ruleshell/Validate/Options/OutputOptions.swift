// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The options of `validate` for the outputs of findings, records, checkpoints and progress.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Write findings to a file instead of standard output; repeatable, with a format each.",
            valueName: "[format:]file"),
        completion: .file(), transform: ReportTarget.read)
    var output: [ReportTarget] = []

    @Option(
        help: ArgumentHelp("Write valid records to this file, unchanged.", valueName: "file"),
        completion: .file())
    var valid: String?

    @Option(
        help: ArgumentHelp("Write invalid records to this file, unchanged.", valueName: "file"),
        completion: .file())
    var invalid: String?

    @Option(
        help: ArgumentHelp(
            "Write invalid records to this file, each with its findings.", valueName: "file"),
        completion: .file())
    var invalidWithReasons: String?

    @Flag(help: "Count records with failures within a tolerance as invalid in these files.")
    var strictSplit = false

    @Option(
        help: ArgumentHelp(
            "File that records progress, for --resume.",
            valueName: "file"),
        completion: .file())
    var checkpoint: String?

    @Flag(help: "Continue the run that wrote the checkpoint.")
    var resume = false

    @Option(help: "Show progress on standard error; auto: if it is a terminal.")
    var progress = ProgressChoice.auto

    /// Returns the path of a file of records, or `nil` if it is not wanted.
    func path(of file: RecordFile) -> String? {
        switch file {
        case .valid: valid
        case .invalid: invalid
        case .invalidWithReasons: invalidWithReasons
        }
    }

    func validate() throws {
        if resume, checkpoint == nil { throw ValidationError("--resume needs --checkpoint") }
        if strictSplit, RecordFile.allCases.allSatisfy({ path(of: $0) == nil }) {
            throw ValidationError(
                "--strict-split needs --valid, --invalid or --invalid-with-reasons")
        }
        let findings = output.map { ("--output", Optional($0.path)) }
        let records = RecordFile.allCases.map { ($0.option, path(of: $0)) }
        for (option, path) in findings + records + [("--checkpoint", checkpoint)]
        where path == "-" || path == "" {
            throw ValidationError("\(option) takes the name of a file, not '\(path ?? "")'")
        }
    }
}

/// A file that records of a run are written to.
enum RecordFile: Int, CaseIterable, Sendable {
    case valid
    case invalid
    case invalidWithReasons

    /// The option that names the file.
    var option: String {
        switch self {
        case .valid: "--valid"
        case .invalid: "--invalid"
        case .invalidWithReasons: "--invalid-with-reasons"
        }
    }

    /// `true` if the file has the invalid records.
    var isOfInvalid: Bool { self != .valid }
}

/// The condition under which the progress of a run is shown.
enum ProgressChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
}
