// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Codes of rules as enumerations.
@Suite struct RuleCodesTests {
    enum Single: String, RuleCodes {
        case broken = "is broken"
    }

    enum Several: String, RuleCodes {
        case tooShort = "must have at least {min} {min:byte|bytes}"
        case tooLong = "must have at most {max} {max:byte|bytes}"
        case other = "must be something else"

        var translations: [String: String] { self == .other ? ["de": "muss anders sein"] : [:] }
    }

    /// A family of rules gives its codes names and messages of their own.
    enum Computed: RuleCodes {
        case first, second

        var name: String { self == .first ? "one" : "two" }
        var message: String { "has \(name)" }
    }

    @Test func codesHaveTheNamesAndMessagesOfTheCases() {
        #expect(Single.codes(of: "rule") == [RuleCode("rule.broken", "is broken")])
        #expect(
            Several.codes(of: "rule") == [
                RuleCode("rule.tooShort", "must have at least {min} {min:byte|bytes}"),
                RuleCode("rule.tooLong", "must have at most {max} {max:byte|bytes}"),
                RuleCode(
                    "rule.other", "must be something else",
                    translations: ["de": "muss anders sein"]),
            ])
        #expect(
            Computed.codes(of: "a.b") == [
                RuleCode("a.b.one", "has one"), RuleCode("a.b.two", "has two"),
            ])
    }

    @Test func failureHasThePlaceOfItsCase() {
        #expect(Verdict.fail(Single.broken).code == 0)
        #expect(Several.allCases.map { Verdict.fail($0).code } == [0, 1, 2])
        #expect(Verdict.pass(if: false, else: Several.other) == .fail(Several.other))
        #expect(Verdict.pass(if: true, else: Several.other).isPass)
    }
}
