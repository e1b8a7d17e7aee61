// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayForms
import PluginWorkshop
import Testing

/// Rules of plugins check fields of forms as they check those of records.
@MainActor
@Suite struct PluginFormTests {
    @Test func ruleOfAPluginChecksAField() throws {
        let registry = RuleRegistry.standard()
        try PluginHost().load(path: try BuiltPlugin.taxId.path(), into: registry)
        let form = try FormModel(
            RuleSet(Field("taxId", .required, .rule("taxId.de"))), registry: registry,
            debounce: .zero)
        form["taxId"].text = "86095742718"
        #expect(form["taxId"].validation.violations.map(\.code) == ["taxId.de.check"])
        #expect(form["taxId"].firstMessage?.isEmpty == false)
        form["taxId"].text = "86095742719"
        #expect(form["taxId"].validation == .valid)
        #expect(form.isValid)
    }

    @Test func ruleOfAPluginThatIsNotLoadedIsAnErrorWhenTheFormIsMade() {
        let error = #expect(throws: FormError.self) {
            try FormModel(RuleSet(Field("taxId", .rule("taxId.de"))))
        }
        guard case .invalidRules(let rules) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(rules.issues.map(\.code) == ["rule.unknown"])
    }
}
