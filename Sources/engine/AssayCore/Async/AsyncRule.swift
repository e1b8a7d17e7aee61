// SPDX-License-Identifier: Apache-2.0

import Synchronization
/// Decides one thing about a value with the help of something that takes time: a database, another
/// service.
///
/// It is registered and used like a `Rule`: parameters, codes, messages, conditions, severities and
/// policies are the same. It differs in when it runs: last of all, only on values that passed every
/// synchronous rule of their field, and only by `ValidatorsManager.validate(_:within:)` and
/// `complete`. A validation without `await` lists it in `ValidationReport.deferred`. It cannot be
/// an argument of another rule (`not`, `anyOf`) or part of a condition.
///
/// An instance checks several values at once, from any thread. Its task is cancelled at its timeout
/// and with the task of its caller; a verdict that comes later is discarded. What the rule writes or
/// counts elsewhere has to allow for that.
///
/// ```swift
/// struct UserNameIsFreeRule: AsyncRule {
///     enum Code: String, RuleCodes {
///         case taken = "is taken"
///     }
///
///     static let definition = RuleDefinition(
///         UserNameIsFreeRule.self, "userName.isFree", "A user name that is not taken",
///         kinds: .string, codes: Code.self)
///
///     init(_ arguments: Arguments) {}
///
///     func check(_ value: Value, _ context: AsyncContext) async throws -> Verdict {
///         .pass(if: try await Directory.shared.find(user: value) == nil, else: Code.taken)
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

    /// Checks one value.
    ///
    /// - Parameters:
    ///   - value: A copy, of one of the declared kinds; absent and null only with the trait
    ///     `acceptsMissing`. In records from text, the value that an earlier rule read.
    ///   - context: Everything that the rule sees besides the value.
    /// - Returns: The verdict; a failure has one of the definition's codes.
    /// - Throws: Anything: the rule is undecided then, with the reason `unavailable` and the error's
    ///   description as detail.
    func check(_ value: Value, _ context: AsyncContext) async throws -> Verdict
}

/// The context of an asynchronous check: everything that the rule sees besides the value.
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
    public func explain(_ arguments: KeyValuePairs<String, Value>, at pointer: String = "") {
        explanation.detail.withLock {
            $0 = FindingDetail(
                pointer: pointer, arguments: [MessageParameter](arguments), message: nil)
        }
    }

    /// The explanation of the rule, which it can give on any thread.
    final class Explanation: Sendable {
        let detail = Locked<FindingDetail?>(nil)
    }
}

extension RuleDefinition {
    /// Checks one value; see `AsyncRule.check`.
    package typealias AsyncCheck = @Sendable (Value, AsyncContext) async throws -> Verdict

    /// Describes an asynchronous rule.
    ///
    /// - Parameters:
    ///   - type: The rule; the registry makes one for each use of the id in a rule set.
    ///   - id: lowerCamelCase.
    ///   - summary: One sentence without a period.
    ///   - standard: The standard that the rule implements, if there is one.
    ///   - parameters: In the order of positional arguments.
    ///   - kinds: Kinds of the values that `check` is given, `all` by default.
    ///   - codes: The codes that `check` fails with.
    ///   - examples: For readers of the definition.
    ///   - traits: `acceptsMissing` and `stopsOnFailure`; the others need a verdict at once and
    ///     are taken out.
    public init<R: AsyncRule, Codes: RuleCodes>(
        _ type: R.Type, _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: Codes.Type,
        examples: [RuleExample] = [], traits: RuleTraits = []
    ) {
        self.init(
            asynchronous: id, summary: summary, standard: standard, parameters: parameters,
            kinds: kinds, codes: Codes.codes(of: id), examples: examples, traits: traits
        ) { (arguments: Arguments) throws(RuleError) in
            let rule = try R(arguments)
            return { try await rule.check($0, $1) }
        }
    }

    /// Describes an asynchronous rule by its check, which captures what it needs.
    ///
    /// ```swift
    /// let isFree = RuleDefinition.async(
    ///     "userName.isFree", "A user name that is not taken", kinds: .string,
    ///     codes: UserNameCode.self
    /// ) { value, _ in
    ///     .pass(if: try await directory.find(user: value) == nil, else: UserNameCode.taken)
    /// }
    /// ```
    ///
    /// The parameters are those of the other initializers; `context.arguments` has the arguments.
    public static func async<Codes: RuleCodes>(
        _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: Codes.Type,
        examples: [RuleExample] = [], traits: RuleTraits = [],
        check: @escaping @Sendable (Value, AsyncContext) async throws -> Verdict
    ) -> RuleDefinition {
        .async(
            id, summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: Codes.codes(of: id), examples: examples, traits: traits, check: check)
    }

    /// Describes an asynchronous rule whose codes are no enumeration.
    package static func async(
        _ id: String, _ summary: String, standard: String? = nil,
        parameters: [RuleParameter] = [], kinds: ValueKinds = .all, codes: [RuleCode],
        examples: [RuleExample] = [], traits: RuleTraits = [],
        check: @escaping @Sendable (Value, AsyncContext) async throws -> Verdict
    ) -> RuleDefinition {
        RuleDefinition(
            asynchronous: id, summary: summary, standard: standard, parameters: parameters,
            kinds: kinds, codes: codes, examples: examples, traits: traits
        ) { _ in check }
    }

    private init(
        asynchronous id: String, summary: String, standard: String?,
        parameters: [RuleParameter], kinds: ValueKinds, codes: [RuleCode],
        examples: [RuleExample], traits: RuleTraits,
        makeCheck: @escaping @Sendable (Arguments) throws(RuleError) -> AsyncCheck
    ) {
        self.init(
            id: id, summary: summary, standard: standard, parameters: parameters, kinds: kinds,
            codes: codes, examples: examples,
            traits: traits.intersection([.acceptsMissing, .stopsOnFailure]), isAsynchronous: true
        ) { (arguments: Arguments) throws(RuleError) in
            RuleInstance(asynchronous: try makeCheck(arguments))
        }
    }
}
