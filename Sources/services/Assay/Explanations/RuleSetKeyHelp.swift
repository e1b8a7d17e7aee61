// SPDX-License-Identifier: Apache-2.0

/// The keys of rule-set files, for `ruleshell explain`.
enum RuleSetKeyHelp {
    /// The names of all keys.
    static var names: [String] { all.keys.sorted() }

    /// Returns some lines about a key, or `nil` for any other name.
    static func text(of name: String) -> String? {
        guard let (place, meaning, example) = all[name] else { return nil }
        let lines = example.split(separator: "\n").map { "    \($0)\n" }.joined()
        return "\(name)\n  A key of \(place): \(meaning)\n\n\(lines)"
    }

    private static let file = "a rule set"
    private static let field = "a field in a rule set"
    private static let entry = "a rule in a rule set"

    private static let all: [String: (place: String, meaning: String, example: String)] = [
        "assay": (file, "1, the version of the format.", "assay: 1"),
        "plugins": (
            file, "the plugins that must be loaded, with their versions.", "plugins: [acme >= 1.2]"
        ),
        "identity": (
            file,
            "the fields by whose values a record is the same in a later run, for baselines and "
                + "fingerprints. It does not check that no two records have the same values.",
            "identity: orderId"
        ),
        "fields": (
            file, "the rules of each field, by its path.", "fields:\n  email: required, email"
        ),
        "labels": (
            file, "what messages call the fields, also by language.",
            "labels:\n  zip: { en: postal code, de: Postleitzahl }"
        ),
        "unknownFields": (
            file,
            "allow, warn or reject: what to do with fields, and with members of objects of which "
                + "other members have rules, that no path names.",
            "unknownFields: reject"
        ),
        "maximumViolations": (
            file, "the findings that are kept for one record; further ones are only counted.",
            "maximumViolations: 100"
        ),
        "rules": (
            field, "an expression, or a list of expressions and of rules with keys.",
            "password: { rules: \"required, length(8...)\", sensitive: true }"
        ),
        "sensitive": (
            field, "true keeps the value out of every report.",
            "password: { rules: \"required, length(8...)\", sensitive: true }"
        ),
        "policy": (
            field, "all runs every rule; first stops after the first that fails.",
            "code: { rules: \"digits(6), luhn\", policy: first }"
        ),
        "missing": (
            field, "the texts that mean that the field is missing, in records from text.",
            "age: { rules: integer, missing: [\"NULL\", \"N/A\"] }"
        ),
        "rule": (
            entry, "the expression that the other keys are about.",
            "email:\n  - required\n  - { rule: email, severity: warning }"
        ),
        "when": (
            entry, "the fields with the rules that they must pass, or else the rule does not run.",
            "zip:\n  - { rule: digits(5), when: { country: equals(\"DE\") } }"
        ),
        "severity": (
            entry, "error, or warning, which leaves the record valid.",
            "email:\n  - { rule: email, severity: warning }"
        ),
        "message": (
            entry, "the message in place of that of the rule, also by language.",
            "age:\n  - { rule: range(18...), message: { en: is too young, de: ist zu jung } }"
        ),
        "onFault": (
            entry,
            "the verdict of a rule that cannot decide: fault, fail or pass. With pass, such a value "
                + "is accepted without a check.",
            "iban:\n  - { rule: acme.sanctions, onFault: fail }"
        ),
        "dependencies": (
            entry,
            "valid runs the rule only where the fields that it names are valid; any runs it always.",
            "confirm:\n  - { rule: sameAs(password), dependencies: any }"
        ),
    ]
}
