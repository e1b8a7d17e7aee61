// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// Two rule sets as one, where the caller says so.
struct CombinedRuleSetTests {
    private let form = RuleSet(
        [Field("name", .length(2...60)), Field("email", .email)], unknownFields: .warn)

    @Test func twoReadingsOfAFieldAreAnIssue() {
        let both = RuleSet(Field("age", .integer)).combined(with: RuleSet(Field("age", .boolean)))
        let error = #expect(throws: RuleSetError.self) {
            try ValidatorsManager(both, registry: .standard())
        }
        #expect(error?.issues.map(\.code) == ["field.twoReadings"])
    }

    @Test func aSecondValidatorOfOneRuleSetStaysAnIssue() {
        let twice = RuleSet(Field("name", .required), Field("name", .email))
        for ruleSet in [form.combined(with: twice), twice.combined(with: form)] {
            let error = #expect(throws: RuleSetError.self) {
                try ValidatorsManager(ruleSet, registry: .standard())
            }
            #expect(error?.issues.map(\.code) == ["field.duplicate"])
        }
    }

    @Test func rulesOfBothRun() throws {
        let create = form.combined(
            with: RuleSet(
                [Field("email", .required, .email), Field("terms", .accepted)],
                unknownFields: .reject))
        let yaml = """
            assay: 1
            fields:
              name: length(2...60)
              email: email, required
              terms: accepted
            unknownFields: reject

            """
        #expect(try create.yaml == yaml)
        let manager = try ValidatorsManager(create, registry: .standard())
        let report = manager.validate(["name": "A", "terms": false, "x": 1])
        #expect(
            report.violations.map(\.code) == [
                "length.tooShort", "required.missing", "accepted.declined", "record.unknownField",
            ])
    }

    @Test func theWordsForMissingValuesAreThoseOfBoth() throws {
        func ruleSet(_ words: String) throws -> RuleSet {
            try RuleSet(parsing: "assay: 1\nfields: {a: {rules: required, missing: [\(words)]}}")
        }
        let both = try ruleSet("x, y").combined(with: ruleSet("y, z"))
        #expect(try both == ruleSet("x, y, z"))
    }

    @Test func theStricterSettingCounts() throws {
        let secret = RuleSet(
            Field("name", .required, policy: .first, isSensitive: true), unknownFields: .allow)
        for both in [form.combined(with: secret), secret.combined(with: form)] {
            #expect(both.unknownFields == .warn)
            #expect(try both.yaml.contains("sensitive: true\n    policy: first"))
        }
    }
}
