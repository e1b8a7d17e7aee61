// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// The decision of one rule about one value: pass, fail, skip or undecided.
@frozen
public struct Verdict: Sendable, Equatable {
    /// The status in the low byte, the code or reason above it.
    @usableFromInline let bits: UInt32

    @inlinable
    init(bits: UInt32) {
        self.bits = bits
    }

    /// The value meets the rule.
    @inlinable
    public static var pass: Verdict { Verdict(bits: ASSAY_PASS) }

    /// The rule does not apply to the value.
    @inlinable
    public static var skip: Verdict { Verdict(bits: ASSAY_SKIP) }

    /// The value violates the rule.
    ///
    /// - Parameter code: One of the definition's codes.
    /// - Returns: A failure with this code.
    @inlinable
    public static func fail(_ code: some RuleCodes) -> Verdict {
        .fail(code.index)
    }

    /// Passes if the condition is true, else fails.
    ///
    /// - Parameters:
    ///   - condition: `true` if the value meets the rule.
    ///   - code: One of the definition's codes, for a failure.
    /// - Returns: The verdict.
    @inlinable
    public static func pass(if condition: Bool, else code: some RuleCodes) -> Verdict {
        condition ? .pass : .fail(code)
    }

    /// The value breaks the rule; `code` is an index into the definition's codes.
    @inlinable
    package static func fail(_ code: Int = 0) -> Verdict {
        Verdict(bits: ASSAY_FAIL | UInt32(truncatingIfNeeded: code) << 8)
    }

    /// Passes if the condition holds, else fails with the code at an index, by default the first.
    @inlinable
    package static func pass(if condition: Bool, else code: Int = 0) -> Verdict {
        condition ? .pass : .fail(code)
    }

    /// The rule cannot decide: what it needs, such as a service or a table, is not available.
    ///
    /// The report has a fault for the value, unless the rule set says `onFault: pass` or `fail`.
    @inlinable
    public static var undecided: Verdict { .undecided(.unavailable) }

    /// The rule cannot decide, for one of the engine's reasons.
    @inlinable
    package static func undecided(_ reason: FaultReason) -> Verdict {
        Verdict(bits: ASSAY_UNDECIDED | UInt32(reason.rawValue) << 8)
    }

    @inlinable
    package var isPass: Bool { bits == ASSAY_PASS }

    @inlinable
    package var isFail: Bool { bits & 0xFF == ASSAY_FAIL }

    @inlinable
    package var isSkip: Bool { bits & 0xFF == ASSAY_SKIP }

    @inlinable
    package var isUndecided: Bool { bits & 0xFF == ASSAY_UNDECIDED }

    /// The index of a failure's code.
    @inlinable
    package var code: Int { Int(bits >> 8) }

    /// The reason the rule could not decide; `nil` for other verdicts and for unknown reasons.
    package var faultReason: FaultReason? {
        isUndecided ? FaultReason(rawValue: UInt16(truncatingIfNeeded: bits >> 8)) : nil
    }

    /// The rule is asynchronous: the value is pending.
    static var deferred: Verdict { .undecided(.deferred) }

    /// The code of a value whose kind the rule does not accept.
    package static let kindCode = 0xFFFF
    /// The code of an undecided rule that counts as a failure by `onFault: fail`.
    package static let undecidedCode = 0xFFFE
}

/// The reason a rule could not decide.
@usableFromInline
package enum FaultReason: UInt16, Sendable, CaseIterable {
    case matchLimit = 1
    case depthLimit
    case heapLimit
    case jitStackLimit
    case matcherError
    case deadline
    case cancelled
    case pluginError
    case unsetVerdict
    case invalidVerdict
    case unavailable
    /// The rule is asynchronous and the validation was not.
    case deferred
    case subjectLimit
    /// A sum has more digits than the engine adds.
    case range
    /// It is not known for a record whether a rule about records applies to it.
    case incomplete
    /// A rule about records has not seen all of them.
    case recordsIncomplete

    /// The reason in the words of a report.
    package var message: String {
        switch self {
        case .matchLimit: "the pattern's match limit was reached"
        case .depthLimit: "the pattern's depth limit was reached"
        case .heapLimit: "the pattern's heap limit was reached"
        case .jitStackLimit: "the pattern's stack was exhausted"
        case .matcherError: "the pattern could not be matched"
        case .deadline: "the deadline passed"
        case .cancelled: "the validation was cancelled"
        case .pluginError: "the plugin reported an error"
        case .unsetVerdict: "the plugin gave no verdict"
        case .invalidVerdict: "the plugin gave a verdict that does not exist"
        case .unavailable: "a service that the rule needs is not available"
        case .deferred: "it is asynchronous and was not run"
        case .subjectLimit: "the text is longer than the subject limit of patterns"
        case .range: "the sum has more than 38 digits"
        case .incomplete: "some records could not be decided"
        case .recordsIncomplete: "not all records were read"
        }
    }

    /// The stable code of a fault.
    package var code: String { Self.codes[Int(rawValue)] }

    /// The codes by raw value, made once: every rule of a rule set can have each of them.
    private static let codes = [""] + allCases.map { "fault.\(CaseName.of($0))" }
}
