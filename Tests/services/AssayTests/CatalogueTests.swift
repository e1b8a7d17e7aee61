// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayFoundation
import AssayTesting
import Foundation
import Testing

/// The pages of the documentation catalogues: their code is compiled, and prints what they say.
///
/// Most of the code is in this file. A text that a page shows after it is a literal here, with which
/// a test compares what the code has printed.
struct CatalogueTests {
    @Test(arguments: Article.all)
    func blocksAreExcerptsOfTestedFiles(of article: Article) throws {
        let fences = article.text.split(separator: "\n").count {
            $0.drop { $0 == " " }.hasPrefix("```")
        }
        #expect(fences == 2 * article.blocks.count)
        for block in article.blocks {
            let file = try #require(block.file, "a block of \(article) has no excerpt comment")
            let isTested = file.hasPrefix("Tests/") || file.hasPrefix("Examples/")
            #expect(isTested && file.hasSuffix(".swift"), "\(file)")
            let text = try #require(Repository.text(of: file), "\(file)")
            let isExcerpt = block.isExcerpt(of: text)
            #expect(isExcerpt, "\(file): \(block.lines.joined(separator: "\n"))")
        }
    }

    @Test(arguments: Article.all)
    func pathsExist(in article: Article) {
        for path in article.namedPaths {
            let exists = FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)")
            #expect(exists, "\(path)")
        }
    }

    @Test func pagesAreFound() {
        let names = Set(Article.all.compactMap { $0.path.split(separator: "/").last })
        #expect(
            names.isSuperset(of: [
                "Assay.md", "AssayCore.md", "AssayForms.md", "BuildAForm.md", "GetStarted.md",
                "ShipAPlugin.md", "ValidateInAService.md", "WriteARule.md",
            ]))
        #expect(Article.all.flatMap(\.namedPaths).count > 10)
    }

    /// The check of the pages finds a line that differs, a missing import, and other indentation.
    @Test func linesThatDifferAreNoticed() {
        let file = """
            import Assay

            struct Tests {
                func f() {
                    if a {
                        b()
                    }
                }
            }

            """
        func isExcerpt(_ lines: String...) -> Bool {
            Article.Block(lines: lines, file: nil).isExcerpt(of: file)
        }
        #expect(isExcerpt("if a {", "    b()", "}"))
        #expect(isExcerpt("import Assay", "", "func f() {", "    if a {"))
        #expect(!isExcerpt("if a {", "b()", "}"))
        #expect(!isExcerpt("if a {", "    c()", "}"))
        #expect(!isExcerpt("if a"))
        #expect(!isExcerpt("import AssayForms", "", "if a {"))
        #expect(!isExcerpt("import Assay"))
        #expect(!isExcerpt())
        let page = Article(
            path: "page", text: "<!-- excerpt: a.swift -->\n```swift\nb\n```\n```\n```")
        #expect(page.blocks.map(\.file) == ["a.swift", nil])
        #expect(page.blocks.map(\.lines) == [["b"], []])
        #expect(Article(path: "page", text: "`docs/none.md` `b`").namedPaths == ["docs/none.md"])
    }

    // MARK: - Overview

    @Test func theOverviewPrintsEveryViolation() throws {
        let print = Printed()

        let ruleSet = RuleSet(
            Field("username", .required, .length(3...20)),
            Field("email", .required, .email),
            Field("age", .required, .integer, .range(18...120)))
        let validators = try ValidatorsManager(ruleSet)

        let report = validators.validate(["username": "ann", "email": "ann@", "age": 17])
        for violation in report.violations {
            print(violation.pointer, violation.code, violation.message)
        }

        #expect(
            print.text == """
                /email email.syntax must be an e-mail address
                /age range.tooSmall must be at least 18
                """)
    }

    // MARK: - Get started

    private static let members = """
        assay: 1
        fields:
          name: required, length(2...40)
          email: required, email
          age: required, integer, range(18...120)
        """

    @Test func aRecordIsValidated() throws {
        let print = Printed()

        let validators = try ValidatorsManager(
            RuleSet(
                Field("name", .required, .length(2...40)),
                Field("email", .required, .email),
                Field("age", .required, .integer, .range(18...120))))

        let report = validators.validate(["name": "Bob", "email": "bob@", "age": 17])
        print(report.isValid ? "valid" : "invalid")
        for violation in report.violations {
            print(violation)
        }

        #expect(
            print.text == """
                invalid
                /email: must be an e-mail address (email.syntax)
                /age: must be at least 18 (range.tooSmall)
                """)
    }

    @Test func aRuleSetIsReadFromAFile() throws {
        let folder = TemporaryRuleSets()
        try folder.write(Self.members + "\n", to: "members.yaml")
        let path = folder.path("members.yaml")

        let ruleSet = try RuleSet(contentsOfFile: path)
        let validators = try ValidatorsManager(ruleSet)

        expectValid(["name": "Ann", "email": "ann@mail.example", "age": 41], validators)
        expectInvalid(
            ["name": "Ann", "age": 17], validators,
            findings: ["/email required.missing", "/age range.tooSmall"])
    }

    @Test func everyIssueOfARuleSetIsPrinted() {
        let print = Printed()
        let text = Self.members.replacing("length", with: "lenght")
            .replacing(", email", with: ", emial")

        do throws(RuleSetError) {
            let ruleSet = try RuleSet(parsing: text, file: "members.yaml")
            _ = try ValidatorsManager(ruleSet)
        } catch {
            for issue in error.issues {
                print(issue)
            }
        }

        #expect(
            print.text == """
                members.yaml:3:19: error[rule.unknown] name: there is no rule 'lenght'; did you mean 'length'?
                members.yaml:4:20: error[rule.unknown] email: there is no rule 'emial'; did you mean 'email'?
                """)
    }

    @Test func aFileIsValidatedAsAStream() throws {
        let print = Printed()
        let folder = TemporaryRuleSets()
        let csv = """
            name,email,age
            Ann,ann@mail.example,41
            Bob,bob@,17
            """
        try folder.write(csv, to: "members.csv")
        let path = folder.path("members.csv")
        let validators = try ValidatorsManager(
            RuleSet(parsing: Self.members), registry: .standard())

        let counts = try StreamValidator(validators).run(
            ByteSource(path: path),
            render: { chunk in
                (chunk.inputViolations + chunk.reports.flatMap(\.violations)).map { violation in
                    let place = violation.source.map { "line \($0.line): " }
                    return (place ?? "") + violation.description
                }
            },
            emit: { lines, _ in
                for line in lines {
                    print(line)
                }
                return true
            })
        print(counts.records, "records,", counts.invalid, "invalid,", counts.faults, "faults")

        #expect(
            print.text == """
                line 3: /email: must be an e-mail address (email.syntax)
                line 3: /age: must be at least 18 (range.tooSmall)
                2 records, 1 invalid, 0 faults
                """)
    }

    // MARK: - Write a rule

    @Test func theArticlesRuleIsARule() throws {
        let print = Printed()

        let registry = RuleRegistry.standard()
        try registry.register(StepRule.definition)
        let validators = try ValidatorsManager(
            RuleSet(Field("quantity", .required, .step(6))), registry: registry)

        for violation in validators.validate(["quantity": 13]).violations {
            print(violation)
        }

        #expect(
            print.text == """
                /quantity: must be a multiple of 6, 1 is left over (step.between)
                """)

        expectValid(12, "step(6)", registry: registry)
        expectInvalid(13, "step(6)", code: "step.between", registry: registry)

        expectInvalid(12.5, "step(6)", code: "step.notWhole", registry: registry)
        expectInvalid(.integer(.max), "step(6)", code: "step.between", registry: registry)
        let huge = try Value(json: "9223372036854775808")
        expectInvalid(huge, "step(6)", code: "step.notWhole", registry: registry)
        #expect(throws: RuleSetError.self) {
            try ValidatorsManager(RuleSet(Field("a", .step(0))), registry: registry)
        }
        expectExamples(of: StepRule.definition)
    }

    @Test func theArticlesRuleComparesFields() throws {
        expectExamples(of: SameCountRule.definition)
        let registry = RuleRegistry.standard()
        try registry.register(SameCountRule.definition)
        expectInvalid(
            [], "sameCount(prices)", code: "sameCount.noArray", with: ["prices": 1],
            registry: registry)
    }

    @Test func theArticlesRuleReadsText() throws {
        expectExamples(of: YesNoRule.definition)
        let registry = RuleRegistry.standard()
        try registry.register(YesNoRule.definition)
        expectValid("yes", "yesNo, equals(true)", isText: true, registry: registry)
        expectInvalid(
            "no", "yesNo, equals(true)", code: "equals.different", isText: true, registry: registry)
        expectInvalid("Yes", "yesNo", code: "yesNo.neither", isText: true, registry: registry)
        expectInvalid("yes", "yesNo", code: "yesNo.kind", registry: registry)
    }

    @Test func theArticlesRuleAwaitsAnAnswer() async throws {
        struct Directory: Sendable {
            func hasUser(named name: Value) async throws -> Bool { name == "ann" }
        }
        let print = Printed()
        let directory = Directory()

        enum NameCode: String, RuleCodes {
            case taken = "is taken"
        }

        let registry = RuleRegistry.standard()
        try registry.register(
            .async(
                "userName.isFree", "A user name that is not taken", kinds: .string,
                codes: NameCode.self
            ) { name, _ in
                .pass(if: try await !directory.hasUser(named: name), else: NameCode.taken)
            })
        let validators = try ValidatorsManager(
            RuleSet(Field("userName", .required, .rule("userName.isFree"))), registry: registry)

        let body = #"{"userName": "ann"}"#
        let report = await validators.validate(json: body, within: .seconds(2))
        for violation in report.violations {
            print(violation)
        }

        #expect(
            print.text == """
                /userName: is taken (userName.isFree.taken)
                """)

        let free = #"{"userName": "bea"}"#
        #expect(await validators.validate(json: free, within: .seconds(2)).isValid)
        #expect(!validators.validate(json: free).isValid)
    }

    // MARK: - Ship a plugin

    @Test func aPluginThatIsMissingIsAnError() {
        #expect(throws: PluginError.self) {
            let registry = RuleRegistry.standard()
            let host = PluginHost()
            try host.load(path: "acme/acme.so", into: registry)
            let validators = try ValidatorsManager(
                RuleSet(Field("taxId", .rule("acme.taxId", ["country": "DE"]))), registry: registry)
            _ = validators
        }
    }

    // MARK: - Validate requests in a service

    @Test func aServiceAnswersProblemDetails() throws {
        let ruleSet = RuleSet(
            Field("email", .required, .email),
            Field("age", .required, .integer, .range(18...120)))
        let validators = try ValidatorsManager(ruleSet)

        func answer(to body: [UInt8]) -> (status: Int, body: String) {
            let report = validators.validate(json: body)
            guard report.isValid else {
                let problem = ProblemDetails(report)
                return (problem.status, problem.json)
            }
            return (201, "")
        }

        let problem = #"""
            {"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"1 error",
             "errors":[{"detail":"must be at least 18","pointer":"#/age","code":"range.tooSmall",
               "rule":"range","parameters":{"min":18,"max":120},
               "source":{"byteOffset":33,"byteLength":2,"line":1,"column":34}}]}
            """#
        #expect(
            answer(to: Array(#"{"email":"ann@example.org","age":17}"#.utf8))
                == (422, problem.replacing(#/\n */#, with: "")))
        #expect(answer(to: Array("[]".utf8)).status == 422)
        #expect(answer(to: Array(#"{"email":"ann@example.org","age":41}"#.utf8)) == (201, ""))
    }

    @Test func aServiceDecodesWhatItValidated() throws {
        let print = Printed()
        let validators = try ValidatorsManager(
            RuleSet(Field("email", .required, .email)), registry: .standard())

        struct SignUp: Decodable {
            var email: String
            var age: Int8
        }

        let body = #"{"email": "ann", "age": 1000}"#
        do {
            let signUp = try validators.decode(SignUp.self, from: body)
            print("welcome, \(signUp.email)")
        } catch let error as ValidationError {
            for violation in error.report.violations {
                print(violation)
            }
        }

        #expect(
            print.text == """
                /email: must be an e-mail address (email.syntax)
                /age: must be a valid value (decoding.dataCorrupted)
                """)
        let signUp = try validators.decode(
            SignUp.self, from: #"{"email":"ann@example.org","age":41}"#)
        #expect(signUp.age == 41)
    }

    @Test func everyRecordOfAnArrayHasItsReport() throws {
        let print = Printed()
        let validators = try ValidatorsManager(
            RuleSet(Field("age", .required, .integer, .range(18...120))), registry: .standard())

        let report = validators.validate(jsonArray: #"[{"age": 41}, {"age": 17}, 7]"#)
        print(report.isValid ? "valid" : "invalid")
        for violation in report.document.violations {
            print("document:", violation)
        }
        for (index, record) in report.records.enumerated() {
            for violation in record.violations {
                print("record \(index):", violation)
            }
        }

        #expect(
            print.text == """
                invalid
                record 1: /age: must be at least 18 (range.tooSmall)
                record 2: cannot be parsed: not an object (record.malformed)
                """)
    }

    @Test func anAnswerIsInTheLanguageOfTheClient() throws {
        let print = Printed()
        let validators = try ValidatorsManager(
            RuleSet(Field("age", .required, .integer, .range(18...120))), registry: .standard())
        let report = validators.validate(["age": 17])

        let messages = validators.registry.messages(accepting: "de-AT, de;q=0.9, en;q=0.5")
        for violation in report.violations {
            print(messages.message(of: violation))
        }

        #expect(
            print.text == """
                muss mindestens 18 sein
                """)
        #expect(ProblemDetails(report, messages: messages).json.contains(print.text))
    }

    @Test func aRuleSetFollowsItsFile() throws {
        let folder = TemporaryRuleSets()
        try folder.write("assay: 1\nfields:\n  age: required, range(18...)\n", to: "a.yaml")
        let path = folder.path("a.yaml")
        let body = #"{"age": 17}"#

        let signUp = try RuleSetFile(path).watch { update in
            if case .failure(let error) = update {
                print(error)
            }
        }
        let report = signUp.validators.validate(json: body)

        #expect(report.violations.map(\.code) == ["range.tooSmall"])
    }
}

struct StepRule: Rule {
    enum Code: String, RuleCodes {
        case between = "must be a multiple of {step}, {rest} is left over"
        case notWhole = "must be a whole number of 64 bits"
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
        guard let number = value.integer else { return .fail(Code.notWhole) }
        let rest = number % step
        if rest == 0 { return .pass }
        context.explain(["rest": .integer(rest)])
        return .fail(Code.between)
    }
}

extension RuleExpression {
    static func step(_ step: Int64) -> RuleExpression { .rule("step", ["step": .integer(step)]) }
}

struct SameCountRule: Rule {
    enum Code: String, RuleCodes {
        case different = "must have as many items as {other}"
        case noArray = "must be compared with an array, which {other} is not"
    }

    static let definition = RuleDefinition(
        SameCountRule.self, "sameCount", "An array with as many items as another field",
        parameters: [RuleParameter("other", .field, isRequired: true)],
        kinds: .array, codes: Code.self,
        examples: [
            .valid(["tea"], "sameCount(prices)", with: ["prices": [3]]),
            .invalid(
                ["tea"], "sameCount(prices)", code: "sameCount.different",
                with: ["prices": [3, 4]]),
        ])

    private let other: FieldReference

    init(_ arguments: Arguments) throws(RuleError) {
        other = try arguments.field("other")
    }

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict {
        let other = context.field(other)
        guard other.is(.array) else { return .fail(Code.noArray) }
        return .pass(if: value.count == other.count, else: Code.different)
    }
}

struct YesNoRule: Rule {
    enum Code: String, RuleCodes {
        case neither = "must be yes or no"
    }

    static let definition = RuleDefinition(
        YesNoRule.self, "yesNo", "A Boolean, written as yes or no in text",
        kinds: .bool, codes: Code.self,
        examples: [
            .valid("yes", "yesNo", isText: true),
            .invalid("maybe", "yesNo", code: "yesNo.neither", isText: true),
        ],
        traits: [.converts, .stopsOnFailure])

    init(_ arguments: Arguments) {}

    func check(_ value: FieldValue, _ context: RuleContext) -> Verdict { .pass }

    func convert(_ text: FieldValue) -> Conversion {
        switch Value(text) {
        case "yes": .bool(true)
        case "no": .bool(false)
        default: .failed(.fail(Code.neither))
        }
    }
}
