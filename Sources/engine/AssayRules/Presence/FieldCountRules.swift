// SPDX-License-Identifier: Apache-2.0
import AssayCore

/// A condition on the number of named fields that have a value.
protocol FieldCount: Sendable {
    associatedtype Code: RuleCodes

    static var id: String { get }
    static var summary: String { get }
    static var failure: Code { get }
    /// Fields of a record with which `a` and `b` pass, and with which they do not.
    static var examples: (valid: [String: Value], invalid: [String: Value]) { get }

    static func accepts(_ count: Int) -> Bool
}

/// `exactlyOneOf`, `atLeastOneOf` and `atMostOneOf`: an object of a record in which so many of the
/// named fields have a value.
///
/// The fields are paths of the record, as those of `requiredWith`.
struct FieldCountRule<Count: FieldCount>: Rule {
    static var definition: RuleDefinition {
        let expression = "\(Count.id)(a, b)"
        return RuleDefinition(
            FieldCountRule.self, Count.id, Count.summary,
            parameters: [RuleParameter("fields", .fields, isRequired: true, "The fields")],
            kinds: .object, codes: Count.Code.self,
            examples: [
                .valid([:], expression, with: Count.examples.valid),
                .invalid(
                    [:], expression, code: "\(Count.id).count", with: Count.examples.invalid),
            ]
        ).stating(.namedFields)
    }

    private let fields: [FieldReference]

    init(_ arguments: Arguments) {
        fields = arguments.fields("fields")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let count = fields.count { !isEmptyValue(context.field($0)) }
        return .pass(if: Count.accepts(count), else: Count.failure)
    }
}

enum ExactlyOneField: FieldCount {
    enum Code: String, RuleCodes {
        case count = "must have a value for exactly one of {fields}"
    }

    static let id = "exactlyOneOf"
    static let summary = "An object with a value for exactly one of the fields"
    static let failure = Code.count
    static let examples: (valid: [String: Value], invalid: [String: Value]) = (
        ["a": 1], ["a": 1, "b": 2]
    )

    static func accepts(_ count: Int) -> Bool { count == 1 }
}

enum AtLeastOneField: FieldCount {
    enum Code: String, RuleCodes {
        case count = "must have a value for at least one of {fields}"
    }

    static let id = "atLeastOneOf"
    static let summary = "An object with a value for at least one of the fields"
    static let failure = Code.count
    static let examples: (valid: [String: Value], invalid: [String: Value]) = (
        ["a": 1, "b": 2], ["a": ""]
    )

    static func accepts(_ count: Int) -> Bool { count >= 1 }
}

enum AtMostOneField: FieldCount {
    enum Code: String, RuleCodes {
        case count = "must have a value for at most one of {fields}"
    }

    static let id = "atMostOneOf"
    static let summary = "An object with a value for at most one of the fields"
    static let failure = Code.count
    static let examples: (valid: [String: Value], invalid: [String: Value]) = (
        [:], ["a": 1, "b": 2]
    )

    static func accepts(_ count: Int) -> Bool { count <= 1 }
}
