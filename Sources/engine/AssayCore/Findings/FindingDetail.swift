// SPDX-License-Identifier: Apache-2.0

/// The details that a rule adds to a finding.
package struct FindingDetail: Sendable {
    /// A JSON Pointer below the value, or empty.
    package var pointer: String
    package var arguments: [MessageParameter]
    /// The plugin's message for a fault.
    package var message: String?
    /// `true` if the details are text of the rule set and places of elements, with nothing from the
    /// value.
    package var isOfRuleSet = false
    /// The element that `pointer` leads to, if it is one of an array: the finding shows it instead of the
    /// whole array.
    package var element: Int?

    /// The details that a report may show for a sensitive field.
    ///
    /// Anything that is not known to be of the rule set can be a part of the value.
    var withoutValue: FindingDetail {
        guard !isOfRuleSet else { return self }
        let hidden = arguments.map { MessageParameter($0.name, .string(Violation.hiddenValue)) }
        return FindingDetail(pointer: "", arguments: hidden, message: nil)
    }
}

extension RuleContext {
    /// Arguments for the message of a failure that are text of the rule set, never of the value:
    /// reports show them of sensitive fields too.
    ///
    /// - Parameters:
    ///   - arguments: The arguments by name, besides the rule's parameters.
    ///   - element: The index of the element that failed, or `nil` for the value itself.
    package func explain(
        ofRuleSet arguments: KeyValuePairs<String, Value>, element: Int? = nil
    ) {
        execution._withUnsafeGuaranteedRef {
            $0.explanation = FindingDetail(
                pointer: element.map { "/\($0)" } ?? "", arguments: [MessageParameter](arguments),
                message: nil, isOfRuleSet: true, element: element)
        }
    }
}
