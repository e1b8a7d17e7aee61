// SPDX-License-Identifier: Apache-2.0

/// The record that `:next` goes to.
enum RecordGoal {
    /// The next one.
    case any
    /// The next one that is not valid.
    case failing
    /// The next one with a finding of this code, or of this rule.
    case code(String)
    /// The one with this number, from 1.
    case record(Int)

    var isAny: Bool { if case .any = self { true } else { false } }
}
