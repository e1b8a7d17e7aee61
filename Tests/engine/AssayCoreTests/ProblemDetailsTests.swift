// SPDX-License-Identifier: Apache-2.0
import AssayCore
import Testing

/// Reports for the readers of a service: problem details and messages of one's own.
@Suite struct ProblemDetailsTests {
    private let manager: ValidatorsManager

    init() throws {
        let named = RuleEntry(.size(3), message: "{value} is short")
        let warned = RuleEntry(.size(9), severity: .warning)
        manager = try ValidatorsManager.testing(
            Field("b/ü %", .size(3), .size(1, 2)), Field("unsure", .unsure),
            Field("named", Validator(rules: [named, warned])))
    }

    private var report: ValidationReport {
        manager.validate(["b/ü %": "abcd", "unsure": "x", "named": "n"])
    }

    @Test func errorsAndFaultsAreListedWithPointersAsFragments() throws {
        let problem = ProblemDetails(report)
        #expect(
            problem.json == #"{"type":"about:blank","title":"Unprocessable Content","#
                + #""status":422,"detail":"3 errors","errors":["#
                + ##"{"detail":"must have at most 2 bytes, has 4","pointer":"#/b~1%C3%BC%20%25","##
                + #""code":"size.large","rule":"size","#
                + #""parameters":{"min":1,"max":2,"unit":"bytes","actual":4}},"#
                + ##"{"detail":"n is short","pointer":"#/named","code":"size.small","rule":"size","##
                + #""parameters":{"min":3,"unit":"bytes"}},"#
                + #"{"detail":"could not be checked by unsure: the pattern's match limit was reached","#
                + ##""pointer":"#/unsure","code":"fault.matchLimit","rule":"unsure","parameters":{}}]}"##
        )
    }

    @Test func whatIdentifiesTheProblemIsTheCallers() {
        var problem = ProblemDetails(ValidationReport())
        problem.type = "https://example.org/problems/invalid"
        problem.title = "Invalid"
        problem.status = 400
        problem.detail = nil
        problem.instance = "/sign-ups/17"
        #expect(
            problem.json
                == #"{"type":"https://example.org/problems/invalid","title":"Invalid","status":400,"#
                + #""instance":"/sign-ups/17","errors":[]}"#)
        #expect(ProblemDetails.mediaType == "application/problem+json")
    }

    @Test func aCatalogueReplacesMessagesByCode() {
        let german: MessageCatalogue = [
            "size.large": "{field}: höchstens {max}, nicht {actual} ({rule}, {unknown})",
            "size.small": "zu kurz", "fault.matchLimit": "{rule}: Zeit abgelaufen",
        ]
        #expect(
            ProblemDetails(report, messages: german).errors.map(\.detail) == [
                "b/ü %: höchstens 2, nicht 4 (size, {unknown})", "n is short",
                "unsure: Zeit abgelaufen",
            ])
        #expect(report.violations.map { german.message(of: $0) }.last == "zu kurz")
    }

    @Test func theRegistryHasTheMessagesThatATranslationBeginsWith() throws {
        let registry = RuleRegistry()
        try registry.register(SizeTestRule.definition)
        #expect(
            registry.messages() == [
                "size.small": "must have at least {min} {unit}",
                "size.large": "must have at most {max} {unit}, has {actual}",
                "size.kind": "must be a string",
            ])
    }
}
