// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
@_spi(Engine) import Assay
import AssayDataSets
import AssaySystem

/// The options of `validate` for rules about the records of the whole data set.
struct DataSetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File of a source that rules about records name; repeatable.", valueName: "name=file"),
        completion: .file(), transform: SourceArgument.read)
    var source: [SourceArgument] = []

    @Option(
        help: ArgumentHelp(
            "Directory for scratch files of rules about records; by default $TMPDIR, or /tmp.",
            valueName: "directory"),
        completion: .directory)
    var scratch: String?

    @Option(
        help: ArgumentHelp(
            "Directory for a copy of standard input, which rules about records may read twice.",
            valueName: "directory"),
        completion: .directory)
    var spool: String?

    @Option(
        help: ArgumentHelp(
            "Memory that rules about records use before they write scratch files; by default 16M.",
            valueName: "size"),
        transform: ByteSize.read)
    var scratchMemory: ByteSize?

    @Option(
        help: ArgumentHelp(
            "Maximum size of all scratch files, such as 20G; by default no limit.",
            valueName: "size"),
        transform: ByteSize.read)
    var limitScratch: ByteSize?

    func validate() throws {
        for case (let option, let path?) in [("--scratch", scratch), ("--spool", spool)] {
            guard (try? FileStatus(path: path, followsLink: true))?.kind != .directory else {
                continue
            }
            throw ValidationError(
                "\(option) takes a directory, and '\(path)' is not one. Create it, or name another")
        }
        if let scratchMemory, scratchMemory.bytes < Self.leastMemory {
            throw ValidationError(
                "--scratch-memory takes a size from 1M, not \(scratchMemory.text)")
        }
        var names: Set<String> = []
        for argument in source where !names.insert(argument.name).inserted {
            throw ValidationError(
                "--source gives two files for '\(argument.name)'. A source has one file")
        }
    }

    private static let leastMemory = 1 << 20

    /// Creates the checks across records of a run, or returns `nil` if a plan has none that a filter includes.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - filter: The filter of findings, or `nil` to report all.
    ///   - threadCount: The number of threads of the run.
    ///   - path: The checkpoint of the run, or `nil` if it has none.
    ///   - checkpoint: The checkpoint to continue from, or `nil` to begin at the start.
    /// - Returns: The checks, or `nil` if there are none.
    /// - Throws: A diagnostic if the run cannot continue.
    func run(
        _ plan: ValidationPlan, filter: CodeFilter?, threadCount: Int, beside path: String?,
        from checkpoint: Checkpoint?
    ) throws(Diagnostic) -> DataSetRun? {
        let isWanted = plan.recordsRules.contains { $0.isSelected(by: filter) }
        guard isWanted else { return nil }
        var settings = DataSetSettings()
        settings.scratchDirectory = scratch
        settings.workers = threadCount
        if let scratchMemory { settings.scratchMemory = scratchMemory.bytes }
        settings.scratchLimit = limitScratch?.bytes
        settings.namedFiles = path.map { $0 + ".scratch" }
        guard let saved = checkpoint?.dataSet else {
            return DataSetRun(plan, settings: settings, filter: filter)
        }
        return try DataSetRun(plan, settings: settings, filter: filter, saved: saved)
    }

    /// Rejects options that are about rules that the rule set does not have.
    func checkUnused(in plan: ValidationPlan) throws(Diagnostic) {
        let options = [
            ("--source", !source.isEmpty), ("--scratch", scratch != nil), ("--spool", spool != nil),
            ("--scratch-memory", scratchMemory != nil), ("--limit-scratch", limitScratch != nil),
        ]
        for (option, isGiven) in options where isGiven {
            throw Diagnostic(
                "usage",
                plan.recordsRules.isEmpty
                    ? "\(option) is for rules under 'records', and the rule set has none"
                    : "\(option) is for rules under 'records', and the filter leaves out all of them",
                help: "leave the option out")
        }
    }
}

/// The file of a source: `customers=customers.csv`.
struct SourceArgument {
    let name: String
    let path: String

    static func read(_ argument: String) throws -> SourceArgument {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex,
            argument.index(after: sign) < argument.endIndex
        else {
            throw ValidationError(
                "not a source. Give its name and its file, such as customers=customers.csv")
        }
        let path = String(argument[argument.index(after: sign)...])
        guard path != "-" else {
            throw ValidationError("a source is a file, not standard input. Name a file")
        }
        return SourceArgument(name: String(argument[..<sign]), path: path)
    }
}

/// A number of bytes: `4096`, `16M`, `2G`.
struct ByteSize {
    let bytes: Int
    /// The argument as it was given.
    let text: String

    private static let units: [(letter: Character, shift: Int)] = [
        ("K", 10), ("M", 20), ("G", 30), ("T", 40),
    ]

    static func read(_ argument: String) throws -> ByteSize {
        let unit = units.first { $0.letter == argument.last?.uppercased().first }
        let digits = unit == nil ? argument[...] : argument.dropLast()
        guard digits.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(digits), number > 0,
            case let (bytes, overflow) = number.multipliedReportingOverflow(
                by: 1 << (unit?.shift ?? 0)),
            !overflow
        else {
            throw ValidationError(
                "not a size. Give a number of bytes, or one with K, M, G or T, such as 64M")
        }
        return ByteSize(bytes: bytes, text: argument)
    }
}
