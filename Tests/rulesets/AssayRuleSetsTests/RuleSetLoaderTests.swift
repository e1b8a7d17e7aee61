// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRuleSets
import Testing

@Suite struct RuleSetLoaderTests {
    static let invalidFile = """
        assay: 1
        unknownFields: rejekt
        fields:
          username: required, lenght(3...20)
          email: [required, emial]
          age: range(18...120), maxItems("five")
          name: 'größe, required'
          code: "oneOf(\\"é\\"), regex(/*\\u0041/)"
          city:
            - rule: length(3..., unit=octets)
              when:
                country: oneOf("DE"), sameas(city)
              severity: fatal
          zip:
            - length(3...5)
            - length(mim=3)
          iban: url(schemes=["https"]
          phone: >-
            required,
            anyOf(email,
            e146)
        """

    static let messages = """
        rules.yaml:2:16: error[ruleSet.value] 'unknownFields' must be one of allow, warn, reject, not 'rejekt'; did you mean 'reject'?
        rules.yaml:4:23: error[rule.unknown] username: there is no rule 'lenght'; did you mean 'length'?
        rules.yaml:5:21: error[rule.unknown] email: there is no rule 'emial'; did you mean 'email'?
        rules.yaml:6:34: error[argument.type] age: maxItems: argument 'count' takes an integer, not "five"
        rules.yaml:7:10: error[expression.ruleName] name: 'größe' is not the name of a rule; write a name of ASCII letters, digits, '_' and '-', with dots between its parts
        rules.yaml:8:24: error[argument.invalid] code: regex: argument 'pattern' does not compile
        rules.yaml:10:31: error[argument.choice] city: length: argument 'unit' takes one of characters, codePoints, bytes, not 'octets'
        rules.yaml:12:31: error[rule.unknown] city: there is no rule 'sameas'; did you mean 'sameAs'?
        rules.yaml:13:17: error[ruleSet.value] city: 'severity' must be one of error, warning, not 'fatal'
        rules.yaml:16:14: error[argument.unknown] zip: length has no parameter 'mim'; did you mean 'min'?
        rules.yaml:17:30: error[expression.syntax] iban: expected ',' or ')', found the end
        rules.yaml:21:5: error[rule.unknown] phone: there is no rule 'e146'; did you mean 'e164'?
        """

    @Test func allMistakesOfAFileAreReportedInItsOrder() throws {
        let registry = try TestRules.registry()
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load(Self.invalidFile, file: "rules.yaml", registry: registry)
        }
        #expect(error?.description == Self.messages)
    }

    @Test func aContainerOfTwoKindsIsReportedAtTheLaterField() throws {
        let registry = try TestRules.registry()
        let text = "assay: 1\nfields:\n  items[*].price: integer\n  a: email\n  items.qty: integer"
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load(text, file: "f", registry: registry)
        }
        #expect(
            error?.description == """
                f:5:3: error[field.container] items.qty: the path says that 'items' is an object, \
                and 'items[*].price' says that it is an array; write [*] after 'items' in both \
                paths or in neither, or give all rules of both fields a 'when'
                """)
    }

    @Test func pathsThatTextCannotHaveAreReportedWithTheirPlaces() throws {
        let text = """
            assay: 1
            fields:
              address.zip: [email, required]
              b:
                - rule: sameAs(c.d)
                  when: {e.f: email}
              '"x.y"': email
            """
        let (_, plan) = try RuleSetLoader.load(text, file: "f", registry: TestRules.registry())
        #expect(
            plan.containerIssuesOfText().map(\.description) == [
                """
                f:3:17: error[field.cell] address.zip: the path 'address.zip' leads into an \
                object, and each value of a record from text is a text; write '"address.zip"' for \
                a column with this name
                """,
                """
                f:5:13: error[field.cell] b: the path 'c.d' leads into an object, and each value \
                of a record from text is a text; write '"c.d"' for a column with this name
                """,
                """
                f:6:14: error[field.cell] b: the path 'e.f' leads into an object, and each value \
                of a record from text is a text; write '"e.f"' for a column with this name
                """,
            ])
    }

    @Test func pluginsThatAreNotLoadedAreReported() throws {
        let text = "assay: 1\nplugins: [acme, near]\nfields: {a: acme.taxId}"
        let known = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load(text, file: "f", registry: TestRules.registry())
        }
        let message =
            "error[plugin.missing] the rule set needs the plugin 'near', which is not loaded; "
        #expect(
            known?.description == "f:2:17: \(message)load its library; the loaded plugins are acme")
        let none = #expect(throws: RuleSetError.self) {
            try ValidationPlan(RuleSet([], plugins: ["near"]), registry: RuleRegistry())
        }
        #expect(none?.description == "\(message)load its library; no plugin is loaded")
    }

    @Test func issuesOfTheTextAloneAreReported() throws {
        let registry = try TestRules.registry()
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load("assay: 1\nfields: {a: 'x('}", file: "f", registry: registry)
        }
        #expect(
            error?.description
                == "f:2:16: error[expression.syntax] a: expected a value, found the end")
    }

    @Test func missingFileIsReported() throws {
        let registry = try TestRules.registry()
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetLoader.load(file: "/nonexistent/rules.yaml", registry: registry)
        }
        #expect(
            error?.description
                == "error[ruleSet.file] /nonexistent/rules.yaml cannot be read: No such file or directory"
        )
    }

    @Test func directoryIsNoFile() {
        let error = #expect(throws: RuleSetError.self) { try RuleSet(contentsOfFile: "/") }
        #expect(error?.description == "error[ruleSet.file] / cannot be read: Is a directory")
    }

    @Test func soundRuleSetBecomesAPlan() throws {
        let text = "assay: 1\nfields:\n  a: required, length(3...20)\n  b[*].c: sameAs(a)"
        let (ruleSet, plan) = try RuleSetLoader.load(text, registry: try TestRules.registry())
        #expect(ruleSet.fields.count == 2)
        #expect(plan.keys == ["a", "b[*].c"])
    }
}
