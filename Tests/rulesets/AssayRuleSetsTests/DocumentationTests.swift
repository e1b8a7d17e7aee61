// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRuleSets
import Foundation
import Testing

/// Every example in docs/rule-sets.md and docs/rule-sets/expressions.md does what the text around it
/// says.
@Suite struct DocumentationTests {
    private static func file(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
    }

    /// The fenced blocks of a page with this language, without the files of examples that are run.
    private static func blocks(_ language: String, of page: String) throws -> [String] {
        let parts = try file(page).components(separatedBy: "```\(language)\n")
        return zip(parts, parts.dropFirst()).compactMap { before, part in
            before.hasSuffix(" -->\n") ? nil : part.components(separatedBy: "\n```").first
        }
    }

    @Test(arguments: [("yaml", 2), ("json", 1)])
    func ruleSetsAreRead(_ language: String, _ count: Int) throws {
        let blocks = try Self.blocks(language, of: "rule-sets.md")
        #expect(blocks.count == count)
        for block in blocks {
            let (ruleSet, plan) = try RuleSetLoader.load(
                block, file: "example.\(language)", registry: try TestRules.registry())
            #expect(plan.keys == ruleSet.fields.map(\.path.description))
            #expect(!plan.keys.isEmpty)
        }
    }

    @Test func expressionsBind() throws {
        let registry = try TestRules.registry()
        let lines = try Self.blocks("expression", of: "rule-sets/expressions.md")
            .flatMap { $0.split(separator: "\n") }
        #expect(lines.count == 11)
        for line in lines {
            for expression in try RuleExpressionParser.parse(String(line)) {
                #expect(try registry.bind(expression).definition.id == expression.id)
            }
        }
    }

    @Test func wrongExpressionsHaveTheErrorsShown() throws {
        let lines = try Self.blocks("wrong-expression", of: "rule-sets/expressions.md")
            .flatMap { $0.split(separator: "\n") }
        #expect(lines.count == 8)
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            let error = #expect(throws: ExpressionError.self) {
                try RuleExpressionParser.parse(String(lines[index]))
            }
            #expect(error?.description == String(lines[index + 1]))
        }
    }

    /// The schema names the keys and choices that the reader knows.
    @Test func schemaHasTheReadersKeys() throws {
        let schema = try JSONValueParser.parse(try Self.file("rule-set.schema.json"))
        let keys = { (value: Value) -> [String] in
            guard case .object(let object) = value["properties"] else { return [] }
            return object.members.map(\.key)
        }
        let entry = schema["$defs"]["entry"]
        #expect(
            keys(schema) == [
                "assay", "plugins", "identity", "sources", "fields", "record", "records",
                "labels", "unknownFields", "maximumViolations",
            ])
        #expect(
            keys(entry) == [
                "rule", "when", "severity", "message", "onFault", "dependencies", "tolerance",
            ])
        #expect(
            keys(schema["$defs"]["recordsEntry"]) == [
                "rule", "when", "severity", "message", "onFault", "tolerance", "onlyValid",
            ])
        #expect(
            keys(schema["$defs"]["source"]) == [
                "file", "format", "delimiter", "encoding", "key", "self",
            ])
        #expect(
            keys(schema["$defs"]["validator"]["oneOf"][1])
                == ["rules", "sensitive", "policy", "missing"])
        #expect(
            names(schema["properties"]["unknownFields"])
                == UnknownFieldPolicy.allCases.map(\.rawValue))
        #expect(names(entry["properties"]["severity"]) == Severity.allCases.map(\.rawValue))
        #expect(names(entry["properties"]["onFault"]) == FaultPolicy.allCases.map(\.rawValue))
        #expect(
            names(entry["properties"]["dependencies"]) == DependencyPolicy.allCases.map(\.rawValue))
    }

    private func names(_ property: Value) -> [String] {
        guard case .array(let elements) = property["enum"] else { return [] }
        return elements.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
}
