// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// What one rule says of one value: pass, fail, skip or undecided.
@frozen
public struct Verdict: Sendable, Equatable {
    /// The status in the low byte, the code or reason above it.
    @usableFromInline let bits: UInt32

    @inlinable
    init(bits: UInt32) {
        self.bits = bits
    }

    @inlinable
    public static var pass: Verdict { Verdict(bits: ASSAY_PASS) }

    /// The rule does not apply to the value.
    @inlinable
    public static var skip: Verdict { Verdict(bits: ASSAY_SKIP) }

    /// The value breaks the rule; `code` is an index into the definition's codes.
    @inlinable
    public static func fail(_ code: Int = 0) -> Verdict {
        Verdict(bits: ASSAY_FAIL | UInt32(truncatingIfNeeded: code) << 8)
    }

    /// Passes if the condition holds, else fails with `code`.
    @inlinable
    public static func pass(if condition: Bool, else code: Int = 0) -> Verdict {
        condition ? .pass : .fail(code)
    }

    /// The rule could not decide.
    @inlinable
    public static func undecided(_ reason: FaultReason) -> Verdict {
        Verdict(bits: ASSAY_UNDECIDED | UInt32(reason.rawValue) << 8)
    }

    @inlinable
    public var isPass: Bool { bits == ASSAY_PASS }

    @inlinable
    public var isFail: Bool { bits & 0xFF == ASSAY_FAIL }

    @inlinable
    public var isSkip: Bool { bits & 0xFF == ASSAY_SKIP }

    @inlinable
    public var isUndecided: Bool { bits & 0xFF == ASSAY_UNDECIDED }

    /// The index of a failure's code.
    @inlinable
    public var code: Int { Int(bits >> 8) }

    /// Why an undecided rule could not decide.
    public var faultReason: FaultReason? {
        isUndecided ? FaultReason(rawValue: UInt16(truncatingIfNeeded: bits >> 8)) : nil
    }

    /// The rule is asynchronous and has to be asked later.
    static var deferred: Verdict { .undecided(.deferred) }

    /// The code of a value whose kind the rule cannot judge.
    public static let kindCode = 0xFFFF
    /// The code of an undecided rule that counts as a failure by `onFault: fail`.
    public static let undecidedCode = 0xFFFE
}

/// Why a rule could not decide.
public enum FaultReason: UInt16, Sendable, CaseIterable {
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

    /// The reason in the words of a report.
    public var message: String {
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
        case .deferred: "it is asynchronous and was not asked"
        case .subjectLimit: "the text is longer than the subject limit of patterns"
        }
    }

    /// The stable code of a fault.
    public var code: String { "fault.\(self)" }
}
