// SPDX-License-Identifier: Apache-2.0

/// What a rule adds to a finding.
package struct FindingDetail: Sendable {
    /// A JSON Pointer below the value, or empty.
    package var pointer: String
    package var arguments: [(name: String, value: Value)]
    /// The plugin's own words for a fault.
    package var message: String?
    /// All of it is text of the rule set and places of elements, nothing is from the value.
    package var isOfRuleSet = false

    /// What of it a report may show of a sensitive value: whatever is not known to be of the rule
    /// set can be a part of the value.
    var withoutValue: FindingDetail {
        guard !isOfRuleSet else { return self }
        let hidden = arguments.map { (name: $0.name, value: Value.string(Violation.hiddenValue)) }
        return FindingDetail(pointer: "", arguments: hidden, message: nil)
    }
}

extension RuleContext {
    /// Arguments for the message of a failure that are text of the rule set, never of the value:
    /// reports show them of sensitive fields too.
    ///
    /// - Parameters:
    ///   - arguments: By name, besides the rule's parameters.
    ///   - element: The element of the value that failed; nil for the value itself.
    package func explain(
        ofRuleSet arguments: [(name: String, value: Value)], element: Int? = nil
    ) {
        execution._withUnsafeGuaranteedRef {
            $0.explanation = FindingDetail(
                pointer: element.map { "/\($0)" } ?? "", arguments: arguments, message: nil,
                isOfRuleSet: true)
        }
    }
}
