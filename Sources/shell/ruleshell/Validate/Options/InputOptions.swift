// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay

/// The form of the inputs of `validate`.
struct InputOptions: ParsableArguments {
    @Option(
        help: "Format of the inputs; auto detects it from the file name, then from the first bytes."
    )
    var inputFormat = InputFormatName.auto

    @Option(help: "Compression of the inputs; auto detects it from the first bytes.")
    var compression = InputCompression.auto

    @Option(help: "Encoding of the inputs.")
    var encoding = InputEncoding.utf8

    @Option(
        help: ArgumentHelp(
            "Field separator of CSV inputs, or tab; by default detected among , ; | and tab.",
            valueName: "c"),
        transform: Delimiter.read)
    var delimiter: Delimiter?

    @OptionGroup var dialect: DialectOptions

    @Flag(help: "Read the first line of CSV inputs as a record.")
    var noHeader = false

    @Flag(help: "Validate CSV and Arrow inputs that lack columns of the rule set.")
    var allowMissingColumns = false

    func validate() throws {
        if let problem = dialect.csv.problem(delimiter: delimiter?.byte) {
            throw ValidationError("the options for CSV contradict one another: \(problem)")
        }
        if inputFormat == .arrow, encoding != .utf8 {
            throw ValidationError(
                "--encoding is for text, and --input-format is \(inputFormat.rawValue)")
        }
        guard inputFormat != .auto, inputFormat != .csv else { return }
        let options =
            [
                ("--delimiter", delimiter != nil), ("--no-header", noHeader),
                ("--allow-missing-columns", allowMissingColumns && inputFormat != .arrow),
            ] + dialect.given.map { ($0.name, true) }
        for (option, isGiven) in options where isGiven {
            throw ValidationError(
                "\(option) is for CSV, and --input-format is \(inputFormat.rawValue)")
        }
    }

    /// The inputs with these names.
    func inputs(_ names: [String]) -> RunInputs {
        var options = ReaderOptions()
        options.format = inputFormat.format
        options.delimiter = delimiter?.byte
        options.csv = dialect.csv
        options.hasHeader = !noHeader
        options.allowsMissingColumns = allowMissingColumns
        return RunInputs(
            names: names, compression: compression, encoding: encoding, options: options)
    }
}

extension InputCompression: ExpressibleByArgument {}
extension InputEncoding: ExpressibleByArgument {
    init?(argument: String) { self.init(named: argument) }
}

/// The input formats by the names of the option.
enum InputFormatName: String, CaseIterable, ExpressibleByArgument {
    case auto
    case ndjson
    case json
    case csv
    case arrow

    /// The format, or `nil` for `auto`.
    var format: InputFormat? { InputFormat(rawValue: rawValue) }
}

/// A delimiter of CSV: one ASCII character, or the word `tab`.
struct Delimiter {
    let byte: UInt8

    init(_ byte: UInt8) {
        self.byte = byte
    }

    /// The delimiter in words: `','`, or `tabs`.
    var words: String {
        byte == 0x09 ? "tabs" : "'\(Character(Unicode.Scalar(byte)))'"
    }

    static func read(_ argument: String) throws -> Delimiter {
        guard let byte = ReaderOptions.delimiter(named: argument) else {
            throw ValidationError(
                "not a delimiter. Give one ASCII character, such as ';', or the word tab")
        }
        return Delimiter(byte)
    }
}
