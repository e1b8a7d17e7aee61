// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What violations of one rule of a field with one code have in common; the properties are those of
/// `Violation`.
struct ViolationKind: Sendable, Equatable {
    var field: String
    var rule: String
    var code: String
    var severity: Severity
    var ruleLocation: FileLocation?
    var template: String
    var hasOwnMessage: Bool
    var isSensitive: Bool
    var labels = FindingLabels()
    var writtenMessage: String?
}

/// A value in one place for all who have it.
final class Shared<Content: Sendable & Equatable>: Sendable, Equatable {
    let value: Content

    init(_ value: Content) {
        self.value = value
    }

    static func == (one: Shared, other: Shared) -> Bool {
        one === other || one.value == other.value
    }
}

/// The kinds of violations of a rule of a field, by the codes of the rule's verdicts.
struct ViolationKinds: ~Copyable, Sendable {
    private let own: [Shared<ViolationKind>]
    // Those of the engine's codes are made when they are asked for: few of thousands of rules have violations.
    private let wrongKind = AtomicLazyReference<Shared<ViolationKind>>()
    private let undecided = AtomicLazyReference<Shared<ViolationKind>>()
    private let field: String
    private let isSensitive: Bool

    init(
        _ rule: RuleDefinition, _ entry: RuleEntry, field: String, isSensitive: Bool,
        labels: FindingLabels
    ) {
        self.field = field
        self.isSensitive = isSensitive
        own = rule.codes.map { code in
            Shared(
                ViolationKind(
                    code, of: rule, entry, field: field, isSensitive: isSensitive, labels: labels))
        }
    }

    /// The kind of a verdict's code.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - step: The rule that the kinds were made for.
    /// - Returns: The same object each time.
    func kind(for code: Int, of step: CompiledStep) -> Shared<ViolationKind> {
        if own.indices.contains(code) { return own[code] }
        return code == Verdict.kindCode
            ? wrongKind.load() ?? wrongKind.storeIfNil(make(Verdict.kindCode, of: step))
            : undecided.load() ?? undecided.storeIfNil(make(Verdict.undecidedCode, of: step))
    }

    private func make(_ code: Int, of step: CompiledStep) -> Shared<ViolationKind> {
        let rule = step.rule.definition
        return Shared(
            ViolationKind(
                rule.code(at: code), of: rule, step.entry, field: field, isSensitive: isSensitive,
                labels: step.labels))
    }
}

extension ViolationKind {
    fileprivate init(
        _ code: RuleCode, of rule: RuleDefinition, _ entry: RuleEntry, field: String,
        isSensitive: Bool, labels: FindingLabels
    ) {
        self.init(
            field: field, rule: rule.id, code: code.id,
            severity: entry.severity == .warning ? .warning : .error,
            ruleLocation: entry.location, template: entry.message ?? code.message,
            hasOwnMessage: entry.message != nil, isSensitive: isSensitive, labels: labels)
    }
}
