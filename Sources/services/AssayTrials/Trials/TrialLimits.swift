// SPDX-License-Identifier: Apache-2.0

/// The limits of a trial, so that one trial cannot harm the other work of the process.
public struct TrialLimits: Sendable {
    /// The longest rule set, in bytes of UTF-8.
    public var maximumRuleBytes = 64 << 10
    /// The most rules of a rule set, those in arguments and conditions included.
    public var maximumRules = 300
    /// The longest data, in bytes of UTF-8.
    public var maximumDataBytes = 256 << 10
    /// The most records of the data that are validated.
    public var maximumRecords = 1000
    /// The most findings that are listed; further ones are counted.
    public var maximumFindings = 500
    /// The most rules of one record whose outcome is explained.
    public var maximumExplained = 500
    /// The time of a trial.
    ///
    /// Rules that have not decided by then are undecided.
    public var timeout: Duration = .seconds(1)

    /// The longest request, in bytes: both texts with every byte escaped, and what is beside them.
    public var maximumRequestBytes: Int { 6 * (maximumRuleBytes + maximumDataBytes) + 4096 }

    /// The limits of a server that others use at the same time.
    public init() {}
}
