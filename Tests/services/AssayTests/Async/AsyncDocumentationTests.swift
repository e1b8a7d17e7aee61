// SPDX-License-Identifier: Apache-2.0
import Assay
import AssayTesting
import Foundation
import Testing

/// The example of asynchronous rules in docs/rule-sets/swift.md: the same lines are here and do what the
/// text says.
struct AsyncDocumentationTests {
    /// The fenced blocks of the page with this language, the first after the heading.
    private func block(_ language: String) throws -> String {
        let page = try String(
            contentsOfFile: Repository.root + "/docs/rule-sets/swift.md", encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## Asynchronous rules\n").last)
        let parts = section.components(separatedBy: "```\(language)\n")
        return try #require(parts.dropFirst().first?.components(separatedBy: "\n```").first)
    }

    /// The lines of this file between two marks, without their indentation.
    private func linesHere() throws -> String {
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let marks = lines.indices.filter { lines[$0].hasSuffix("// swift.md") }
        try #require(marks.count == 2)
        return lines[(marks[0] + 1)..<marks[1]].map { String($0.dropFirst(8)) }
            .joined(separator: "\n")
    }

    private struct Directory: Sendable {
        func suggestion(insteadOf name: Value) async throws -> String? {
            name == "ann" ? "ann2" : nil
        }
    }

    @Test func theExampleDoesWhatThePageSays() async throws {
        let registry = RuleRegistry.standard()
        let directory = Directory()
        let limits = AsyncLimits(timeout: nil)

        // swift.md
        enum Code: String, RuleCodes {
            case taken = "is taken, try {suggestion}"
        }

        try registry.register(
            .async(
                "userName.isFree", "A user name that is not taken", kinds: .string,
                codes: Code.self
            ) { name, context in
                guard let other = try await directory.suggestion(insteadOf: name) else {
                    return .pass
                }
                context.explain(["suggestion": .string(other)])
                return .fail(Code.taken)
            })
        let validator = try Validator(parsing: "required, length(3...20), userName.isFree")
        let manager = try ValidatorsManager(
            RuleSet(Field("userName", validator)), registry: registry)

        let report = await manager.validate(["userName": "ann"], within: limits)
        // swift.md

        #expect(try block("swift") == linesHere())
        #expect(report.violations.map(\.message) == ["is taken, try ann2"])
        #expect(await manager.validate(["userName": "bea"], within: limits).isValid)
        let deferred = manager.validate(["userName": "ann"]).deferred.map(\.object.json)
        #expect(try deferred == [block("text").replacing("\n ", with: "")])
    }
}
