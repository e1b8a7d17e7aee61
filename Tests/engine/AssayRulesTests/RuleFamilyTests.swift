// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRules
import Testing

@Suite struct RuleFamilyTests {
    @Test func everyBuiltInRuleHasOneFamily() {
        let registry = RuleRegistry.standard()
        let ids = RuleFamily.allCases.flatMap { $0.rules(in: registry) }.map(\.id)
        #expect(ids.sorted() == registry.allDefinitions.map(\.id).sorted())
    }

    @Test func familyHasTheRulesThatTheRegistryHas() throws {
        let registry = RuleRegistry()
        #expect(RuleFamily.allCases.allSatisfy { $0.rules(in: registry).isEmpty })
    }
}
