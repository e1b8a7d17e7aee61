// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

@Suite struct RuleSetReaderTests {
    static let yaml = """
        assay: 1
        plugins: [acme]
        fields:
          username: required, length(3...20), regex(/^[a-z][a-z0-9_]*$/)
          tags[*]:  length(1...20)
          iban:
            - iban, required
            - rule: acme.sanctions(list="eu")
              when:
                country: oneOf("DE", "FR")
                a.b: [required, integer]
              severity: warning
              message: "IBAN {value} is on the {list} list"
              onFault: fail
              dependencies: any
          password: { rules: "required, length(8...24)", sensitive: true, policy: first, missing: ["NULL", -1] }
          known: []
        unknownFields: warn
        maximumViolations: 7
        """

    static let json = #"""
        {
        	"assay": 1, "plugins": ["acme"],
        	"fields": {
        		"username": "required, length(3...20), regex(\/^[a-z][a-z0-9_]*$\/)",
        		"tags[*]": ["length(1...20)"],
        		"iban": ["iban, required", {
        			"rule": "acme.sanctions(list=\"eu\")",
        			"when": {"country": "oneOf(\"DE\", \"\u0046R\")", "a.b": ["required", "integer"]},
        			"severity": "warning", "message": "IBAN {value} is on the {list} list",
        			"onFault": "fail", "dependencies": "any"
        		}],
        		"password": {"rules": ["required", "length(8...24)"], "sensitive": true, "policy": "first",
        			"missing": ["NULL", -1]},
        		"known": []
        	},
        	"unknownFields": "warn", "maximumViolations": 7
        }
        """#

    @Test(arguments: [(yaml, "rules.yaml"), (json, "rules.json"), (json, "rules.yaml")])
    func everyKeyIsRead(_ text: String, _ file: String) throws {
        let ruleSet = try RuleSetReader.read(text, file: file)
        #expect(ruleSet.withoutPlaces == Self.expected)
    }

    private static var expected: RuleSet {
        let user = [
            RuleExpression("required"), length(3, 20),
            RuleExpression(
                "regex", [RuleArgument(.pattern(source: "^[a-z][a-z0-9_]*$", flags: ""))]),
        ]
        let oneOf = RuleExpression(
            "oneOf", [RuleArgument(.value("DE")), RuleArgument(.value("FR"))])
        let sanctions = RuleEntry(
            .rule("acme.sanctions", ["list": "eu"]),
            when: [
                Condition("country", oneOf), Condition("a.b", RuleExpression("required")),
                Condition("a.b", RuleExpression("integer")),
            ], severity: .warning, message: "IBAN {value} is on the {list} list", onFault: .fail,
            dependencies: .any)
        let iban = [
            RuleEntry(RuleExpression("iban")), RuleEntry(RuleExpression("required")), sanctions,
        ]
        return RuleSet(
            [
                Field("username", Validator(rules: user.map { RuleEntry($0) })),
                Field("tags[*]", length(1, 20)),
                Field("iban", Validator(rules: iban)),
                Field(
                    "password", RuleExpression("required"), length(8, 24), policy: .first,
                    isSensitive: true, missing: ["NULL", "-1"]),
                Field("known", Validator(rules: [])),
            ], unknownFields: .warn, plugins: ["acme"], maximumViolations: 7)
    }

    private static func length(_ min: Int64, _ max: Int64) -> RuleExpression {
        RuleExpression(
            "length", [RuleArgument(.range(lower: .integer(min), upper: .integer(max)))])
    }

    @Test func entriesAndFieldsKnowTheirPlaces() throws {
        let ruleSet = try RuleSetReader.read(Self.yaml, file: "f")
        let username = ruleSet.fields[0].validator
        #expect(username.location?.description == "f:4:3")
        #expect(username.rules.map { $0.location?.description } == ["f:4:13", "f:4:23", "f:4:39"])
        let condition = ruleSet.fields[2].validator.rules[2].conditions[0]
        #expect(condition.location?.description == "f:10:9")
        #expect(condition.source?.location(ofByte: 6).description == "f:10:24")
    }

    @Test func byteOrderMarkIsSkipped() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("assay: 1\nfields: {}".utf8)
        #expect(try RuleSetReader.read(bytes: bytes) == RuleSet([]))
    }

    @Test func aliasesAreFollowed() throws {
        let ruleSet = try RuleSetReader.read(
            "assay: 1\nfields:\n  a: &name required, integer\n  b: *name")
        #expect(ruleSet.fields[1].validator.rules == ruleSet.fields[0].validator.rules)
    }
}

extension RuleSet {
    /// The same rule set as Swift code would make it.
    var withoutPlaces: RuleSet {
        var copy = self
        for plugin in copy.plugins.indices { copy.plugins[plugin].location = nil }
        for field in copy.fields.indices {
            copy.fields[field].validator.location = nil
            for rule in copy.fields[field].validator.rules.indices {
                copy.fields[field].validator.rules[rule].removePlaces()
            }
        }
        return copy
    }
}

extension RuleEntry {
    fileprivate mutating func removePlaces() {
        location = nil
        source = nil
        conditions = conditions.map { Condition($0.path, rules: $0.rules) }
    }
}
