// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// How the inputs of `validate` are written.
struct InputOptions: ParsableArguments {
    @Option(help: "How the records are written; auto: by the file's name, then by its first bytes.")
    var inputFormat = InputFormatName.auto

    @Option(help: "How the inputs are packed; auto: by their first bytes.")
    var compression = Compression.auto

    @Option(
        help: ArgumentHelp(
            "What stands between the cells of a CSV input, or tab; a comma if left out.",
            valueName: "c"),
        transform: Delimiter.read)
    var delimiter: Delimiter?

    @Flag(help: "CSV begins with a record; its cells are the fields 1, 2 and so on.")
    var noHeader = false

    func validate() throws {
        guard inputFormat == .ndjson || inputFormat == .json else { return }
        for (option, isGiven) in [("--delimiter", delimiter != nil), ("--no-header", noHeader)]
        where isGiven {
            throw ValidationError(
                "\(option) is for CSV, and --input-format is \(inputFormat.rawValue)")
        }
    }

    /// The inputs with these names.
    func inputs(_ names: [String]) -> RunInputs {
        var options = ReaderOptions()
        options.format = inputFormat.format
        options.delimiter = (delimiter ?? .comma).byte
        options.hasHeader = !noHeader
        return RunInputs(names: names, compression: compression, options: options)
    }
}

extension Compression: ExpressibleByArgument {}
