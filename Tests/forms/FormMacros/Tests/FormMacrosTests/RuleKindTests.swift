// SPDX-License-Identifier: Apache-2.0
import AssayForms
@testable import FormMacroExpansions
import Testing

/// The table of what rules check, held to the rules.
struct RuleKindTests {
    private static let values: [(kind: RuleKinds, value: Value)] = [
        (.string, "a"), (.number, 1), (.boolean, true), (.array, [1]), (.object, ["a": 1]),
    ]

    /// Each rule that needs no argument fails on the kinds that it does not check, and on no other.
    @Test func theTableIsThatOfTheRules() throws {
        var count = 0
        let registry = RuleRegistry.standard()
        for (kinds, rules) in RuleKinds.rules {
            for rule in rules {
                let ruleSet = RuleSet(Field("x", .rule(String(rule))))
                guard let manager = try? ValidatorsManager(ruleSet, registry: registry) else {
                    continue
                }
                count += 1
                for (kind, value) in Self.values {
                    let report = manager.validate(["x": value])
                    let isWrong = report.violations.contains { $0.code == "\(rule).kind" }
                    #expect(isWrong != kinds.include(kind), "\(rule) \(kind)")
                }
            }
        }
        #expect(count > 90)
    }

    @Test(arguments: [
        ("Int?", RuleKinds.number, "Int"), (" Optional< String >", .string, "String"),
        ("[Int: String]", .object, "[Int: String]"),
        ("[[Int: String]]?", .array, "[[Int: String]]"),
        ("Swift.Bool", .boolean, "Bool"), ("Set<String>", .array, "Set<String>"),
    ])
    func typesAreKnownByTheirNames(written: String, kind: RuleKinds, name: String) {
        #expect(PropertyType(written).kind == kind)
        #expect(PropertyType(written).name == name)
    }

    @Test(arguments: ["Name", "Date", "Plan?", "some Codable"])
    func otherTypesAreNot(written: String) {
        #expect(PropertyType(written).kind == nil)
    }
}
