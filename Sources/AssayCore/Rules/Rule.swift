// SPDX-License-Identifier: Apache-2.0
public import AssayPluginABI

/// Decides one thing about a value.
///
/// The extension point for rules in Swift.
///
/// A rule is one file and one type: its parameters, codes, messages and examples in `definition`,
/// its check in `check`. An instance is immutable and is asked from any thread. It is made once for
/// each place where a rule set uses it, and is asked only about values of the declared `kinds`;
/// absent and null values reach only rules with the trait `judgesAbsence`.
public protocol Rule: Sendable {
    /// Everything about the rule but its check. Every example in it is run by the tests.
    static var definition: RuleDefinition { get }

    /// Makes an instance from checked arguments: they have the declared types, and defaults are
    /// filled in.
    ///
    /// - Throws: `RuleError` for arguments that are wrong together, such as a minimum above the
    ///   maximum.
    init(_ arguments: Arguments) throws(RuleError)

    /// Judges one value, which is borrowed for the call.
    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict

    /// Judges the rows of a batch. The default calls `check` in a loop that the compiler
    /// specialises; a rule implements it only when a column at a time is faster.
    func evaluate(_ batch: RuleBatch)

    /// Turns text into a typed value, for rules with the trait `converts`.
    func convert(_ text: FieldValue) -> Conversion
}

extension Rule {
    @inlinable
    public func evaluate(_ batch: RuleBatch) {
        var index = 0
        while index < batch.rowCount {
            let row = Int(batch.rows[index])
            let verdict = check(batch.value(row), batch.context(row))
            if !verdict.isPass { batch.record(verdict, row: row) }
            index += 1
        }
    }

    @inlinable
    public func convert(_ text: FieldValue) -> Conversion { .unchanged }
}

/// What `Rule.convert` makes of a text.
public enum Conversion {
    /// The later rules see this value. Its source text, if it has one, is that of the text.
    case typed(assay_value)
    case unchanged
    case failed(Verdict)
}

/// A bound rule as the engine calls it: functions that are specialised for the rule's type.
public final class RuleInstance: Sendable {
    public typealias Check = @Sendable (FieldValue, RuleContext) -> Verdict
    public typealias Evaluate = @Sendable (RuleBatch) -> Void
    public typealias Convert = @Sendable (FieldValue) -> Conversion
    typealias Ask = @Sendable (Value, AsyncContext) async throws -> Verdict

    /// Judges one value; see `Rule.check`.
    public let check: Check
    /// Judges the rows of a batch and records every verdict that is not a pass.
    public let evaluate: Evaluate
    /// Turns text into a typed value; see `Rule.convert`.
    public let convert: Convert
    /// Judges one value of an asynchronous rule, which answers nothing else but that it has to be
    /// asked later; nil for all other rules.
    let ask: Ask?

    public init(
        check: @escaping Check, evaluate: @escaping Evaluate,
        convert: @escaping Convert = { _ in .unchanged }
    ) {
        self.check = check
        self.evaluate = evaluate
        self.convert = convert
        ask = nil
    }

    /// The instance of an asynchronous rule.
    init(asking ask: @escaping Ask) {
        check = { _, _ in .deferred }
        evaluate = { batch in
            for index in 0..<batch.rowCount {
                batch.record(.deferred, row: Int(batch.rows[index]))
            }
        }
        convert = { _ in .unchanged }
        self.ask = ask
    }

    /// The instance of a rule in Swift.
    ///
    /// Inlined where the rule's type is known, so that each function is the rule's own and calls
    /// nothing through tables.
    @inlinable
    public convenience init(_ rule: some Rule) {
        self.init(
            check: { rule.check($0, $1) }, evaluate: { rule.evaluate($0) },
            convert: { rule.convert($0) })
    }
}
