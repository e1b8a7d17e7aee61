// SPDX-License-Identifier: Apache-2.0
import Assay
import TestRandomness
import Testing

/// Labels change what people read, and nothing else.
@Suite struct LabelPropertyTests {
    private static let paths = (0..<6).map { "path\($0)" }
    private static let registry = RuleRegistry.standard()

    @Test(arguments: UInt64(0)..<150)
    func reportsDifferInNamesOnly(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let plain = RuleSet(Self.paths.map { Field(FieldPath(key: $0), Self.validator(&random)) })
        var labels: [String: FieldLabel] = [:]
        var labelled = plain
        for (index, path) in Self.paths.enumerated() where Bool.random(using: &random) {
            labels[path] =
                Bool.random(using: &random)
                ? FieldLabel("Label \(index)")
                : ["en": "Label \(index)", "de": "Etikett \(index)", "ar": "لصيقة \(index)"]
            if Bool.random(using: &random) {
                labelled.fields[index].label = labels[path]
            } else {
                labelled.labels[FieldPath(key: path)] = labels[path]
            }
        }
        let records = (0..<8).map { _ in Self.record(&random) }
        let expected = try ValidatorsManager(plain, registry: Self.registry).validate(records)
        let manager = try ValidatorsManager(labelled, registry: Self.registry)
        let found = manager.validate(records)
        #expect(found == records.map { manager.validate($0) })
        for language in ["en", "de-AT", "fr", "ar", "sw"] {
            let messages = Self.registry.messages(in: language)
            for (found, expected) in zip(found, expected) {
                try #require(found.violations.count == expected.violations.count)
                for (violation, other) in zip(found.violations, expected.violations) {
                    #expect(
                        messages.message(of: violation)
                            == Self.renamed(other, in: messages, by: labels, language: language))
                    var copy = violation
                    copy.labels = FindingLabels()
                    #expect(copy == other)
                    #expect(violation.object["parameters"] == other.object["parameters"])
                }
            }
        }
    }

    /// The message with labels in the places of paths; one that is in English in every language has those
    /// in English.
    private static func renamed(
        _ violation: Violation, in messages: MessageCatalogue, by labels: [String: FieldLabel],
        language: String
    ) -> String {
        var text = messages.message(of: violation)
        for (path, label) in labels {
            var label = label.text(in: language) ?? path
            // Text from right to left is isolated, as everything is in Arabic.
            if language != "ar", label.hasPrefix("ل") { label = "\u{2068}\(label)\u{2069}" }
            text = text.replacing(path, with: label)
        }
        return text
    }

    private static func validator(_ random: inout SeededNumbers) -> Validator {
        let rules = (0..<Int.random(in: 1...3, using: &random)).map { _ -> RuleEntry in
            let count = Int.random(in: 1...3, using: &random)
            let others = paths.shuffled(using: &random).prefix(count).map {
                RuleArgument(.word($0))
            }
            let ids =
                count == 1
                ? ["sameAs", "differentFrom", "lessThan", "greaterOrEqual", "inField"]
                : ["requiredWith", "requiredWithAll", "requiredWithout", "requiredWithoutAll"]
            let id = ids.randomElement(using: &random) ?? "sameAs"
            return RuleEntry(RuleExpression(id, others), dependencies: .any)
        }
        return Validator(rules: rules)
    }

    private static func record(_ random: inout SeededNumbers) -> ValidationRecord {
        var fields = Value.Object()
        for path in paths {
            let values: [Value] = [.absent, .absent, 1, 2, "a", ["a"]]
            let value = values.randomElement(using: &random) ?? .absent
            if value != .absent { fields[path] = value }
        }
        return ValidationRecord(fields)
    }
}
