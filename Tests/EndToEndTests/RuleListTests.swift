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

    @Test(arguments: [("luh*", ["luhn"]), ("IBA", ["iban"]), ("?ban", ["iban"])])
    func patternChooses(pattern: String, ids: [String]) throws {
        let result = try RuleShellTool.run(["rules", pattern])
        let heads = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(heads.map { String($0.prefix { $0 != "(" }) } == ids)
        #expect(result.output.hasSuffix("  source: built in (C)\n"))
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
                "length.tooShort\n  must have at least {min} {unit}\n\nlength(min: int, "))
    }

    @Test(arguments: [
        ("fault.matchLimit", "A rule could not decide: the pattern's match limit was reached."),
        (
            "plugin.format",
            "A plugin is not loaded: its file is not a shared library for this machine."
        ),
        ("rule.unknown", "No rule with this id is registered; plugins are named with --plugin."),
        ("record.malformed", "The record cannot be read; its fields are not judged"),
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
                        ruleshell: error[explain.unknown] there is no rule and no code 'length.tooShrt'
                        help: did you mean 'length.tooShort'?

                        """))
    }
}

/// Every code that stands in the sources is explained.
@Suite struct CodeCatalogueTests {
    private static let families = [
        "argument", "case", "configuration", "explain", "expression", "field", "input", "output",
        "pattern",
        "plugin",
        "record", "rule", "ruleSet",
    ]

    /// String literals that are a code of one of the families.
    private static func codes(in text: String) -> Set<String> {
        var codes: Set<String> = []
        for literal in text.split(separator: "\"") {
            let parts = literal.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, families.contains(String(parts[0])),
                !parts[1].isEmpty, parts[1].utf8.allSatisfy({ isLetter($0) })
            else { continue }
            codes.insert(String(literal))
        }
        return codes
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }

    @Test func everyCodeOfTheSourcesIsExplained() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let found = try ChildProcess(
            "/usr/bin/find", [root + "/Sources", "-name", "*.swift", "-type", "f"]
        ).finish().output
        var codes: Set<String> = []
        for file in found.split(separator: "\n") {
            codes.formUnion(Self.codes(in: try Workshop.read(String(file))))
        }
        #expect(codes.count > 40)
        for code in codes.sorted() {
            let result = try RuleShellTool.run(["explain", code])
            #expect(result.status == 0, "\(code)")
        }
    }
}
