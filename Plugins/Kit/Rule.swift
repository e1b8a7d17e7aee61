// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// Decides one thing about a value: a rule of a plugin.
///
/// An instance is made for each place where a rule set uses the rule; it is immutable and runs on
/// any thread. It is run only on values of the declared `kinds`.
///
/// The host runs the plugin's code in its own process: a trap ends that process. Arithmetic on
/// values, and indexes that depend on them, must not trap.
public protocol Rule: Sendable {
    /// Everything about the rule but its check.
    static var definition: RuleDefinition { get }

    /// Makes an instance from arguments of the declared types, defaults filled in.
    ///
    /// - Throws: `RuleError` for arguments that are wrong together, such as a minimum above the
    ///   maximum.
    init(_ arguments: Arguments) throws(RuleError)

    /// Checks one value, which is borrowed for the call.
    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict

    /// Checks the rows of a batch. The default calls `check` in a loop that the compiler
    /// specialises; a rule implements it only when a column at a time is faster.
    func evaluate(_ batch: RuleBatch)
}

extension Rule {
    @inlinable
    public func evaluate(_ batch: RuleBatch) {
        var index = 0
        while index < batch.rowCount {
            let verdict = check(batch.value(index), batch.context(index))
            if verdict.isCancelled { return batch.cancel() }
            batch.record(verdict, row: index)
            index += 1
        }
    }
}

/// The reason a rule cannot be used with its arguments.
public struct RuleError: Error, Sendable {
    /// The message, which says what was found and what was expected.
    public let message: String

    /// An error with a message: what was found and what was expected.
    public init(_ message: String) {
        self.message = message
    }
}

/// The decision of a rule about a value.
@frozen
public struct Verdict: Sendable, Equatable {
    @usableFromInline let status: UInt32
    @usableFromInline let code: UInt32

    @inlinable
    init(status: UInt32, code: UInt32 = 0) {
        self.status = status
        self.code = code
    }

    /// The value is valid.
    @inlinable
    public static var pass: Verdict { Verdict(status: ASSAY_PASS) }

    /// The rule does not apply to the value.
    @inlinable
    public static var skip: Verdict { Verdict(status: ASSAY_SKIP) }

    /// Leaves the batch, because `RuleContext.isCancelled`: no row of it gets a verdict.
    @inlinable
    public static var cancelled: Verdict { Verdict(status: .max) }

    @inlinable
    var isCancelled: Bool { status == .max }

    /// The value breaks the rule; `code` is one of the definition's codes.
    @inlinable
    public static func fail(_ code: some RuleCodes) -> Verdict {
        Verdict(status: ASSAY_FAIL, code: UInt32(truncatingIfNeeded: code.index))
    }

    /// Passes if the condition holds, else fails with `code`.
    @inlinable
    public static func pass(if condition: Bool, else code: some RuleCodes) -> Verdict {
        condition ? .pass : .fail(code)
    }
}
