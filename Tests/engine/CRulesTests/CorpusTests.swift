// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Cases that others wrote, where they lie beside the checkout or where ASSAY_CORPORA says.
private enum Corpus {
    static let folder =
        ProcessInfo.processInfo.environment["ASSAY_CORPORA"] ?? "../shared/corpora"

    static func lines(_ name: String) -> [Substring]? {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
            return nil
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
    }
}

@Suite struct CorpusTests {
    @Test func formatsOfTheJSONSchemaTestSuiteGetTheirVerdicts() throws {
        guard let lines = Corpus.lines("jsonschema-format.jsonl") else {
            try Test.cancel(
                "only with jsonschema-format.jsonl in the folder that ASSAY_CORPORA names")
        }
        var checked = 0
        for line in lines {
            let decoded = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let row = try #require(decoded as? [String: Any])
            let rule = try #require(row["rule"] as? String)
            guard RuleTable.ids.contains(rule), let value = row["value"] as? String else {
                continue
            }
            let arguments = (row["args"] as? [String: Int] ?? [:]).map { "\($0)=\($1)" }
            let use = try RuleUse(arguments.isEmpty ? rule : "\(rule)(\(arguments.joined()))")
            let passes = use.check(value) == "pass"
            #expect(
                passes == (row["valid"] as? Bool), "\(row["id"] ?? "") \(value.debugDescription)")
            checked += 1
        }
        #expect(checked > 200)
    }
}
