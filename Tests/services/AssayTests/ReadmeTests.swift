// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import Assay
import AssayTesting
import Foundation
import Testing

/// The examples of README.md: the same lines are here, compile and do what the README says.
struct ReadmeTests {
    private let readme: [String]

    init() throws {
        readme = try String(contentsOfFile: Repository.root + "/README.md", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines of the fenced example that is the `number`th of its language.
    private func example(_ language: String, _ number: Int) throws -> [String] {
        let starts = readme.indices.filter { readme[$0] == "```" + language }
        try #require(starts.indices.contains(number))
        return Array(readme[(starts[number] + 1)...].prefix { $0 != "```" })
    }

    /// The lines of this file between two `// README` comments, without their indentation.
    private func linesHere(_ name: String) throws -> [String] {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let marks = lines.indices.filter { lines[$0].drop { $0 == " " } == "// README: \(name)" }
        try #require(marks.count == 2)
        let indentation = lines[marks[0]].prefix { $0 == " " }.count
        return lines[(marks[0] + 1)..<marks[1]].map { String($0.dropFirst(indentation)) }
    }

    @Test func theSwiftExamplePrintsWhatItSays() throws {
        var printed: [String] = []
        func print(_ items: String...) { printed.append(items.joined(separator: " ")) }

        // README: validators
        let ruleSet = RuleSet(
            Field("username", .required, .length(3...20), .regex("^[a-z][a-z0-9_]*$")),
            Field("age", .required, .integer, .range(18...120)),
            Field("password", .required, .length(8...), isSensitive: true),
            Field("passwordConfirm", .required, .sameAs("password")))
        let validators = try ValidatorsManager(ruleSet)

        let report = validators.validate([
            "username": "ann", "age": 17,
            "password": "correct Horse 7", "passwordConfirm": "correct horse 7",
        ])
        for violation in report.violations {
            print(violation.pointer, violation.code, violation.message)
        }
        // README: validators

        // No report has what repeats a sensitive value.
        #expect(report.violations.map(\.value) == [17, .absent])
        let expected =
            try ["import Assay", ""] + linesHere("validators") + printed.map { "// " + $0 }
        #expect(try example("swift", 0) == expected)
    }

    @Test func theRuleExampleIsARuleWithItsExamples() throws {
        #expect(try example("swift", 1) == linesHere("rule"))
        let registry = RuleRegistry.standard()
        try registry.register(EvenRule.definition)
        expectValid(4, "even", registry: registry)
        expectInvalid(3, "even", code: "even.odd", registry: registry)
        for example in EvenRule.definition.examples {
            switch example.code {
            case let code?:
                expectInvalid(example.value, example.expression, code: code, registry: registry)
            case nil: expectValid(example.value, example.expression, registry: registry)
            }
        }
    }

    @Test func theRuleSetIsOne() throws {
        let text = try example("yaml", 0).joined(separator: "\n")
        let (ruleSet, plan) = try RuleSetLoader.load(text, registry: .standard())
        #expect(plan.keys == ["name", "email", "age"])
        let manager = try ValidatorsManager(ruleSet, registry: .standard())
        expectValid(["name": "Ann", "email": "ann@mail.example", "age": 41], manager)
        expectInvalid(
            ["name": "Bob", "email": "bob@", "age": 17], manager,
            findings: ["/email email.syntax", "/age range.tooSmall"])
    }
}

// README: rule
struct EvenRule: Rule {
    enum Code: String, RuleCodes {
        case odd = "must be even"
    }

    static let definition = RuleDefinition(
        EvenRule.self, "even", "An even number", kinds: .numbers, codes: Code.self,
        examples: [.valid(4, "even"), .invalid(3, "even", code: "even.odd")])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        .pass(if: (value.integer ?? 1) % 2 == 0, else: Code.odd)
    }
}
// README: rule
