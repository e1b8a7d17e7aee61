// SPDX-License-Identifier: Apache-2.0
import AssayForms
import AssayTesting

extension RuleSet {
    static var signUp: RuleSet {
        RuleSet(
            Field("email", .required, .email),
            Field("password", .required, .length(8...24), isSensitive: true),
            Field("passwordConfirm", .required, .sameAs("password"), isSensitive: true))
    }
}

extension FormModel {
    /// A form that checks changes at once.
    static func immediate(
        _ ruleSet: RuleSet, fields: [String]? = nil,
        initial: ValidationRecord = ValidationRecord(text: []),
        triggers: ValidationTriggers = .all
    ) throws -> FormModel {
        try FormModel(
            ruleSet, fields: fields, initial: initial, triggers: triggers, debounce: .zero)
    }
}
