// SPDX-License-Identifier: Apache-2.0
package import AssayCore
import AssayPluginABI
package import AssayPluginHost
import CRules

/// Times the rules of a plugin, and a built-in rule between them, in the process of `PluginWorkChild`.
///
/// The answers are `{"subjects":[{"rule","expression","values","digest"}]}`, and for each round and
/// subject `{"subject","batch","single","referenceBatch","referenceSingle"}` in nanoseconds a value.
/// Numbers of different machines cannot be compared, but what a rule costs in terms of another one can:
/// the reference is timed right before each sample of a rule, so that both have the same clock rate.
package enum PluginBench {
    /// The built-in rule that is timed with the others: `luhn` on texts of sixteen digits.
    package static let reference = "luhn"
    /// Rows of a batch.
    package static let batchSize = 1024
    /// The time limit for one sample, in milliseconds.
    private static let limit: Int64 = 60_000

    /// Does what a request says: `rounds`, `microseconds` of a sample at least, and `values`, an array,
    /// or null for generated ones.
    package static func run(_ plugin: StartedPlugin, _ work: Value, _ answers: PluginWorkAnswers) {
        guard case .integer(let rounds) = work["rounds"],
            case .integer(let microseconds) = work["microseconds"]
        else { return }
        let rules = TrialRule.all(of: plugin)
        let subjects = self.subjects(
            of: rules, state: plugin.state, values: work["values"].elements)
        defer { for subject in subjects { subject.instance.destroy() } }
        guard let reference = referenceSubject() else { return }
        answers.append(["subjects": .array(subjects.map(\.value))])
        let sample = Duration.microseconds(microseconds)
        for _ in 0..<max(1, rounds) {
            for (index, subject) in subjects.enumerated() {
                answers.begin(index, milliseconds: limit)
                let sample: Value = .object([
                    ("subject", .integer(Int64(index))),
                    ("referenceBatch", .number(reference.batch.sample(of: sample))),
                    ("batch", .number(subject.batch.sample(of: sample))),
                    ("referenceSingle", .number(reference.single.sample(of: sample))),
                    ("single", .number(subject.single.sample(of: sample))),
                ])
                answers.end()
                answers.append(sample)
            }
        }
    }

    private static func subjects(
        of rules: [TrialRule], state: UnsafeMutableRawPointer?, values: [Value]?
    ) -> [BenchSubject] {
        let registry = TrialRule.registry(of: rules)
        return rules.flatMap { rule in
            rule.expressions.compactMap { expression -> BenchSubject? in
                guard let bound = try? registry.bind(expression) else { return nil }
                let arguments = PreparedArguments(of: bound, in: ValueArena())
                let creation = rule.create(with: arguments, state: state, offering: TrialCall())
                guard let instance = creation.instance else { return nil }
                var random = SeededRandom(seed: 1)
                return BenchSubject(
                    instance,
                    on: values ?? rule.values(variations: batchSize / 2, random: &random))
            }
        }
    }

    /// The rule in C through the same calls.
    private static func referenceSubject() -> BenchSubject? {
        guard let table = assay_c_rules_v1(nil),
            let definitions = try? TableReader(table, state: nil).definitions(),
            let index = definitions.firstIndex(where: { $0.id == reference }),
            let pointer = table.pointee.rules[index]
        else { return nil }
        let rule = TrialRule(raw: pointer.pointee, definition: definitions[index])
        guard let bound = try? TrialRule.registry(of: [rule]).bind(RuleExpression(reference))
        else { return nil }
        let creation = rule.create(
            with: PreparedArguments(of: bound, in: ValueArena()), state: nil,
            offering: TrialCall())
        var random = SeededRandom(seed: 1)
        let numbers = (0..<64).map { _ in
            Value.string(
                String((0..<16).map { _ in "0123456789".randomElement(using: &random) ?? "0" }))
        }
        return creation.instance.map { BenchSubject($0, on: numbers) }
    }
}

extension Value {
    /// Nil for what is no array.
    fileprivate var elements: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
