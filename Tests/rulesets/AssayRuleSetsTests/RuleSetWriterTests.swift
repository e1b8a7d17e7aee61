// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import AssayRules
import Testing

/// Rule sets as files that are read as what they were written from.
struct RuleSetWriterTests {
    @Test func anObjectIsWrittenAndReadBack() throws {
        let ruleSet = RuleSet(Field("b", .rule("acme.x", ["map": ["k": [1, ["l: #": nil]]]])))
        let text = try ruleSet.yaml
        #expect(
            text == #"""
                assay: 1
                fields:
                  b: 'acme.x(map={"k":[1,{"l: #":null}]})'

                """#)
        #expect(try RuleSet(parsing: text) == ruleSet)
    }

    @Test func aDuplicateKeyCannotBeWritten() {
        let object = Value.object(.init([("k", 1), ("k", 2)]))
        let ruleSet = RuleSet(
            Field("a", .required), Field("b", .rule("acme.x", ["map": object])))
        let error = #expect(throws: RuleSetError.self) { try ruleSet.yaml }
        #expect(
            error?.description == """
                error[ruleSet.notWritable] b: the rule set cannot be written as YAML: the key 'k' \
                appears twice in the object; remove one of the two members
                """)
    }

    @Test func aFieldCannotBeWrittenTwice() {
        let ruleSet = RuleSet(Field("a", .required), Field("a", .email))
        let error = #expect(throws: RuleSetError.self) { try ruleSet.yaml }
        #expect(
            error?.issues.map(\.message) == [
                "the rule set cannot be written as YAML: the key 'a' appears twice"
            ])
    }

    @Test func aMessageHasALimit() {
        let long = String(repeating: "m", count: 4097)
        let error = #expect(throws: RuleSetError.self) {
            try RuleSet(Field("a", .email.message(long))).yaml
        }
        #expect(error?.issues.map(\.code) == ["ruleSet.notWritable"])
    }

    @Test func everyPartIsWritten() throws {
        let ruleSet = RuleSet(
            [
                Field("email", .required, .email, label: "E-mail"),
                Field("tags[*]", .length(1...20)),
                Field("\"a.b\"", .regex("^[a: #]+$")),
                Field("none"),
                Field("password", .required, .length(8...), policy: .first, isSensitive: true),
                Field("age", .integer, missing: ["NULL", "N/A", "-1", "NULL"]),
                Field(
                    "iban",
                    Validator(rules: [
                        RuleEntry(.iban),
                        RuleEntry(
                            .rule("acme.sanctions", ["list": "eu"]),
                            when: [
                                Condition("country", .oneOf("DE", "FR")),
                                Condition("kind", .required), Condition("country", .required),
                            ], severity: .warning, message: "It's \"{value}\"\n: no # {list}",
                            onFault: .fail, dependencies: .any),
                    ])),
            ], unknownFields: .warn, plugins: ["acme >= 1.2, < 2"], maximumViolations: 5,
            labels: ["country": ["en": "Country", "de": "Land"], "null": "yes"])
        let text = try ruleSet.yaml
        #expect(
            text == #"""
                assay: 1
                plugins:
                  - acme >= 1.2, < 2
                fields:
                  email: required, email
                  tags[*]: length(1...20)
                  '"a.b"': 'regex(/^[a: #]+$/)'
                  none: []
                  password:
                    rules: required, length(8...)
                    sensitive: true
                    policy: first
                  age:
                    rules: integer
                    missing:
                      - '-1'
                      - N/A
                      - 'NULL'
                  iban:
                    - iban
                    - rule: acme.sanctions(list="eu")
                      when:
                        country:
                          - oneOf(["DE", "FR"])
                          - required
                        kind: required
                      severity: warning
                      message: "It's \"{value}\"\n: no # {list}"
                      onFault: fail
                      dependencies: any
                labels:
                  email: E-mail
                  country:
                    de: Land
                    en: Country
                  'null': 'yes'
                unknownFields: warn
                maximumViolations: 5

                """#)
        #expect(try RuleSet(parsing: text) == ruleSet)
    }

    @Test func anEmptyRuleSetIsOne() throws {
        #expect(try RuleSet().yaml == "assay: 1\nfields: {}\n")
    }

    @Test(arguments: [
        ("id", "identity: id"), ("[id]", "identity: id"),
        ("[shop, o.id]", "identity:\n  - shop\n  - o.id"), ("'null'", "identity: 'null'"),
        ("['12', 'a: b']", "identity:\n  - '12'\n  - 'a: b'"),
    ])
    func identityIsWritten(identity: String, lines: String) throws {
        let read = try RuleSet(parsing: "assay: 1\nidentity: \(identity)\nfields: {}\n")
        let text = try read.yaml
        #expect(text == "assay: 1\n\(lines)\nfields: {}\n")
        #expect(try RuleSet(parsing: text).identity == read.identity)
    }

    @Test func anIdentityMakesADifference() throws {
        func ruleSet(_ identity: String) throws -> RuleSet {
            try RuleSet(parsing: "assay: 1\n\(identity)\nfields:\n  a: required\n")
        }
        #expect(try ruleSet("identity: a") != ruleSet(""))
        #expect(try ruleSet("identity: a") != ruleSet("identity: b"))
        // A fingerprint depends on the order.
        #expect(try ruleSet("identity: [a, b]") != ruleSet("identity: [b, a]"))
        #expect(try ruleSet("identity: a") == ruleSet("identity: [a]"))
    }

    @Test func differentRuleSetsAreNotEqual() {
        let one = RuleSet(Field("a", .required))
        #expect(one != RuleSet(Field("a", .required, label: "A")))
        #expect(one != RuleSet(Field("a", .required.message("No."))))
        #expect(one != RuleSet(Field("a", .required), unknownFields: .warn))
        #expect(one != RuleSet([Field("a", .required)], plugins: ["acme"]))
        #expect(
            RuleSet(Field("a", .required, label: "A"))
                == RuleSet([Field("a", .required)], labels: ["a": "A"]))
    }

    /// Whatever rules, paths, labels and messages a rule set has, reading its text gives it back.
    @Test func everyRuleSetIsReadAsItWasWritten() throws {
        var random = RuleSetGenerator(seed: 20_240_301)
        for _ in 0..<1_000 {
            let ruleSet = random.ruleSet()
            let text = try ruleSet.yaml
            let read = try RuleSet(parsing: text)
            #expect(read == ruleSet, "\(text)")
            #expect(try read.yaml == text)
        }
    }
}

/// Random rule sets from a seed.
private struct RuleSetGenerator {
    private var expressions: ExpressionGenerator

    init(seed: UInt64) {
        expressions = ExpressionGenerator(seed: seed)
    }

    private mutating func isChosen(_ share: Int = 3) -> Bool {
        expressions.number(below: share) == 0
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[expressions.number(below: choices.count)]
    }

    mutating func ruleSet() -> RuleSet {
        var labels: [FieldPath: FieldLabel] = [:]
        for _ in 0..<expressions.number(below: 3) { labels[path()] = label() }
        var fields: [FieldPath: Field] = [:]
        for _ in 0..<expressions.number(below: 6) {
            let field = field()
            fields[field.path] = field
        }
        var ruleSet = RuleSet(
            fields.values.sorted { $0.path.description < $1.path.description },
            unknownFields: pick([.allow, .warn, .reject]),
            plugins: isChosen() ? ["acme", "fleet >= 1.2, < 2"] : [],
            maximumViolations: isChosen() ? 7 : 1000, labels: labels)
        for _ in 0..<expressions.number(below: 3) {
            let path = path()
            guard !path.hasElements, !ruleSet.identity.contains(path) else { continue }
            ruleSet.identity.append(path)
        }
        return ruleSet
    }

    private mutating func field() -> Field {
        Field(
            path(),
            Validator(
                rules: (0..<expressions.number(below: 5)).map { _ in entry() },
                policy: isChosen() ? .first : .all, isSensitive: isChosen(),
                missing: (0..<expressions.number(below: 3)).map { _ in text() }),
            label: isChosen() ? label() : nil)
    }

    private mutating func entry() -> RuleEntry {
        let expression = expressions.expression(depth: 3)
        guard isChosen() else { return RuleEntry(expression) }
        return RuleEntry(
            expression,
            when: (0..<expressions.number(below: 4)).map { _ in
                Condition(
                    path(),
                    rules: (0...expressions.number(below: 2)).map { _ in
                        expressions.expression(depth: 2)
                    })
            }, severity: pick([.error, .warning]), message: isChosen() ? text() : nil,
            onFault: pick([.fault, .fail, .pass]), dependencies: pick([.valid, .any]))
    }

    private mutating func path() -> FieldPath {
        let keys = [
            "a", "null", "12", "a b", "größe", "x.y", "q\"", "-", "~", "a: b", "#", "\u{1}", "😀",
        ]
        var path = FieldPath(key: pick(keys)).description
        while isChosen() {
            path += pick(["[*]", "[3]", "." + FieldPath(key: pick(keys)).description])
        }
        return FieldPath(stringLiteral: path)
    }

    private mutating func label() -> FieldLabel {
        isChosen() ? FieldLabel(text()) : FieldLabel(["de": text(), "pt-BR": text()])
    }

    private mutating func text() -> String {
        let parts = [
            "a", "\"", "\\", "'", "\n", "\r\n", "\t", "\u{1}", "\u{85}", "\u{2028}", "\u{FEFF}",
            "é", "😀", " # ", ": ", "  ", "- ", "{", "%", "\u{7F}", "null",
        ]
        return (0..<expressions.number(below: 6)).map { _ in pick(parts) }.joined()
    }
}
