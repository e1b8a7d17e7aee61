// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
import AssayRules
import Foundation
import Testing

@testable import AssaySchemas

/// The verdicts of rule sets on the cases of the JSON Schema test suite, in a folder that a variable names.
///
/// A case is a schema of any value. The value is the field `value` of a record here.
@Suite struct SchemaSuiteTests {
    static let folder = ProcessInfo.processInfo.environment["ASSAY_JSON_SCHEMA_TEST_SUITE"]

    /// What a draft of the suite came to.
    struct Outcome {
        var right = 0
        var wrong: [String] = []
        var rejected: [String: Int] = [:]
        var all: Int { right + wrong.count + rejected.values.reduce(0, +) }
    }

    @Test(
        .enabled(
            if: folder != nil,
            "only where ASSAY_JSON_SCHEMA_TEST_SUITE names the folder of the suite"),
        arguments: [
            ("draft4", "http://json-schema.org/draft-04/schema#", 0.6),
            ("draft6", "http://json-schema.org/draft-06/schema#", 0.6),
            ("draft7", "http://json-schema.org/draft-07/schema#", 0.6),
            ("draft2019-09", "https://json-schema.org/draft/2019-09/schema", 0.75),
            ("draft2020-12", "https://json-schema.org/draft/2020-12/schema", 0.75),
        ])
    func noVerdictIsWrong(_ draft: String, _ dialect: String, _ least: Double) throws {
        let root = URL(filePath: try #require(Self.folder))
        let outcome = try Self.outcome(of: root.appending(path: "tests/\(draft)"), dialect: dialect)
        print("\(draft): \(outcome.right) of \(outcome.all) right, \(outcome.wrong.count) wrong")
        for (reason, count) in outcome.rejected.sorted(by: { $0.value > $1.value }) {
            print("  \(count) rejected: \(reason)")
        }
        #expect(outcome.wrong == [])
        #expect(outcome.all > 100)
        #expect(Double(outcome.right) >= least * Double(outcome.all))
        let unknown = outcome.rejected.keys.filter { reason in
            !SchemaSuiteRejections.reasons.contains { reason.hasPrefix($0) }
        }
        #expect(unknown == [])
    }

    static func outcome(of folder: URL, dialect: String) throws -> Outcome {
        var outcome = Outcome()
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        let registry = RuleRegistry.standard()
        for file in files.filter({ $0.pathExtension == "json" }).sorted(by: { $0.path < $1.path }) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard case .array(let groups) = try JSONValueParser.parse(text) else { continue }
            for group in groups {
                try count(
                    group, of: file.lastPathComponent, dialect: dialect, registry: registry,
                    in: &outcome)
            }
        }
        return outcome
    }

    private static func count(
        _ group: Value, of file: String, dialect: String, registry: RuleRegistry,
        in outcome: inout Outcome
    ) throws {
        guard case .array(let tests) = group["tests"] else { return }
        var schema = group["schema"]
        if case .object(var object) = schema, object["$schema"] == nil {
            object["$schema"] = .string(dialect)
            schema = .object(object)
        }
        let manager: ValidatorsManager
        do throws(RuleSetError) {
            let ruleSet = try SchemaImport.rules(ofValue: Array(schema.json.utf8))
            manager = try ValidatorsManager(ruleSet, registry: registry)
        } catch {
            let message = error.issues.first?.message ?? ""
            let reason = message.drop { $0 != " " }.dropFirst()
            outcome.rejected[String(reason), default: 0] += tests.count
            return
        }
        for test in tests {
            let record = ValidationRecord(Value.Object([(key: "value", value: test["data"])]))
            let isValid = manager.validate(record).isValid
            if .bool(isValid) == test["valid"] {
                outcome.right += 1
            } else {
                outcome.wrong.append(
                    "\(file): \(group["description"].json): \(test["description"].json)")
            }
        }
    }
}

/// The beginnings of the reasons for which schemas of the suite are rejected.
enum SchemaSuiteRejections {
    static let reasons = [
        "rules about a single element",
        "a rule set has no rules for all other members",
        "rules about members whose key matches a pattern",
        "'not' of rules about elements after the first",
        "'not' of rules about single elements",
        "'$ref' leads back to a schema", "'$ref' leads to", "'$dynamicRef'", "'$recursiveRef'",
        "'unevaluatedProperties'", "'unevaluatedItems'",
        "the pattern cannot be translated",
        "'multipleOf' has more than 18", "leads nowhere", "is not a known version",
    ]
}
