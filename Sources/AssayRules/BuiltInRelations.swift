// SPDX-License-Identifier: Apache-2.0
package import AssayCore

/// What the built-in rules say of each other, those in Swift and those in C.
package enum BuiltInRelations {
    /// Rules that read a date, or a date and time.
    private static let days: Set<String> = [
        "before", "beforeOrEqual", "after", "afterOrEqual", "past", "future", "within",
    ]

    /// What comes after a rule that could not read a date could only repeat that.
    private static let dayRelations = days.map { id in
        (id, RuleRelations(presupposedBy: days.union(["date", "dateTime"]), from: "syntax"))
    }

    /// By the id of the rule whose verdict says something.
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
