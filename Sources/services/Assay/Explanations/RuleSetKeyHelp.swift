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
    private static let source = "a source in a rule set"

    private static let all: [String: (place: String, meaning: String, example: String)] = [
        "assay": (file, "1, the version of the format.", "assay: 1"),
        "plugins": (
            file, "the plugins that must be loaded, with their versions.", "plugins: [acme >= 1.2]"
        ),
        "identity": (
            file,
            "the fields by whose values a record is the same in a later run, for baselines and "
                + "fingerprints. It does not check that no two records have the same values: 'unique' under "
                + "'records' does.",
            "identity: orderId"
        ),
        "fields": (
            file, "the rules of each field, by its path.", "fields:\n  email: required, email"
        ),
        "record": (
            file, "the rules of the record itself, about its members.",
            "record: anyOf(member(email, required), member(phone, required))"
        ),
        "records": (
            file, "the rules about the records of a data set, as a list.",
            "records:\n  - unique(orderId)\n  - { rule: \"references(customerId, customers)\", tolerance: 0.1 % }"
        ),
        "sources": (
            file, "the records that keys refer to, by name: a file and its key.",
            "sources:\n  customers: { file: customers.csv, key: [id] }"
        ),
        "file": (
            source, "the path, relative to the folder of the rule set.",
            "customers: { file: customers.csv, key: [id] }"
        ),
        "format": (
            source, "the format of the file, as --input-format takes it.",
            "customers: { file: customers.txt, format: csv, key: [id] }"
        ),
        "delimiter": (
            source, "the field separator of CSV, as --delimiter takes it.",
            "customers: { file: customers.csv, delimiter: \";\", key: [id] }"
        ),
        "encoding": (
            source, "the encoding of the file, as --encoding takes it.",
            "customers: { file: customers.csv, encoding: windows-1252, key: [id] }"
        ),
        "key": (
            source, "the fields by which its records are found.",
            "customers: { file: customers.csv, key: [id] }"
        ),
        "self": (
            source, "true if the source is the data set that is validated, such as a tree.",
            "parents: { self: true, key: [id] }"
        ),
        "tolerance": (
            entry,
            "the failures that are allowed in a data set, as a count or a share. They are warnings, and too many of "
                + "them are one violation at the end. Where one record is validated, each failure counts.",
            "email:\n  - { rule: email, tolerance: 0.5 % }"
        ),
        "onlyValid": (
            "a rule under 'records'", "true leaves out records with errors.",
            "records:\n  - { rule: unique(orderId), onlyValid: true }"
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
