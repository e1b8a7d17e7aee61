// SPDX-License-Identifier: Apache-2.0
import Assay

/// The output of `ruleshell plugin test`.
struct PluginTestReport {
    let file: String
    let manifest: PluginManifest
    let groups: [PluginCaseGroup]
    let coverage: PluginCoverage

    var agrees: Bool { groups.allSatisfy { $0.passed == $0.results.count } }

    /// A line for the plugin, one for each group with its disagreements below it, the coverage, and
    /// the sum.
    var text: String {
        var lines = ["\(manifest.id) \(manifest.version) (\(SafeText.path(file)))"]
        for group in groups where !group.cases.isEmpty {
            lines.append("\(SafeText.path(group.title)) \(group.passed)/\(group.results.count)")
            for (testCase, result) in zip(group.cases, group.results)
            where !result.difference.isEmpty {
                lines.append("  \(testCase.title): \(result.difference.text)")
            }
        }
        lines += coverage.lines
        let (passed, total) = (
            groups.map(\.passed).reduce(0, +), groups.map(\.results.count).reduce(0, +)
        )
        lines.append(
            passed == total
                ? "passed: \(Counted.text(total, of: "case"))"
                : "failed: \(total - passed) of \(Counted.text(total, of: "case"))")
        return lines.map { SafeText.line($0) + "\n" }.joined()
    }

    /// One JSON object on one line.
    var json: String {
        let object: Value = [
            "plugin": [
                "id": .string(manifest.id), "version": .string(manifest.version),
                "path": .string(file),
            ],
            "passed": .bool(agrees),
            "cases": .array(groups.filter { !$0.cases.isEmpty }.map(Self.value)),
            "coverage": coverage.value,
        ]
        return object.json + "\n"
    }

    private static func value(of group: PluginCaseGroup) -> Value {
        let disagreements = zip(group.cases, group.results).filter { !$1.difference.isEmpty }
        return [
            "of": .string(group.title), "passed": .integer(Int64(group.passed)),
            "total": .integer(Int64(group.results.count)),
            "disagreements": .array(
                disagreements.map { testCase, result in
                    let members = [(key: "case", value: Value.string(testCase.title))]
                    return .object(Value.Object(members + result.difference.members))
                }),
        ]
    }
}
