// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The verdict of one check on a plugin.
package enum CheckVerdict: Sendable, Equatable {
    case passed
    /// At least one finding, in the order in which they were found.
    case failed([CheckFinding])
    /// The check does not apply to the plugin, for this reason.
    case notApplicable(String)

    /// The name in JSON.
    package var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notApplicable: "notApplicable"
        }
    }
}

/// The outcome of one check.
package struct CheckResult: Sendable, Equatable {
    /// Stable, for `--only` and for programs that read reports.
    package let name: String
    /// The statement that is true if the check passes.
    package let summary: String
    package let verdict: CheckVerdict
    /// Notes for the author that are no failures.
    package let warnings: [CheckFinding]
    package let figures: [CheckFigure]

    package var findings: [CheckFinding] {
        if case .failed(let findings) = verdict { findings } else { [] }
    }
}

/// The report of the checker on a plugin.
package struct CheckReport: Sendable, Equatable {
    /// The path as it was given.
    package let path: String
    package let id: String
    package let version: String
    /// The seed that makes all random values again.
    package let seed: UInt64
    package let isQuick: Bool
    /// The id of the only rule that was checked, or `nil` if all were.
    package let rule: String?
    /// The plugin's settings, an object or absent.
    package let configuration: Value
    /// The results of the checks, in the order in which they ran.
    package let results: [CheckResult]
    /// The system calls that failed in the jail, each once, which a good plugin copes with.
    package let deniedCalls: [String]

    /// `true` if no check failed.
    package var passed: Bool { results.allSatisfy { $0.findings.isEmpty } }

    /// The command that runs one check again with the same values.
    func replay(of result: CheckResult) -> String {
        var command = "ruleshell plugin check \(Self.quoted(path)) --seed \(seed)"
        if isQuick { command += " --quick" }
        if configuration != .absent {
            command += " --configuration \(Self.quoted(configuration.json))"
        }
        if let rule { command += " --filter \(rule)" }
        return command + " --only \(result.name)"
    }

    /// A word of a shell.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#) + "'"
    }
}
