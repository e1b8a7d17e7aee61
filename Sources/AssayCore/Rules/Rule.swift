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

/// A bound rule as the engine calls it: one virtual call for a batch or for a value.
open class RuleInstance: @unchecked Sendable {  // subclasses are immutable after init
    public init() {}

    /// Judges one value; see `Rule.check`.
    open func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .skip }

    /// Judges the rows of a batch and records every verdict that is not a pass.
    open func evaluate(_ batch: RuleBatch) {
        for index in 0..<batch.rowCount {
            let row = Int(batch.rows[index])
            let verdict = check(batch.value(row), batch.context(row))
            if !verdict.isPass { batch.record(verdict, row: row) }
        }
    }

    /// Turns text into a typed value; see `Rule.convert`.
    open func convert(_ text: FieldValue) -> Conversion { .unchanged }
}

/// The instance of a Swift rule: its calls are specialised for the rule's type.
public final class SwiftRuleInstance<R: Rule>: RuleInstance, @unchecked Sendable {
    @usableFromInline let rule: R

    @inlinable
    public init(_ rule: R) {
        self.rule = rule
        super.init()
    }

    @inlinable
    public override func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        rule.check(value, context)
    }

    @inlinable
    public override func evaluate(_ batch: RuleBatch) {
        rule.evaluate(batch)
    }

    @inlinable
    public override func convert(_ text: FieldValue) -> Conversion {
        rule.convert(text)
    }
}
