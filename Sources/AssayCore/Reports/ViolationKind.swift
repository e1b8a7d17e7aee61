// SPDX-License-Identifier: Apache-2.0

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
struct ViolationKinds: Sendable {
    private let own: [Shared<ViolationKind>]
    private let wrongKind: Shared<ViolationKind>
    private let undecided: Shared<ViolationKind>

    init(
        _ rule: RuleDefinition, _ entry: RuleEntry, field: String, isSensitive: Bool,
        labels: FindingLabels
    ) {
        func kind(_ code: RuleCode) -> Shared<ViolationKind> {
            Shared(
                ViolationKind(
                    field: field, rule: rule.id, code: code.id,
                    severity: entry.severity == .warning ? .warning : .error,
                    ruleLocation: entry.location, template: entry.message ?? code.message,
                    hasOwnMessage: entry.message != nil, isSensitive: isSensitive, labels: labels))
        }
        own = rule.codes.map(kind)
        wrongKind = kind(rule.code(at: Verdict.kindCode))
        undecided = kind(rule.code(at: Verdict.undecidedCode))
    }

    subscript(code: Int) -> Shared<ViolationKind> {
        if own.indices.contains(code) { return own[code] }
        return code == Verdict.kindCode ? wrongKind : undecided
    }
}
