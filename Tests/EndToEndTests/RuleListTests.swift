// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `ruleshell rules` and `ruleshell explain`.
@Suite struct RuleListTests {
    @Test func everyRuleIsListed() throws {
        let result = try RuleShellTool.run(["rules", "--json"])
        guard case .array(let rules) = try JSONValueParser.parse(result.output)["rules"] else {
            throw TestFailure(description: "there is no list of rules")
        }
        let definitions = RuleRegistry.standard().allDefinitions
        #expect(rules.map { $0["id"] } == definitions.map { .string($0.id) })
        for (rule, definition) in zip(rules, definitions) {
            guard case .array(let parameters) = rule["parameters"],
                case .array(let examples) = rule["examples"]
            else { throw TestFailure(description: rule.json) }
            #expect(parameters.map { $0["name"] } == definition.parameters.map { .string($0.name) })
            #expect(examples.count == definition.examples.count)
        }
    }

    @Test func rulesAboutRecordsAreAListOfTheirOwn() throws {
        let result = try RuleShellTool.run(["rules", "--json", "sorted"])
        let json = try JSONValueParser.parse(result.output)
        #expect(json["rules"][0]["id"] == "sorted" && json["records"][0]["id"] == "sorted")
        #expect(json["records"][0]["codes"][0]["id"] == "sorted.order")
        let both = try RuleShellTool.run(["explain", "sorted"]).output
        #expect(both.hasPrefix("sorted(order: ascending | descending = ascending, "), "\(both)")
        #expect(
            both.contains("\n\nsorted(field: field, order: ascending | descending = ascending)\n"),
            "\(both)")
    }

    @Test func aRuleAboutRecordsIsExplained() throws {
        let text = try RuleShellTool.run(["explain", "unique"]).output
        #expect(
            text.hasPrefix(
                """
                unique(fields: fields, missing: skip | equal | fail = skip)
                  No two records with the same key
                  checks: the records of a data set; write it under 'records'
                  tolerance: a count or a share of failures
                  parameters:
                    fields: paths of fields (required): The fields whose values form the key
                """), "\(text)")
        #expect(
            text.contains("    unique(id) of {\"id\": 1} {\"id\": 1.0} fails: unique.repeated\n"))
        let code = try RuleShellTool.run(["explain", "references.partial"]).output
        #expect(
            code.hasPrefix("references.partial\n  must have all of {fields} or none\n\nreferences(")
        )
        #expect(
            try RuleShellTool.run(["explain", "email.tolerance"]).output == """
                email.tolerance
                  In a data set, more values failed 'email' than 'tolerance' of the rule allows.

                """)
    }

    @Test func limitsAndDefaultsAreInTheJSON() throws {
        let result = try RuleShellTool.run(["rules", "--json", "length"])
        let rule = try JSONValueParser.parse(result.output)["rules"][0]
        #expect(rule["id"] == "length")
        #expect(rule["kinds"] == ["string"])
        #expect(rule["source"] == ["kind": "swift"])
        let parameters = rule["parameters"]
        #expect(parameters[0]["type"] == "int")
        #expect(parameters[0]["minimum"] == 0)
        #expect(parameters[2]["type"][0] == "characters")
        #expect(parameters[2]["default"] == "characters")
        #expect(rule["codes"][0]["id"] == "length.tooShort")
    }

    @Test(arguments: ["luh*", "luhn", "LUHN*", "?uhn"])
    func ruleThatIsAloneIsShownWhole(pattern: String) throws {
        let result = try RuleShellTool.run(["rules", pattern])
        #expect(result.output.hasPrefix("luhn(separators: bool = false)\n"))
        #expect(result.output.hasSuffix("  source: built in (C)\n"))
    }

    @Test func severalRulesHaveALineEach() throws {
        let registry = RuleRegistry.standard()
        let definitions = registry.allDefinitions + registry.recordsRules.map(\.rule)
        let output = try RuleShellTool.run(["rules"]).output
        #expect(output.hasPrefix("Presence\n  required  "))
        let lines = output.split(separator: "\n").filter { $0.hasPrefix("  ") }
            .sorted { $0.split(separator: " ")[0] < $1.split(separator: " ")[0] }
        #expect(lines.count == definitions.count)
        for (line, definition) in zip(lines, definitions.sorted { $0.id < $1.id }) {
            #expect(line.hasPrefix("  \(definition.id) "), "\(line)")
            #expect(line.contains("  " + definition.summary), "\(line)")
            if let standard = definition.standard { #expect(line.hasSuffix(" (\(standard))")) }
        }
    }

    /// Ids, summaries, standards and words of other tools.
    @Test(arguments: [
        ("min", ["range", "length", "minItems"]), ("isIn", ["oneOf"]), ("str_length", ["length"]),
        ("format", ["email", "date"]), ("maxLength", ["length"]), ("ENUM", ["oneOf"]),
        ("ITU-T", ["e164"]), ("check digit", ["luhn"]), ("*Items", ["maxItems", "minItems"]),
    ])
    func wordLeadsToRules(word: String, ids: [String]) throws {
        let output = try RuleShellTool.run(["rules", word]).output
        for id in ids {
            #expect(
                output.split(separator: "\n").contains {
                    $0.hasPrefix(id + " ") || $0.hasPrefix(id + "(")
                }, "\(id) in \(output)")
        }
    }

    // MARK: - Words of other tools

    @Test(arguments: [
        (
            "min(3)",
            "write range(18...) for a number, length(3...) for a text, minItems(1) for an array"
        ),
        ("enum(\"a\")", "write oneOf(\"a\", \"b\")"),
        (
            "optional",
            "leave it out: every rule but the presence rules skips what is absent or null"
        ),
        ("not(matches(/a/))", "write regex(/^[a-z]+$/)"),
        ("emial", "did you mean 'email'?"),
    ])
    func unknownRuleOfAnotherToolIsExplained(expression: String, help: String) throws {
        let tried = try RuleShellTool.run(["try", expression, "x"])
        #expect(tried.status == 2)
        #expect(tried.errors.contains("error[rule.unknown]"))
        #expect(tried.errors.hasSuffix("\nhelp: \(help)\n"), "\(tried.errors)")
        let workshop = try Workshop()
        try workshop.write("assay: 1\nfields:\n  a: '\(expression)'\n", to: "a.yaml")
        for command in [["validate", "-r"], ["check"]] {
            let result = try RuleShellTool.run(command + ["a.yaml"], in: workshop)
            #expect(result.status == 2)
            #expect((result.output + result.errors).contains("help: \(help)\n"), "\(result)")
        }
    }

    @Test func wordOfAnotherToolIsExplained() throws {
        #expect(
            try RuleShellTool.run(["explain", "ipv4"]).output.hasPrefix(
                "ipv4 is a word of other tools: write ip(version=4) or ip(version=6)\n\nip  "))
    }

    /// A word of another tool for which no rule is needed.
    @Test func wordWithoutRuleIsExplained() throws {
        let result = try RuleShellTool.run(["rules", "optional"])
        #expect(result.status == 2)
        #expect(
            result.errors == """
                ruleshell: error[rule.unknown] no rule matches 'optional'
                help: leave it out: every rule but the presence rules skips what is absent or null

                """)
    }

    @Test func patternWithoutRuleIsAnError() throws {
        let result = try RuleShellTool.run(["rules", "emial"])
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors:
                        "ruleshell: error[rule.unknown] no rule matches 'emial'\nhelp: did you mean 'email'?\n"
                ))
    }

    @Test func ruleIsExplained() throws {
        let result = try RuleShellTool.run(["explain", "startsWith"])
        #expect(result.output.hasPrefix("startsWith("))
        #expect(result.output.contains("\n  codes:\n    startsWith."))
        #expect(result.output.contains("\n  examples:\n    startsWith("))
        #expect(result.status == 0)
    }

    @Test func codeOfARuleIsExplained() throws {
        let result = try RuleShellTool.run(["explain", "length.tooShort"])
        #expect(
            result.output.hasPrefix(
                "length.tooShort\n  must have at least {min} characters\n\nlength(min: int, "))
    }

    @Test(arguments: [
        ("fault.matchLimit", "A rule could not decide: the pattern's match limit was reached."),
        (
            "fault.subjectLimit",
            "A rule could not decide: the text is longer than the subject limit of patterns."
        ),
        (
            "plugin.format",
            "A plugin failed to load: its file is not a shared library for this machine."
        ),
        ("rule.unknown", "No rule with this id is registered; --plugin loads plugins."),
        ("record.malformed", "The record is malformed; its fields are not validated"),
    ])
    func otherCodesAreExplained(code: String, meaning: String) throws {
        let result = try RuleShellTool.run(["explain", code])
        #expect(result.output.hasPrefix("\(code)\n  \(meaning)"))
        #expect(result.status == 0)
    }

    @Test func unknownNameIsAnErrorWithTheNearest() throws {
        let result = try RuleShellTool.run(["explain", "length.tooShrt"])
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[explain.unknown] there is no rule or code 'length.tooShrt'
                        help: did you mean 'length.tooShort'?

                        """))
    }
}

/// Every code in the sources is explained.
@Suite struct CodeCatalogueTests {
    /// What a message with a code begins with in the sources.
    private static var makers: [Regex<(Substring, code: Substring)>] {
        [
            #/(?:Diagnostic|RuleError|ExpressionError)\(\s*"(?<code>[\w.]+)"/#,
            #/\b(?:code|single)(?:: |\()"(?<code>[\w.]+)"/#,
            #/"(?<code>(?:argument|case|checkpoint|configuration|decoding|expression|field|input|key|output|pattern|plugin|prompt|record|records|rule|ruleSet|schema|scratch|source)\.[A-Za-z]{4,})"/#,
        ]
    }

    /// The codes that a source can print, but for those of rules, which `explain` knows from their
    /// definitions.
    private static func codes(in text: String) -> Set<String> {
        Set(makers.flatMap { text.matches(of: $0).map { String($0.output.code) } })
    }

    @Test func everyCodeOfTheSourcesIsExplained() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let found = try ChildProcess(
            "/usr/bin/find", [root + "/Sources", "-name", "*.swift", "-type", "f"]
        ).finish().output
        var codes: Set<String> = []
        // The library for other languages tells its callers of wrong calls; no command does.
        for file in found.split(separator: "\n") where !file.contains("/AssayLibrary/") {
            codes.formUnion(Self.codes(in: try Workshop.read(String(file))))
        }
        #expect(codes.count > 40)
        // The prompt's `:explain` asks the same table, all of them at once.
        let script = codes.sorted().map { ":explain \($0)\n" }.joined()
        let result = try RuleShellTool.run(["repl", "--keep-going"], input: script)
        #expect(result.errors == "")
    }

    @Test func explanationTellsWhatToDo() throws {
        #expect(
            try RuleShellTool.run(["explain", "expression.range"]).output == """
                expression.range
                  A range is written `3...20`, `3...` or `...20`.

                  A range has three dots and includes both ends; the lower one comes first.

                    wrong: length(3..20)
                    right: length(3...20)

                """)
    }

    /// What an explanation calls wrong has its code, and what it calls right has none.
    @Test func examplesOfExplanationsAreTrue() throws {
        let codes = try Self.codes(
            in: DocumentationExample.text(
                of: "Sources/services/Assay/Explanations/CodeHelp.swift"))
        var checked = 0
        for code in codes.sorted() where !code.hasPrefix("prompt.") && !code.hasPrefix("case.") {
            let lines = try RuleShellTool.run(["explain", code]).output.split(separator: "\n")
            for line in lines where !line.contains(": items[") && !line.contains("items[].") {
                let wrong = line.hasPrefix("    wrong: ")
                guard wrong || line.hasPrefix("    right: ") else { continue }
                checked += 1
                let result = try RuleShellTool.run(["try", String(line.dropFirst(11)), "x"])
                #expect(
                    result.errors.contains("error[\(code)]") == wrong, "\(line): \(result.errors)")
                #expect((result.status == 2) == wrong, "\(line)")
            }
        }
        #expect(checked > 30)
    }
}
