// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// A rule of a plugin: one type that describes itself and judges one value at a time.
///
/// An instance is made for each place where a rule set uses the rule; it is immutable and is asked
/// from any thread. It is asked only about values of the declared `kinds`.
///
/// The host runs the plugin's code in its own process: a trap ends that process. Arithmetic on
/// values, and indexes that depend on them, must not trap.
public protocol PluginRule: Sendable {
    /// Everything about the rule but its check.
    static var definition: RuleDefinition { get }

    /// Makes an instance from arguments of the declared types, defaults filled in.
    ///
    /// - Throws: `Refusal` for arguments that are wrong together, such as a minimum above the
    ///   maximum.
    init(_ arguments: Arguments) throws(Refusal)

    /// Judges one value, which is borrowed for the call.
    func check(_ value: FieldValue, _ row: Row) -> Verdict

    /// Judges the rows of a batch. The default calls `check` in a loop that the compiler
    /// specialises; a rule implements it only when a column at a time is faster.
    func evaluate(_ batch: Batch)
}

extension PluginRule {
    @inlinable
    public func evaluate(_ batch: Batch) {
        var index = 0
        while index < batch.count {
            let row = batch.row(index)
            batch.set(check(row.value, row), at: index)
            index += 1
        }
    }
}

/// Why a rule cannot be used with its arguments, or a plugin with its settings.
public struct Refusal: Error, Sendable {
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// What a rule says of a value.
@frozen
public struct Verdict: Sendable, Equatable {
    @usableFromInline let status: UInt32
    @usableFromInline let code: UInt32

    @inlinable
    init(status: UInt32, code: UInt32 = 0) {
        self.status = status
        self.code = code
    }

    @inlinable
    public static var pass: Verdict { Verdict(status: ASSAY_PASS) }

    /// The rule does not apply to the value.
    @inlinable
    public static var skip: Verdict { Verdict(status: ASSAY_SKIP) }

    /// The value breaks the rule; `code` is an index into the definition's codes.
    @inlinable
    public static func fail(_ code: Int = 0) -> Verdict {
        Verdict(status: ASSAY_FAIL, code: UInt32(truncatingIfNeeded: code))
    }

    /// Passes if the condition holds, else fails with `code`.
    @inlinable
    public static func pass(if condition: Bool, else code: Int = 0) -> Verdict {
        condition ? .pass : .fail(code)
    }
}
