// SPDX-License-Identifier: Apache-2.0
package import Assay

extension TracedRule.SkipReason {
    /// The reason in words.
    package var text: String {
        switch self {
        case .absent: "there is no value"
        case .null: "the value is null"
        case .stopped(let rule): "\(rule) failed before it"
        case .dependency(let field): "the field \(field) failed"
        case .unknown(let field): "\(field) is absent, and the record is partial"
        case .condition(let field): "\(field) does not meet its condition"
        case .noElements: "there are no elements"
        case .array(let field): "\(field) failed a rule about its size"
        case .rule: "the rule does not apply to it"
        }
    }
}

extension RuleCode {
    /// The message of the code with the arguments that a rule was given.
    ///
    /// - Parameters:
    ///   - rule: Has the arguments.
    ///   - messages: The words; in English without.
    /// - Returns: The message.
    package func message(
        of rule: BoundRule, in messages: MessageCatalogue = MessageCatalogue(language: "en")
    ) -> String {
        let arguments = rule.arguments.described
        return messages.message(of: self) { name in
            arguments.first { $0.name == name }?.value
        }
    }
}

extension TracedCheck {
    /// The message of a failure in the given words, or `nil` for another outcome.
    package func message(
        in messages: MessageCatalogue = MessageCatalogue(language: "en")
    ) -> String? {
        guard let code else { return nil }
        let arguments = parameters + rule.arguments.described
        return messages.message(of: code) { name in
            arguments.first { $0.name == name }?.value
        }
    }
}
