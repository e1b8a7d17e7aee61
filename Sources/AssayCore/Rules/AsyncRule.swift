// SPDX-License-Identifier: Apache-2.0

/// Decides one thing about a value with the help of somebody who takes time to answer: a database,
/// another service.
///
/// It is registered and used like a `Rule`: parameters, codes, messages, conditions, severities and
/// policies are the same. It differs in when it is asked: last of all, only about values that passed
/// every synchronous rule of their field, and only by `ValidatorsManager.validate(_:within:)` and
/// `complete`. Whoever validates without `await` finds it in `ValidationReport.deferred`. It cannot
/// stand inside another rule (`not`, `anyOf`) or in a condition.
///
/// An instance is asked about several values at once, from any thread. It is cancelled when its
/// deadline passes or its caller is cancelled; an answer that comes later is thrown away. What it
/// writes or counts elsewhere has to bear that.
///
/// ```swift
/// struct UserNameIsFreeRule: AsyncRule {
///     static let definition = RuleDefinition(
///         UserNameIsFreeRule.self, "userName.isFree", "A user name that nobody has",
///         kinds: .string, codes: [RuleCode("userName.taken", "is taken")])
///
///     init(_ arguments: Arguments) {}
///
///     func check(_ value: Value, _ context: AsyncContext) async throws -> Verdict {
///         .pass(if: try await Directory.shared.find(user: value) == nil)
///     }
/// }
/// ```
///
/// A rule that is given what it needs, rather than finding it, is made with
/// `RuleDefinition.async(_:_:_:)`.
public protocol AsyncRule: Sendable {
    /// Everything about the rule but its check.
    static var definition: RuleDefinition { get }

    /// Makes an instance from checked arguments, as for a `Rule`.
    ///
    /// - Throws: `RuleError` for arguments that are wrong together.
    init(_ arguments: Arguments) throws(RuleError)

    /// Judges one value.
    ///
    /// - Parameters:
    ///   - value: A copy, of one of the declared kinds; absent and null only with the trait
    ///     `judgesAbsence`. In records from text, what a rule before this one made of the text.
    ///   - context: What the rule sees besides the value.
    /// - Returns: The verdict; the index of a failure is one into the definition's codes.
    /// - Throws: Anything: the rule is undecided then, with the reason `unavailable` and the error's
    ///   description as detail.
    func check(_ value: Value, _ context: AsyncContext) async throws -> Verdict
}

/// What an asynchronous rule sees besides the value.
public struct AsyncContext: Sendable {
    /// The arguments of this use of the rule.
    public let arguments: Arguments
    /// True when the record comes from text (CSV, a form), where numbers arrive as strings.
    public let isText: Bool
    let fields: [Value]
    let explanation = Explanation()

    /// The value of a field that an argument names, in the same record (and the same element, where
    /// both paths share their `[*]`).
    public func field(_ reference: FieldReference) -> Value {
        fields.indices.contains(reference.index) ? fields[reference.index] : .absent
    }

    /// Arguments for the message of the failure that the rule is about to return, besides its
    /// parameters; `pointer` is empty or a JSON Pointer below the value.
    public func explain(_ arguments: [(name: String, value: Value)], at pointer: String = "") {
        explanation.detail.withLock {
            $0 = FindingDetail(pointer: pointer, arguments: arguments, message: nil)
        }
    }

    /// What the rule said, which may happen on any thread.
    final class Explanation: Sendable {
        let detail = Locked<FindingDetail?>(nil)
    }
}

extension RuleDefinition {
    /// Judges one value; see `AsyncRule.check`.
    public typealias AsyncCheck = @Sendable (Value, AsyncContext) async throws -> Verdict

    /// Describes an asynchronous rule.
    ///
    /// - Parameters:
    ///   - type: The rule; the registry makes one for each use of the id in a rule set.
    ///   - id: lowerCamelCase.
    ///   - summary: One sentence without a period.
    ///   - standard: The standard that the rule implements, if there is one.
    ///   - parameters: In the order of positional arguments.
    ///   - kinds: Kinds that `check` is asked about, `all` by default.
    ///   - codes: In the order of the indexes that `Verdict.fail` is given.
    ///   - examples: For those who read the definition.
    ///   - traits: `judgesAbsence` and `guardsLaterRules`; the others need an answer at once and
    ///     are taken out.
    public init<R: AsyncRule>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: [RuleCode],
        examples: [RuleExample] = [], traits: RuleTraits = []
    ) {
        self.init(
            asynchronous: id, summary, standard, parameters, kinds, codes, examples, traits
        ) { (arguments: Arguments) throws(RuleError) in
            let rule = try R(arguments)
            return { try await rule.check($0, $1) }
        }
    }

    /// Describes an asynchronous rule by its check, which captures what it needs.
    ///
    /// ```swift
    /// let isFree = RuleDefinition.async(
    ///     "userName.isFree", "A user name that nobody has", kinds: .string,
    ///     codes: [RuleCode("userName.taken", "is taken")]
    /// ) { value, _ in
    ///     .pass(if: try await directory.find(user: value) == nil)
    /// }
    /// ```
    ///
    /// The parameters are those of the other initializers; `context.arguments` has the arguments.
    public static func async(
        _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: [RuleCode],
        examples: [RuleExample] = [], traits: RuleTraits = [], check: @escaping AsyncCheck
    ) -> RuleDefinition {
        RuleDefinition(
            asynchronous: id, summary, standard, parameters, kinds, codes, examples, traits
        ) { _ in check }
    }

    private init(
        asynchronous id: String, _ summary: String, _ standard: String?,
        _ parameters: [RuleParameter], _ kinds: ValueKinds, _ codes: [RuleCode],
        _ examples: [RuleExample], _ traits: RuleTraits,
        makeCheck: @escaping @Sendable (Arguments) throws(RuleError) -> AsyncCheck
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: codes, examples: examples,
            traits: traits.intersection([.judgesAbsence, .guardsLaterRules]), isAsynchronous: true
        ) { (arguments: Arguments) throws(RuleError) in
            RuleInstance(asking: try makeCheck(arguments))
        }
    }
}
