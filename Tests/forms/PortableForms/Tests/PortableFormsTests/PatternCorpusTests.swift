// SPDX-License-Identifier: Apache-2.0
import AssayForms
import Foundation
import Testing

/// The rows of PCRE2's own tests in a build without it: what is decided is decided as there.
@Suite struct PatternCorpusTests {
    /// One row of `pcre2-match.jsonl`.
    struct Row: Decodable {
        struct Arguments: Decodable {
            let pattern: String
            let flags: String?
        }
        let id: String
        let args: Arguments
        let value: String
        let valid: Bool
    }

    /// Rows in which `$` matches before a final line feed, which it does not do here.
    private let finalLineFeed: Set = ["pcre2-match#389", "pcre2-match#553", "pcre2-match#3758"]

    /// The rows; the test is skipped without the corpora.
    private func rows() throws -> [Row] {
        let folder =
            ProcessInfo.processInfo.environment["ASSAY_CORPORA"] ?? "../shared/corpora"
        guard let data = FileManager.default.contents(atPath: "\(folder)/pcre2-match.jsonl") else {
            try Test.cancel("only with pcre2-match.jsonl in the folder that ASSAY_CORPORA names")
        }
        return try data.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Row.self, from: $0)
        }
    }

    /// What the rule says of the text, or why the pattern cannot be used.
    private func outcome(_ row: Row) -> String {
        let rules = RuleSet([Field("text", .regex(row.args.pattern, flags: row.args.flags ?? ""))])
        let report: ValidationReport
        do throws(RuleSetError) {
            report = try ValidatorsManager(rules, registry: .standard()).validate(
                ValidationRecord(Value.Object([(key: "text", value: .string(row.value))])))
        } catch {
            return error.issues.first.map { "\($0.code)" } ?? "rejected"
        }
        guard report.faults.isEmpty else { return "undecided" }
        return report.violations.isEmpty ? "match" : "no match"
    }

    @Test func everyRowThatIsDecidedAgrees() throws {
        let rows = try rows()
        var counts: [String: Int] = [:]
        for row in rows {
            let found = outcome(row)
            counts[found, default: 0] += 1
            guard found == "match" || found == "no match" else { continue }
            let expected = row.valid && !finalLineFeed.contains(row.id)
            #expect((found == "match") == expected, "\(row.id) \(row.args.pattern)")
        }
        // docs/conformance.md has these figures.
        print("patterns without PCRE2: \(counts.sorted { $0.key < $1.key })")
        #expect(counts["match", default: 0] + counts["no match", default: 0] >= 2_590, "\(counts)")
    }
}
