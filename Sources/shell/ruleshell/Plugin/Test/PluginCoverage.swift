// SPDX-License-Identifier: Apache-2.0
import Assay

/// The parts of a plugin's rules that the cases have shown.
struct PluginCoverage {
    /// The parts of one rule that the cases have shown.
    struct Rule {
        /// The names that a case has shown and the names that no case has shown, each in their
        /// order.
        struct Part {
            let seen: [String]
            let missed: [String]

            init(_ all: [String], in seen: Set<String>) {
                self.seen = all.filter { seen.contains($0) }
                missed = all.filter { !seen.contains($0) }
            }

            var count: Int { seen.count + missed.count }
        }

        let id: String
        /// The number of cases that run the rule.
        let cases: Int
        let codes: Part
        let parameters: Part
        /// The kinds of values that the rule does not take.
        let kinds: Part

        /// A case runs the rule, and each of its codes was produced.
        var isCovered: Bool { cases > 0 && codes.missed.isEmpty }
    }

    /// The rules in the order of the plugin's table.
    let rules: [Rule]

    var isComplete: Bool { rules.allSatisfy(\.isCovered) }

    init(of manifest: PluginManifest, by results: [PluginCaseResult]) {
        rules = manifest.rules.map { rule in
            let own = results.filter { $0.parameters[rule.id] != nil }
            return Rule(
                id: rule.id, cases: own.count,
                codes: Rule.Part(
                    rule.codes.map(\.code.id), in: Set(results.flatMap(\.codes))),
                parameters: Rule.Part(
                    rule.parameters.map(\.name),
                    in: Set(own.flatMap { $0.parameters[rule.id] ?? [] })),
                kinds: Rule.Part(
                    Self.names(of: rule.kinds.symmetricDifference(.all)),
                    in: Set(results.flatMap { $0.wrongKinds[rule.id] ?? [] })))
        }
    }

    /// Returns each name of the kinds once.
    ///
    /// Missing values are left out: a rule that does not see them never gets one.
    private static func names(of kinds: ValueKinds) -> [String] {
        var names: [String] = []
        for kind in ValueKind.allCases where kind != .absent && kind != .null {
            guard kinds.contains(ValueKinds(kind)), !names.contains(kind.name) else { continue }
            names.append(kind.name)
        }
        return names
    }
}

extension PluginCoverage {
    /// A line for each rule, and what no case has shown below it.
    var lines: [String] {
        rules.flatMap { rule -> [String] in
            var parts = [
                "\(rule.codes.seen.count) of \(Counted.text(rule.codes.count, of: "code"))"
            ]
            if rule.parameters.count > 0 {
                parts.append(
                    "\(rule.parameters.seen.count) of "
                        + Counted.text(rule.parameters.count, of: "parameter"))
            }
            if rule.kinds.count > 0 {
                parts.append(
                    "\(rule.kinds.seen.count) of "
                        + Counted.text(rule.kinds.count, of: "wrong kind"))
            }
            let head = "\(rule.id): \(Counted.text(rule.cases, of: "case")); "
            return [head + parts.joined(separator: ", ")]
                + Self.line("codes that no case produces", part: rule.codes)
                + Self.line("parameters that no case gives", part: rule.parameters)
                + Self.line("kinds that no case shows to be rejected", part: rule.kinds)
        }
    }

    private static func line(_ title: String, part: Rule.Part) -> [String] {
        part.missed.isEmpty ? [] : ["  \(title): \(part.missed.joined(separator: ", "))"]
    }

    /// The coverage in the JSON object of the command.
    var value: Value {
        [
            "complete": .bool(isComplete),
            "rules": .array(
                rules.map { rule in
                    [
                        "rule": .string(rule.id), "cases": .integer(Int64(rule.cases)),
                        "codes": Self.value("produced", rule.codes),
                        "parameters": Self.value("given", rule.parameters),
                        "kinds": Self.value("rejected", rule.kinds),
                    ]
                }),
        ]
    }

    private static func value(_ name: String, _ part: Rule.Part) -> Value {
        .object(
            Value.Object([
                (name, .array(part.seen.map { .string($0) })),
                ("never", .array(part.missed.map { .string($0) })),
            ]))
    }
}
