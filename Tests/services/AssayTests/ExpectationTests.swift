// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Assay
import AssayTesting
import Testing

/// The expectations that users write in their own tests record an issue when they should, with a
/// text that says what happened, and none when they should not.
struct ExpectationTests {
    /// Fails unless `body` records one issue with this text and no other.
    private func expectIssue(
        _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
        _ body: () -> Void
    ) {
        let count = Locked(0)
        withKnownIssue(sourceLocation: sourceLocation) {
            body()
        } matching: { issue in
            count.withLock { $0 += 1 }
            return issue.comments.map(\.rawValue) == [text]
        }
        #expect(count.withLock { $0 } == 1, sourceLocation: sourceLocation)
    }

    @Test func nothingIsRecordedForWhatIsExpected() {
        expectValid("abc", "length(3...20)")
        expectValid("secret", "sameAs(password)", with: ["password": "secret"])
        expectValid("17", "integer", isText: true)
        expectInvalid("ab", "length(3...20)")
        expectInvalid("ab", "length(3...20), regex(/^x/)", code: "regex.noMatch")
        expectInvalid("a", "sameAs(password)", code: "sameAs.different", with: ["password": "b"])
    }

    @Test func aValueThatFailsIsNotValid() {
        expectIssue(
            "\"ab\" must pass length(3...20), but it gave length.tooShort "
                + "(must have at least 3 characters)"
        ) { expectValid("ab", "length(3...20)") }
    }

    @Test func aValueThatPassesIsNotInvalid() {
        expectIssue("\"abc\" must fail length(3...20), but it passed") {
            expectInvalid("abc", "length(3...20)")
        }
        expectIssue("\"abc\" must fail length(3...20) with length.tooShort, but it passed") {
            expectInvalid("abc", "length(3...20)", code: "length.tooShort")
        }
    }

    @Test func anotherCodeIsNotTheExpectedOne() {
        expectIssue(
            "\"ab\" must fail length(3...20) with length.tooLong, but it gave length.tooShort "
                + "(must have at least 3 characters)"
        ) { expectInvalid("ab", "length(3...20)", code: "length.tooLong") }
    }

    @Test func aNumberIsATextOnlyInRecordsFromText() {
        expectIssue("\"17\" must pass integer, but it gave integer.kind (must be a number)") {
            expectValid("17", "integer")
        }
    }

    private enum OddCode: String, RuleCodes {
        case even = "must be odd"
    }

    private static func odd(_ examples: [RuleExample]) -> RuleDefinition {
        .async("odd", "An odd number", kinds: .numbers, codes: OddCode.self, examples: examples) {
            number, _ in
            .pass(if: number != 2, else: OddCode.even)
        }
    }

    @Test func examplesThatDoNotHoldAreIssues() async {
        expectIssue(
            "the rule 'odd' is asynchronous; write 'await expectExamples(of:)' in an asynchronous test"
        ) { expectExamples(of: Self.odd([.valid(1, "odd")])) }
        for (examples, texts) in [
            ([.valid(1, "odd"), .invalid(2, "odd", code: "odd.even")], []),
            (
                [.valid(2, "odd"), .invalid(3, "odd", code: "odd.even")],
                [
                    "2 must pass odd, but it gave odd.even (must be odd)",
                    "3 must fail odd with odd.even, but it passed",
                ]
            ),
            (
                [.valid("a", "length(1...)")],
                [
                    "the rule 'odd' must have an example of a value that is invalid",
                    "the example length(1...) must use the rule 'odd'",
                ]
            ),
            (
                [],
                ["valid", "invalid"].map {
                    "the rule 'odd' must have an example of a value that is \($0)"
                }
            ),
        ] as [([RuleExample], [String])] {
            let found = Locked<[String]>([])
            await withKnownIssue(isIntermittent: texts.isEmpty) {
                await expectExamples(of: Self.odd(examples))
            } matching: { issue in
                found.withLock { $0 += issue.comments.map(\.rawValue) }
                return true
            }
            #expect(found.withLock { $0 } == texts)
        }
    }

    @Test func anExpressionThatCannotBeUsedIsAnIssue() {
        expectIssue(
            "'lengths(3)' cannot be used: error[rule.unknown] value under test: "
                + "there is no rule 'lengths'; did you mean 'length'?"
        ) { expectValid("a", "lengths(3)") }
        expectIssue(
            "'length(3' cannot be used: error[expression.syntax] "
                + "expected ',' or ')', found the end at byte 8"
        ) { expectInvalid("a", "length(3") }
    }

    @Test func wholeRecordsAreValidated() throws {
        let manager = try ValidatorsManager(
            RuleSet(
                Field("name", Validator(.rule("required"))),
                Field("age", Validator(.rule("integer")))), registry: .standard())
        expectValid(["name": "ann", "age": 4], manager)
        expectInvalid(
            ["age": 4.5], manager, findings: ["/name required.missing", "/age integer.notWhole"])
        expectIssue("the record must be valid, but gave [\"/name required.missing\"]") {
            expectValid(["age": 4], manager)
        }
        expectIssue(
            "the record must give [\"/age integer.kind\"], but gave [\"/name required.missing\"]"
        ) { expectInvalid(["age": 4], manager, findings: ["/age integer.kind"]) }
        expectIssue("the record must give [], but gave []") {
            expectInvalid(["name": "ann"], manager, findings: [])
        }
    }
}
