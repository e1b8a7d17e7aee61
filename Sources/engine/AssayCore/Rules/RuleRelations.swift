// SPDX-License-Identifier: Apache-2.0

/// The conclusions from the verdict of a rule about other rules.
package struct RuleRelations: Sendable {
    /// A rule that every value passes if it passes another rule.
    package struct Implication: Sendable {
        /// The id of the implied rule, with no arguments but the flag.
        package let rule: String
        /// A flag that lets both rules accept more values: if this rule has it set, the implied
        /// rule must have it set too.
        package let flag: String?
        /// A flag that lets this rule accept values that the implied rule rejects.
        package let exception: String?
    }

    /// The rules that every value passes if it passes this one.
    package let implied: [Implication]
    /// The rules that do not run on a value that failed this one.
    ///
    /// The value does not have the form that they read, so that they could only repeat the failure.
    package let withheld: Set<String>
    /// The first code that withholds the value, or `nil` if every failure does.
    ///
    /// The codes after it also withhold the value.
    package let firstWithholdingCode: String?

    static let none = RuleRelations(implied: [], presupposedBy: [])

    /// - Parameters:
    ///   - implied: The rules that every value passes if it passes this one.
    ///   - presupposedBy: The ids of rules that read the form that this one proves.
    ///   - code: The last part of the first code that says that the value does not have the form;
    ///     the codes after it say so too. `nil` if all codes do.
    package init(
        implied: [Implication] = [], presupposedBy: Set<String> = [], from code: String? = nil
    ) {
        self.implied = implied
        firstWithholdingCode = code
        withheld = presupposedBy
    }
}

extension RuleRelations.Implication {
    /// Returns `true` if every value that passes the first rule also passes the second, with the
    /// arguments that they have.
    package func holds(from first: BoundRule, to second: BoundRule) -> Bool {
        guard rule == second.definition.id, second.givenParameters.allSatisfy({ $0 == flag }) else {
            return false
        }
        if let exception, first.arguments.bool(exception) { return false }
        guard let flag else { return true }
        return !first.arguments.bool(flag) || second.arguments.bool(flag)
    }

    package init(_ rule: String, flag: String? = nil, unless exception: String? = nil) {
        self.rule = rule
        self.flag = flag
        self.exception = exception
    }
}
