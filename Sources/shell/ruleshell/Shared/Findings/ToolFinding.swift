// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Assay
import AssaySystem

/// The formats of `check` and `test`.
enum ToolFormat: String, CaseIterable, ExpressibleByArgument {
    case full, json, github, sarif, junit
}

/// A finding of `check` or `test` in a file of the project, for reports that CI systems read.
struct ToolFinding {
    let file: String
    /// The place in the file, or `nil` for the file as a whole.
    let extent: LintExtent?
    let isError: Bool
    let code: String
    let message: String
    var help: String?
}

/// A case of `test`, for reports that list every case.
struct ToolCase {
    let file: String
    /// The name of the case, or its place if it has no name.
    let name: String
    /// The disagreement, or `nil` if the case is as it expects.
    let finding: ToolFinding?
}

/// A report of findings in files of the project.
struct ToolReport {
    /// The command: `check` or `test`.
    let command: String
    /// Every file that was looked at, in order.
    let files: [String]
    let findings: [ToolFinding]
    /// The cases that were tested, or `nil` if the command has none.
    var cases: [ToolCase]?

    /// Returns the report, or `nil` for `full` and `json`, which are those of the command.
    func text(_ format: ToolFormat) -> String? {
        switch format {
        case .full, .json: nil
        case .github: github
        case .sarif: sarif
        case .junit: junit
        }
    }

    /// The annotations, with the first one of each code before all others.
    private var github: String {
        var counts: [String: Int] = [:]
        for finding in findings { counts[finding.code, default: 0] += 1 }
        var seen: Set<String> = []
        var first: [ToolFinding] = []
        var others: [ToolFinding] = []
        for finding in findings {
            if seen.insert(finding.code).inserted {
                first.append(finding)
            } else {
                others.append(finding)
            }
        }
        var bytes: [UInt8] = []
        for (index, finding) in (first + others).enumerated() {
            bytes.append(finding.isError ? "::error file=" : "::warning file=")
            GitHubFormat.append(FileName.shown(finding.file), isProperty: true, to: &bytes)
            if let extent = finding.extent {
                bytes.append(",line=\(extent.start.line),col=\(extent.start.column)")
                if extent.endColumn > extent.start.column {
                    bytes.append(",endColumn=\(extent.endColumn)")
                }
            }
            bytes.append(",title=" as StaticString)
            GitHubFormat.append(finding.code, isProperty: true, to: &bytes)
            bytes.append("::" as StaticString)
            GitHubFormat.append(finding.message, to: &bytes)
            if let help = finding.help { GitHubFormat.append("; " + help, to: &bytes) }
            if index < first.count, let count = counts[finding.code], count > 1 {
                bytes.append(" (1 of \(count) findings of the code)")
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - SARIF

    private var sarif: String {
        var codes: [String] = []
        for finding in findings where !codes.contains(finding.code) { codes.append(finding.code) }
        let rules = codes.map { code -> Value in
            let meaning = CodeCatalogue.meaning(of: code) ?? code
            return ["id": .string(code), "shortDescription": ["text": .string(meaning)]]
        }
        let results = findings.map { finding -> Value in
            var location: [(key: String, value: Value)] = [
                ("artifactLocation", ["uri": .string(SARIFFormat.uri(finding.file))])
            ]
            if let extent = finding.extent { location.append(("region", Self.region(extent))) }
            return [
                "ruleId": .string(finding.code),
                "ruleIndex": .integer(Int64(codes.firstIndex(of: finding.code) ?? 0)),
                "level": finding.isError ? "error" : "warning",
                "message": ["text": .string(finding.message)],
                "locations": [["physicalLocation": .object(Value.Object(location))]],
            ]
        }
        let driver: Value = [
            "name": "ruleshell", "semanticVersion": .string(RuleShell.version),
            "rules": .array(rules),
        ]
        let log: Value = [
            "$schema":
                "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
                    "automationDetails": ["id": .string("ruleshell \(command)/")],
                    "results": .array(results),
                ]
            ],
        ]
        return log.json + "\n"
    }

    private static func region(_ extent: LintExtent) -> Value {
        var members: [(key: String, value: Value)] = [
            ("startLine", .integer(Int64(extent.start.line))),
            ("startColumn", .integer(Int64(extent.start.column))),
        ]
        if extent.endColumn > extent.start.column {
            members.append(("endColumn", .integer(Int64(extent.endColumn))))
        }
        return .object(Value.Object(members))
    }
}
