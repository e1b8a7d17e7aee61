// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The properties that all violations of a field's rule with the same code share; they have the
/// names that they have in `Violation`.
struct ViolationKind: Sendable, Equatable {
    var field: String
    var rule: String
    var code: String
    var severity: Severity
    var ruleLocation: FileLocation?
    var template: String
    var hasOwnMessage: Bool
    /// The message of the rule set in several languages, if it has some.
    var messages: OwnMessage?
    var isSensitive: Bool
    var labels = FindingLabels()
    var writtenMessage: String?
}

/// A value in one place for everything that holds it.
final class Shared<Content: Sendable & Equatable>: Sendable, Equatable {
    let value: Content

    init(_ value: Content) {
        self.value = value
    }

    static func == (one: Shared, other: Shared) -> Bool {
        one === other || one.value == other.value
    }
}

/// The properties of a violation besides its value, in one place for all violations that share
/// them, so that making and copying a violation is cheap.
final class ViolationParts: Sendable, Equatable {
    let kind: Shared<ViolationKind>
    let pointer: String
    let parameters: [MessageParameter]

    init(_ kind: Shared<ViolationKind>, pointer: String, parameters: [MessageParameter]) {
        self.kind = kind
        self.pointer = pointer
        self.parameters = parameters
    }

    static func == (one: ViolationParts, other: ViolationParts) -> Bool {
        one === other
            || one.kind == other.kind && one.pointer == other.pointer
                && one.parameters == other.parameters
    }
}

/// The properties that the violations of a field's rule share, by the codes of the rule's verdicts.
struct ViolationKinds: ~Copyable, Sendable {
    private let own: [ViolationParts]
    // Those of the engine's codes are made when they are asked for: few of thousands of rules have violations.
    private let wrongKind = AtomicLazyReference<ViolationParts>()
    private let undecided = AtomicLazyReference<ViolationParts>()
    private let field: String
    private let pointer: String
    private let isSensitive: Bool

    // The pointer is empty for elements, each of which has its own.
    init(
        _ rule: RuleDefinition, _ entry: RuleEntry, field: String, pointer: String,
        isSensitive: Bool, parameters: [MessageParameter], labels: FindingLabels
    ) {
        self.field = field
        self.pointer = pointer
        self.isSensitive = isSensitive
        own = rule.codes.map { code in
            ViolationParts(
                Shared(
                    ViolationKind(
                        code, of: rule, entry, field: field, isSensitive: isSensitive,
                        labels: labels)),
                pointer: pointer, parameters: parameters)
        }
    }

    /// Returns the properties that violations with a verdict's code share.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - step: The rule that the kinds were made for.
    /// - Returns: The same object each time.
    func parts(for code: Int, of step: CompiledStep) -> ViolationParts {
        if own.indices.contains(code) { return own[code] }
        return code == Verdict.kindCode
            ? wrongKind.load() ?? wrongKind.storeIfNil(make(Verdict.kindCode, of: step))
            : undecided.load() ?? undecided.storeIfNil(make(Verdict.undecidedCode, of: step))
    }

    private func make(_ code: Int, of step: CompiledStep) -> ViolationParts {
        let rule = step.rule.definition
        return ViolationParts(
            Shared(
                ViolationKind(
                    rule.code(at: code), of: rule, step.entry, field: field,
                    isSensitive: isSensitive, labels: step.labels)),
            pointer: pointer, parameters: step.parameters)
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
            ruleLocation: entry.location,
            template: entry.message?.common ?? code.message,
            hasOwnMessage: entry.message?.common != nil,
            messages: entry.message, isSensitive: isSensitive, labels: labels)
    }
}
