// SPDX-License-Identifier: Apache-2.0

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
    /// In the order in which they ran.
    public let results: [CheckResult]

    /// Whether no check failed.
    public var passed: Bool { results.allSatisfy { $0.findings.isEmpty } }

    /// The command that runs one check again with the same values.
    func replay(_ result: CheckResult) -> String {
        "ruleshell plugin check '\(path)' --seed \(seed)" + (isQuick ? " --quick" : "")
            + " --only \(result.name)"
    }
}
