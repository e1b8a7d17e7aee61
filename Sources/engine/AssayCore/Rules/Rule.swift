// SPDX-License-Identifier: Apache-2.0

/// Decides one thing about a value: the extension point for rules in Swift.
///
/// A rule is one file and one type: its parameters, codes, messages and examples are in
/// `definition`, its decision is in `check`.
///
/// An instance is made once for each place where a rule set uses the rule. It is immutable, runs on
/// any thread, and runs only on values of the declared `kinds`; on absent and null values it runs
/// only with the trait `acceptsMissing`.
public protocol Rule: Sendable {
    /// Everything about the rule but its decision; tests run every example in it.
    static var definition: RuleDefinition { get }

    /// Makes an instance from checked arguments: they have the declared types, and defaults are
    /// filled in.
    ///
    /// - Throws: `RuleError` for arguments that are wrong together, such as a minimum above the
    ///   maximum.
    init(_ arguments: Arguments) throws(RuleError)

    /// Decides about one value, which is borrowed for the call.
    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict

    /// Turns text into a typed value, for rules with the trait `converts`.
    ///
    /// It runs instead of `check` on values of records from text.
    func convert(_ text: FieldValue) -> Conversion
}

/// A rule that has faster ways than `check` in a loop, with the same verdicts.
@usableFromInline
package protocol BatchRule: Rule {
    /// Decides about the rows of a batch and records every verdict that is not a pass; `check` in a loop
    /// unless the rule has its own.
    func evaluate(_ batch: RuleBatch)

    /// The test that proves that a value passes, or `nil` if the rule has none.
    var test: ValueTest? { get }

    /// The test that proves that a text is read and passes, for rules that read texts, or `nil` if
    /// the rule has none.
    var textTest: ValueTest? { get }

    /// Turns text into a typed value that may have parts in memory; see `Rule.convert`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - arena: The memory for what the value needs and the text does not have.
    /// - Returns: The typed value, or why there is none.
    func convert(_ text: FieldValue, storingIn arena: ValueArena) -> Conversion
}

extension BatchRule {
    @inlinable
    package func evaluate(_ batch: RuleBatch) { batch.forEachRow(self) }

    @inlinable
    package var test: ValueTest? { nil }

    @inlinable
    package var textTest: ValueTest? { nil }

    @inlinable
    package func convert(_ text: FieldValue, storingIn arena: ValueArena) -> Conversion {
        convert(text)
    }
}

extension Rule {
    /// Leaves the value as it is.
    @inlinable
    public func convert(_ text: FieldValue) -> Conversion { .unchanged }
}

/// A bound rule as the engine calls it: functions that are specialized for the rule's type.
@usableFromInline
package final class RuleInstance: Sendable {
    @usableFromInline package typealias Check = @Sendable (FieldValue, RuleContext) -> Verdict
    @usableFromInline package typealias Evaluate = @Sendable (RuleBatch) -> Void
    @usableFromInline package typealias Convert = @Sendable (FieldValue, ValueArena) -> Conversion
    @usableFromInline package typealias Answer = @Sendable (FieldValue, RuleContext) -> RuleAnswer

    /// Decides about one value; see `Rule.check`.
    package let check: Check
    /// Decides about the rows of a batch and records every verdict that is not a pass.
    package let evaluate: Evaluate
    /// Turns text into a typed value, whose parts may be in the arena; see `Rule.convert`.
    package let convert: Convert
    /// Checks one value for an asynchronous rule; `nil` for all other rules.
    ///
    /// The `check` and `evaluate` of an asynchronous rule only say that it has to run later.
    let checkAsync: RuleDefinition.AsyncCheck?
    /// The test that proves that a value passes, or `nil` if the rule has none.
    let test: ValueTest?
    /// The test for texts; see `BatchRule.textTest`.
    let textTest: ValueTest?
    /// The answer about a value that fails, or `nil` if the rule is not a `ComposedRule`.
    let answer: Answer?

    @usableFromInline
    package init(
        check: @escaping Check, evaluate: @escaping Evaluate,
        convert: @escaping Convert = { _, _ in .unchanged }, test: ValueTest? = nil,
        textTest: ValueTest? = nil, answer: Answer? = nil
    ) {
        self.check = check
        self.evaluate = evaluate
        self.convert = convert
        self.test = test
        self.textTest = textTest
        self.answer = answer
        checkAsync = nil
    }

    /// The instance of an asynchronous rule.
    init(asynchronous check: @escaping RuleDefinition.AsyncCheck) {
        self.check = { _, _ in .deferred }
        evaluate = { batch in
            for index in 0..<batch.rowCount {
                batch.record(.deferred, row: Int(batch.rows[index]))
            }
        }
        convert = { _, _ in .unchanged }
        checkAsync = check
        test = nil
        textTest = nil
        answer = nil
    }

    /// The instance of a rule in Swift.
    ///
    /// Inlined where the rule's type is known, so that each function is the rule's own and calls
    /// nothing through tables.
    @inlinable
    package convenience init(_ rule: some Rule) {
        self.init(
            check: { rule.check($0, $1) }, evaluate: { $0.forEachRow(rule) },
            convert: { text, _ in rule.convert(text) })
    }

    /// The instance of a rule that runs the rules in its arguments.
    @inlinable
    package convenience init(_ rule: some ComposedRule) {
        self.init(
            check: { rule.check($0, $1) }, evaluate: { $0.forEachRow(rule) },
            answer: { rule.answer($0, $1) })
    }

    /// The instance of a rule that has faster ways.
    @inlinable
    package convenience init(_ rule: some BatchRule) {
        self.init(
            check: { rule.check($0, $1) }, evaluate: { rule.evaluate($0) },
            convert: { rule.convert($0, storingIn: $1) }, test: rule.test, textTest: rule.textTest)
    }
}
