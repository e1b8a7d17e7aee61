// SPDX-License-Identifier: Apache-2.0

/// How ruleshell ends.
enum ExitStatus: Int32 {
    case valid = 0
    case findings = 1
    /// A usage, rule set or plugin error, and output that cannot be written.
    case unusable = 2
    case unreadable = 3
    case interrupted = 130
}
