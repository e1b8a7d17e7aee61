// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import Testing

/// Reports and explanations as services answer them.
struct ReportTextTests {
    private func report(_ json: String) throws -> ValidationReport {
        try ValidatorsManager(
            RuleSet(Field("name", .required, .length(2...5))), registry: .standard()
        ).validate(json: json)
    }

    @Test func aReportIsOneLineOfJSON() throws {
        #expect(try report(#"{"name":"Ann"}"#).json() == #"{"valid":true,"violations":[]}"#)
        let invalid = try report(#"{"name":"A"}"#)
        let german = RuleRegistry.standard().messages(in: "de")
        #expect(
            invalid.json(messages: german)
                == #"{"valid":false,"violations":[{"record":1,"pointer":"/name","field":"name","rule":"length","#
                + #""code":"length.tooShort","severity":"error","message":""#
                + german.message(of: invalid.violations[0])
                + #"","parameters":{"min":2,"max":5,"unit":"characters"},"value":"A","#
                + #""source":{"byteOffset":8,"byteLength":3,"line":1,"column":9}}]}"#)
        // It is what the report's own form reads.
        let decoded = try JSONDecoder().decode(
            ValidationReport.self, from: Data(invalid.json().utf8))
        #expect(decoded.violations.map(\.code) == ["length.tooShort"])
    }

    @Test func problemDetailsHaveThePlaceInTheDocument() throws {
        let json = ProblemDetails(try report("{\n \"name\": 1}")).json
        #expect(
            json.contains(#""source":{"byteOffset":11,"byteLength":1,"line":2,"column":10}"#))
    }

    @Test func rulesAndCodesAreExplained() {
        let registry = RuleRegistry.standard()
        #expect(registry.explanation(of: "none") == nil)
        #expect(registry.explanation(of: "length")?.hasPrefix("length(min: int") == true)
        #expect(registry.explanation(of: "length.tooShort")?.hasPrefix("length.tooShort\n") == true)
        #expect(registry.explanation(of: "minLength")?.contains("word of other tools") == true)
        #expect(registry.explanation(of: "record.malformed")?.contains("malformed") == true)
        guard case .array(let rules) = registry.catalogue["rules"] else {
            Issue.record("there is no list of rules")
            return
        }
        #expect(rules.contains { $0["id"] == "length" })
    }
}
