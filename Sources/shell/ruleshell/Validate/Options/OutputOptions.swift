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
            "File that records progress, for --resume.",
            valueName: "file"),
        completion: .file())
    var checkpoint: String?

    @Flag(help: "Continue the run that wrote the checkpoint.")
    var resume = false

    @Option(help: "Show progress on standard error; auto: if it is a terminal.")
    var progress = ProgressChoice.auto

    func validate() throws {
        if resume, checkpoint == nil { throw ValidationError("--resume needs --checkpoint") }
        let findings = output.map { ("--output", Optional($0.path)) }
        for (option, path) in findings + [
            ("--valid", valid), ("--invalid", invalid), ("--checkpoint", checkpoint),
        ] where path == "-" || path == "" {
            throw ValidationError("\(option) takes the name of a file, not '\(path ?? "")'")
        }
    }
}

/// The condition under which the progress of a run is shown.
enum ProgressChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
}
