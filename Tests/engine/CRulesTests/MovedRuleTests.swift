// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import CRules
import PluginWorkshop
import TestRandomness
import Testing

/// A rule's file works compiled in and in a plugin alike: each of these is built into a library,
/// with the files that it includes, and says the same of every text.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct MovedRuleTests {
    /// A rule with parameters whose options fit into a pointer, and one whose instances take memory.
    @Test(arguments: [
        (
            "uuid", ["characters.c"],
            [
                "uuid", "uuid(4)", "uuid(case=lower, nil=false, variant=true)",
                "uuid(version=[0, 7], max=true, braces=true)",
            ]
        ),
        (
            "iban", ["characters.c", "iban_countries.c"],
            ["iban", "iban(spaces=true)", "iban(countries=[\"DE\", \"FR\"])"]
        ),
    ])
    func pluginSaysWhatTheCompiledRuleSays(
        rule: String, others: [String], expressions: [String]
    ) throws {
        let compiled = RuleRegistry()
        try compiled.register(try #require(assay_c_rules_v1(nil)), from: .c)
        let moved = RuleRegistry()
        try PluginHost().load(path: try build(rule, others), into: moved)

        let definition = try #require(compiled.definition(for: rule))
        #expect(definition.examples.count > 3)
        for example in definition.examples {
            try expectEqual(example.expression, [example.value], compiled, moved)
        }
        let texts = randomTexts(like: definition.examples)
        for expression in expressions { try expectEqual(expression, texts, compiled, moved) }
    }

    private func expectEqual(
        _ text: String, _ values: [Value], _ compiled: RuleRegistry, _ moved: RuleRegistry
    ) throws {
        let expression = try RuleExpressionParser.parseOne(text)
        var prefixed = expression
        prefixed.id = "moved.\(expression.id)"
        let found = try failures(of: prefixed, in: moved, values).map { codes in
            codes.map { $0.replacing("moved.", with: "") }
        }
        #expect(try failures(of: expression, in: compiled, values) == found, "\(text)")
    }

    /// Builds a plugin of the rule's file as it is, with the flags of the plugins' makefiles.
    private func build(_ rule: String, _ others: [String]) throws -> String {
        let workshop = try Workshop()
        let main = """
            #include "assay_plugin_c.h"
            ASSAY_DECLARE_RULE(\(rule));
            ASSAY_PLUGIN("moved", "1.0.0", ASSAY_RULES(&assay_rule_\(rule)));
            """
        let source = try workshop.write(Array(main.utf8), to: "plugin.c")
        let library = workshop.path("moved.so")
        let files = ["\(rule).c"] + others
        try Compiler.clang.build(
            [source] + files.map { Repository.path("CRules/\($0)") }, to: library)
        self.workshops.keep(workshop)
        return library
    }

    private let workshops = Workshops()

    /// Keeps the folders of libraries until the test ends.
    private final class Workshops {
        private var kept: [Workshop] = []

        func keep(_ workshop: Workshop) { kept.append(workshop) }
    }

    /// Texts of examples with a few characters changed, and random ones.
    private func randomTexts(like examples: [RuleExample]) -> [Value] {
        var numbers = SeededNumbers(seed: 12)
        let characters = Array("0123456789abcdefABCDEFGHXYZ -\u{0}é".unicodeScalars)
        var texts: [Value] = []
        for example in examples {
            guard case .string(let text) = example.value else { continue }
            for _ in 0..<300 {
                var scalars = Array(text.unicodeScalars)
                for _ in 0..<Int.random(in: 1...3, using: &numbers) where !scalars.isEmpty {
                    let place = Int.random(in: 0..<scalars.count, using: &numbers)
                    scalars[place] = characters.randomElement(using: &numbers) ?? "0"
                }
                var changed = String.UnicodeScalarView()
                changed.append(contentsOf: scalars)
                texts.append(.string(String(changed)))
            }
        }
        return texts
    }
}
