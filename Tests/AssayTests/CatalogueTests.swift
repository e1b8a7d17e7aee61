// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import AssayTesting
import Foundation
import Testing

/// The code of the documentation catalogue's articles: the same lines are here, compile and work.
struct CatalogueTests {
    /// The lines of a fenced block of Swift in an article, without the import.
    private func block(_ number: Int, of article: String) throws -> [String] {
        let path = Repository.root + "/Sources/Assay/Assay.docc/\(article).md"
        let lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let starts = lines.indices.filter { lines[$0] == "```swift" }
        try #require(starts.indices.contains(number))
        let block = lines[(starts[number] + 1)...].prefix { $0 != "```" }
        return Array(block.drop { $0.hasPrefix("import ") || $0.isEmpty })
    }

    /// The lines of this file between two `// CATALOGUE` comments, without their indentation.
    private func linesHere(_ name: String) throws -> [String] {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let marks = lines.indices.filter {
            lines[$0].drop { $0 == " " } == "// CATALOGUE: \(name)"
        }
        try #require(marks.count == 2)
        let indentation = lines[marks[0]].prefix { $0 == " " }.count
        return lines[(marks[0] + 1)..<marks[1]].map { String($0.dropFirst(indentation)) }
    }

    @Test func aServiceAnswersProblemDetails() throws {
        // CATALOGUE: service
        let ruleSet = RuleSet(
            Field("email", .required, .email),
            Field("age", .required, .integer, .range(18...120)))
        let validators = try ValidatorsManager(ruleSet, registry: .standard())

        func answer(to body: [UInt8]) -> (status: Int, body: String) {
            let report = validators.validate(json: body)
            guard report.isValid else {
                let problem = ProblemDetails(report)
                return (problem.status, problem.json)
            }
            return (201, "")
        }
        // CATALOGUE: service

        #expect(try block(0, of: "ValidateInAService") == linesHere("service"))
        #expect(answer(to: Array("[]".utf8)).status == 422)
        #expect(answer(to: Array(#"{"email":"ann@example.org","age":41}"#.utf8)) == (201, ""))
        #expect(
            answer(to: Array(#"{"email":"ann@example.org","age":17}"#.utf8)) == (
                422,
                #"{"type":"about:blank","title":"Unprocessable Content","status":422,"#
                    + #""detail":"1 error","errors":[{"detail":"must be at least 18","#
                    + ##""pointer":"#/age","code":"range.tooSmall","rule":"range","##
                    + #""parameters":{"min":18,"max":120},"#
                    + #""source":{"byteOffset":33,"byteLength":2,"line":1,"column":34}}]}"#
            ))
    }

    @Test func aServiceDecodesWhatItValidated() throws {
        let validators = try ValidatorsManager(
            RuleSet(Field("email", .required, .email)), registry: .standard())

        // CATALOGUE: decode
        struct SignUp: Decodable {
            var email: String
            var age: Int8
        }

        func answer(to body: [UInt8]) throws -> (status: Int, body: String) {
            do {
                let signUp = try validators.decode(SignUp.self, from: body)
                return (201, "Welcome, \(signUp.email)")
            } catch let error as ValidationError {
                let problem = ProblemDetails(error.report)
                return (problem.status, problem.json)
            }
        }
        // CATALOGUE: decode

        #expect(try block(1, of: "ValidateInAService") == linesHere("decode"))
        #expect(
            try answer(to: Array(#"{"email":"ann@example.org","age":41}"#.utf8))
                == (201, "Welcome, ann@example.org"))
        let (status, problem) = try answer(to: Array(#"{"email":"ann","age":1000}"#.utf8))
        #expect(status == 422)
        let errors = try Value(json: problem)["errors"]
        #expect(errors[0]["code"] == "email.syntax")
        #expect(errors[1]["code"] == "decoding.dataCorrupted")
        #expect(errors[1]["pointer"] == "#/age")
        #expect(errors[2] == .absent)
    }

    @Test func theArticlesRuleIsARule() throws {
        #expect(try block(0, of: "WriteARule") == linesHere("rule"))

        // CATALOGUE: use
        let registry = RuleRegistry.standard()
        try registry.register(StepRule.definition)
        let validators = try ValidatorsManager(
            RuleSet(Field("quantity", .required, .step(6))), registry: registry)
        // CATALOGUE: use
        #expect(try block(1, of: "WriteARule") == linesHere("use"))

        expectValid(["quantity": 12], validators)
        let report = validators.validate(["quantity": 13])
        #expect(report.violations.map(\.message) == ["must be a multiple of 6, 1 is left over"])
        // CATALOGUE: test
        expectInvalid(13, "step(6)", code: "step.between", registry: registry)
        // CATALOGUE: test
        #expect(try block(2, of: "WriteARule") == linesHere("test"))
    }
}

// CATALOGUE: rule
struct StepRule: Rule {
    enum Code: String, RuleCodes {
        case between = "must be a multiple of {step}, {rest} is left over"
    }

    static let definition = RuleDefinition(
        StepRule.self, "step", "A whole number that is a multiple of a step",
        parameters: [RuleParameter("step", .integer, isRequired: true, limits: 1...1000)],
        kinds: .numbers, codes: Code.self,
        examples: [.valid(12, "step(6)"), .invalid(13, "step(6)", code: "step.between")])

    private let step: Int64

    init(_ arguments: Arguments) {
        step = arguments.integer("step") ?? 1
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        guard let number = value.integer else { return .skip }
        let rest = number % step
        if rest == 0 { return .pass }
        context.explain(["rest": .integer(rest)])
        return .fail(Code.between)
    }
}

extension RuleExpression {
    static func step(_ step: Int64) -> RuleExpression { .rule("step", ["step": .integer(step)]) }
}
// CATALOGUE: rule
