// SPDX-License-Identifier: Apache-2.0
import Assay
import Foundation
import Testing

/// What `-f json` writes is what findings are decoded from and encoded to.
@Suite struct FindingCodingTests {
    private let output: String
    private let findings: [Value]

    init() throws {
        output = try RuleShellTool.run(
            ["validate", "-r", "people.yaml", "-f", "json", "people.ndjson"],
            in: Workshop.people()
        ).output
        guard case .array(let findings) = try Value(json: output)["violations"] else {
            throw TestFailure(description: "there are no findings")
        }
        self.findings = findings
    }

    private func isFault(_ finding: Value) -> Bool { finding["severity"] == "fault" }

    private func recoded<Finding: Codable>(_ type: Finding.Type, _ finding: Value) throws -> Value {
        let decoded = try JSONDecoder().decode(type, from: Data(finding.json.utf8))
        return try Value(json: String(decoding: JSONEncoder().encode(decoded), as: UTF8.self))
    }

    @Test func everyFindingIsEncodedAsItWasPrinted() throws {
        #expect(findings.contains(where: isFault))
        #expect(findings.contains { !isFault($0) })
        for finding in findings {
            let again =
                isFault(finding)
                ? try recoded(Fault.self, finding) : try recoded(Violation.self, finding)
            #expect(again == finding)
        }
    }

    @Test func theOutputIsAReport() throws {
        let report = try JSONDecoder().decode(ValidationReport.self, from: Data(output.utf8))
        #expect(!report.isValid)
        #expect(
            report.violations.map(\.message)
                == findings.filter { !isFault($0) }.map { $0["message"].text })
        #expect(report.faults.map(\.code) == findings.filter(isFault).map { $0["code"].text })
        let again = try Value(
            json: String(decoding: JSONEncoder().encode(report), as: UTF8.self))
        #expect(
            again["violations"]
                == .array(findings.filter { !isFault($0) } + findings.filter(isFault)))
    }

    @Test(arguments: [
        ("code", #"{"code":"fault.none"}"#), ("severity", #"{"severity":"fatal"}"#),
        ("parameters", #"{"parameters":[]}"#), ("message", #"{"message":7}"#),
    ])
    func aMemberOfAnotherFormIsAnError(_ name: String, _ change: String) throws {
        var members = Value.Object([
            ("pointer", "/a"), ("field", "a"), ("rule", "size"), ("code", "fault.deadline"),
            ("severity", "error"), ("message", "is late"), ("parameters", [:]),
        ])
        members[name] = try Value(json: change)[name]
        let data = Data(Value.object(members).json.utf8)
        #expect(throws: DecodingError.self) {
            if name == "code" {
                _ = try JSONDecoder().decode(Fault.self, from: data)
            } else {
                _ = try JSONDecoder().decode(Violation.self, from: data)
            }
        }
    }
}

extension Value {
    /// The string, or an empty one for other kinds.
    fileprivate var text: String {
        if case .string(let text) = self { text } else { "" }
    }
}
