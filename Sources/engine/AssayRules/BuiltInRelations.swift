// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// The relations among the built-in rules, in Swift and in C.
package enum BuiltInRelations {
    /// Rules that read a date, or a date and time.
    private static let days: Set<String> = [
        "before", "beforeOrEqual", "after", "afterOrEqual", "past", "future", "within",
    ]

    /// The relations of the rules that read a date: if one of them cannot read it, rules after it
    /// could only repeat that.
    private static let dayRelations = days.map { id in
        (id, RuleRelations(presupposedBy: days.union(["date", "dateTime"]), from: "syntax"))
    }

    /// All relations, by the id of the rule whose verdict tells something about other rules.
    package static let all: [String: RuleRelations] = [
        "date": RuleRelations(presupposedBy: days),
        "dateTime": RuleRelations(presupposedBy: days),
        "integer": RuleRelations(implied: [.init("number")], presupposedBy: ["number"]),
        "number": RuleRelations(presupposedBy: ["integer"]),
        "creditCard": RuleRelations(
            implied: [.init("luhn", flag: "separators")], presupposedBy: ["luhn"]),
        "luhn": RuleRelations(
            implied: [.init("digits", unless: "separators")], presupposedBy: ["creditCard"]),
        "digits": RuleRelations(presupposedBy: ["luhn", "verhoeff", "damm"]),
    ].merging(dayRelations) { own, _ in own }
}
