// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import Glibc

/// When `validate` ends, and what its exit status says.
struct LimitOptions: ParsableArguments {
    @Option(
        name: [.customShort("j", allowingJoined: true), .long],
        help: "Threads, 1 to 256; by default up to 4.")
    var jobs: Int?

    @Option(help: "End behind this many errors and faults, at least 1.")
    var maxErrors: Int?

    @Flag(help: "End behind the first error or fault.")
    var failFast = false

    @Option(help: "More warnings than this many make the exit status 1.")
    var maxWarnings: Int?

    @Option(help: "Read this many records of all inputs together, at least 1.")
    var limit: Int?

    @Option(help: "Steps of one search of a pattern, at least 1; more is undecided.")
    var matchLimit: UInt32?

    @Option(help: "Longest text that a pattern searches, in bytes; a longer one is undecided.")
    var subjectLimit: Int?

    @Flag(help: "End with status 0 where findings would make it 1.")
    var exitZero = false

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) {
            throw ValidationError("--jobs takes a number from 1 to 256, not \(jobs)")
        }
        try Self.check("--max-errors", maxErrors, from: 1)
        try Self.check("--max-warnings", maxWarnings, from: 0)
        try Self.check("--limit", limit, from: 1)
        if matchLimit == 0 { throw ValidationError("--match-limit takes a number from 1, not 0") }
        try Self.check("--subject-limit", subjectLimit, from: 1)
        if failFast, maxErrors != nil {
            throw ValidationError("--fail-fast is --max-errors 1. Give one of the two")
        }
    }

    private static func check(_ option: String, _ number: Int?, from least: Int) throws {
        guard let number, number < least else { return }
        throw ValidationError("\(option) takes a number from \(least), not \(number)")
    }

    var threadCount: Int { jobs ?? Self.defaultJobs }

    /// What one search of a pattern may cost.
    var patternLimits: PatternLimits {
        var limits = matchLimit.map { PatternLimits.exactly($0) } ?? PatternLimits()
        if let subjectLimit { limits.subject = subjectLimit }
        return limits
    }

    /// Nil: all.
    var maximumErrors: Int? { failFast ? 1 : maxErrors }

    /// The processors of the machine, at most four: memory grows with every thread.
    private static var defaultJobs: Int {
        min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
}
