// SPDX-License-Identifier: Apache-2.0
public import AssayCore

/// What one check says about a plugin.
public enum CheckVerdict: Sendable, Equatable {
    case passed
    /// At least one finding, in the order in which they were found.
    case failed([CheckFinding])
    /// Nothing of the plugin can be checked so, and why.
    case notApplicable(String)

    /// The name in JSON.
    public var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notApplicable: "notApplicable"
        }
    }
}

/// The outcome of one check.
public struct CheckResult: Sendable, Equatable {
    /// Stable, for `--only` and for programs that read reports.
    public let name: String
    /// What holds if the check passes.
    public let summary: String
    public let verdict: CheckVerdict
    /// What an author should know and what is no failure.
    public let warnings: [CheckFinding]
    public let figures: [CheckFigure]

    public var findings: [CheckFinding] {
        if case .failed(let findings) = verdict { findings } else { [] }
    }
}

/// What the checker says about a plugin.
public struct CheckReport: Sendable, Equatable {
    /// The path as it was given.
    public let path: String
    public let id: String
    public let version: String
    /// Replays every value that was made at random.
    public let seed: UInt64
    public let isQuick: Bool
    /// The plugin's settings, an object or absent.
    public let configuration: Value
    /// In the order in which they ran.
    public let results: [CheckResult]

    /// Whether no check failed.
    public var passed: Bool { results.allSatisfy { $0.findings.isEmpty } }

    /// The command that runs one check again with the same values.
    func replay(_ result: CheckResult) -> String {
        var command = "ruleshell plugin check \(Self.quoted(path)) --seed \(seed)"
        if isQuick { command += " --quick" }
        if configuration != .absent {
            command += " --configuration \(Self.quoted(configuration.json))"
        }
        return command + " --only \(result.name)"
    }

    /// A word of a shell.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#) + "'"
    }
}
