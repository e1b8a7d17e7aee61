// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Where `validate` writes records and what it remembers.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: ArgumentHelp(
            "Where findings are written; standard output if left out.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp("Where valid records are written, as they are.", valueName: "file"),
        completion: .file())
    var valid: String?

    @Option(
        help: ArgumentHelp("Where invalid records are written, as they are.", valueName: "file"),
        completion: .file())
    var invalid: String?

    @Option(
        help: ArgumentHelp(
            "Where the place is noted every so often from which --resume goes on.",
            valueName: "file"),
        completion: .file())
    var checkpoint: String?

    @Flag(help: "Go on where the run of the checkpoint was ended.")
    var resume = false

    @Option(help: "Show how far it is on standard error; auto: if that is a terminal.")
    var progress = ProgressChoice.auto

    func validate() throws {
        if resume, checkpoint == nil { throw ValidationError("--resume needs --checkpoint") }
        for (option, path) in [
            ("--output", output), ("--valid", valid), ("--invalid", invalid),
            ("--checkpoint", checkpoint),
        ] where path == "-" || path == "" {
            throw ValidationError("\(option) takes the name of a file, not '\(path ?? "")'")
        }
    }
}

/// When the progress of a run is shown.
enum ProgressChoice: String, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never
}
