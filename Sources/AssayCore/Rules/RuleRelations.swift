// SPDX-License-Identifier: Apache-2.0

/// What the verdict of a rule says of other rules.
package struct RuleRelations: Sendable {
    /// A rule that every value passes which passes another one.
    package struct Implication: Sendable {
        /// The id of the implied rule, with no arguments but the flag.
        package let rule: String
        /// A flag that lets both rules accept more: the implied one has to have it set where the
        /// other has.
        package let flag: String?
        /// A flag with which this rule passes what the other one does not.
        package let exception: String?
    }

    /// The rules that every value passes which passes this one.
    package let implied: [Implication]
    /// The rules that do not run on a value which failed this one: it has not the form that they
    /// read, so that they could only repeat that.
    package let withheld: Set<String>
    /// The first code whose failure withholds the value, the later ones included; nil: every failure does.
    package let firstWithholdingCode: String?

    static let none = RuleRelations(implied: [], presupposedBy: [])

    /// - Parameters:
    ///   - implied: The rules that every value passes which passes this one.
    ///   - presupposedBy: The ids of rules that read the form which this one proves.
    ///   - code: The first code, by its last part, that says that the value has not the form; the codes
    ///     after it say so too. Nil: all do.
    package init(
        implied: [Implication] = [], presupposedBy: Set<String> = [], from code: String? = nil
    ) {
        self.implied = implied
        firstWithholdingCode = code
        withheld = presupposedBy
    }
}

extension RuleRelations.Implication {
    /// Whether every value passes the second rule that passes the first, as their arguments are.
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
