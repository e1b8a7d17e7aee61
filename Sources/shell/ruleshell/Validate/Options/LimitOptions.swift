// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssayRegex
import AssaySystem

/// The options of `validate` that limit a run and change its exit status.
struct LimitOptions: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "Number of threads, 1 to 256; by default up to 4.")
    var jobs: Int?

    @Option(help: "Stop after this many errors and faults.")
    var maxErrors: Int?

    @Option(help: "Exit with status 1 if there are more warnings than this.")
    var maxWarnings: Int?

    @Flag(help: "Exit with status 1 if there is a warning.")
    var strict = false

    @Option(
        help:
            "Exit with status 3 if fewer records are read; by default, reading none is only a warning."
    )
    var minRecords: Int?

    @Option(help: "Read at most this many records in all.")
    var limit: Int?

    @Option(help: "Maximum number of steps of one pattern search.")
    var matchLimit: UInt32?

    @Option(help: "Maximum length of a text that a pattern searches, in bytes.")
    var subjectLimit: Int?

    @Flag(help: "Exit with status 0 instead of 1 if there are findings.")
    var exitZero = false

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 256, not \(jobs)")
        }
        try Self.check("--max-errors", number: maxErrors, from: 1)
        try Self.check("--max-warnings", number: maxWarnings, from: 0)
        try Self.check("--limit", number: limit, from: 1)
        try Self.check("--min-records", number: minRecords, from: 0)
        if let minRecords, let limit, minRecords > limit {
            throw ValidationError(
                "--min-records \(minRecords) is more than --limit \(limit) allows to read. Lower "
                    + "--min-records, or raise --limit")
        }
        if strict, maxWarnings != nil {
            throw ValidationError("--strict means --max-warnings 0. Give one of the two")
        }
        if matchLimit == 0 { throw ValidationError("--match-limit takes a number from 1, not 0") }
        try Self.check("--subject-limit", number: subjectLimit, from: 1)
    }

    private static func check(_ option: String, number: Int?, from least: Int) throws {
        guard let number, number < least else { return }
        throw ValidationError("\(option) takes a number from \(least), not \(number)")
    }

    var threadCount: Int { jobs ?? Self.defaultJobs }

    /// The limits of one pattern search.
    var patternLimits: PatternLimits {
        var limits = matchLimit.map { PatternLimits.exactly($0) } ?? PatternLimits()
        if let subjectLimit { limits.subject = subjectLimit }
        return limits
    }

    /// The number of warnings that leaves the exit status as it is, or `nil` for any number.
    var maximumWarnings: Int? { strict ? 0 : maxWarnings }

    /// The processors of the machine, at most four: memory grows with every thread.
    static var defaultJobs: Int {
        min(4, CurrentProcess.processorCount)
    }
}
