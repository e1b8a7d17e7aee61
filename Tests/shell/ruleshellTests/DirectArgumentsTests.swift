// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ruleshell

/// Arguments that commands read without the parser.
@Suite struct DirectArgumentsTests {
    @Test(arguments: [
        ["-r", "a.yaml"], ["-r", "a.yaml", "a.ndjson"],
        ["a.ndjson", "--rules", "a.yaml", "b", "-"],
        ["--rules", "a.yaml", "-r", "b.yaml", "-f", "json", "a"],
        ["--rule", "email: required", "--format", "sarif", "a.csv", ""],
        ["-r", "a.yaml", "--html", "page.html", "a"],
    ])
    func validateReadsWhatTheParserReads(_ arguments: [String]) throws {
        let direct = try #require(
            DirectArguments(arguments).flatMap { ValidateCommand(direct: $0) })
        let parsed = try #require(ValidateCommand.parsed(arguments))
        #expect("\(direct)" == "\(parsed)")
        #expect(!"\(direct)".contains("*definition*"))
    }

    @Test(arguments: [
        ["length(3)", "abc"], ["length(3)", "abc", "", "-"],
        ["age", "1", "-r", "a.yaml", "2", "--rules", "b.yaml"],
    ])
    func tryReadsWhatTheParserReads(_ arguments: [String]) throws {
        let direct = try #require(DirectArguments(arguments).flatMap { TryCommand(direct: $0) })
        let parsed = try #require(TryCommand.parsed(arguments))
        #expect("\(direct)" == "\(parsed)")
        #expect(!"\(direct)".contains("*definition*"))
    }

    /// A type with an option that is not set here, which would end the command, is left to the parser.
    @Test func optionsAreCounted() {
        #expect(ColorOptions().hasOptions(1))
        #expect(!ColorOptions().hasOptions(0))
        #expect(!ColorOptions().hasOptions(2))
        #expect(MessageOptions().hasOptions(2))
    }

    @Test(arguments: [
        [], ["a.ndjson"], ["-r"], ["-ra.yaml"], ["--rules=a.yaml"], ["-r", "-"], ["-r", "--rule"],
        ["-r", "a", "--"], ["-r", "a", "--", "b"], ["-r", "a", "-h"], ["-r", "a", "--help", "b"],
        ["-r", "a", "-f", "xml"], ["-r", "a", "-f", "json", "--format", "json"],
        ["-r", "a", "--stats"], ["-r", "a", "--limit", "1"], ["-r", "a", "-", "-"],
        ["-r", "a", "--rulse", "b"], ["-r", "a", "--html", ""], ["-r", "a", "--html", "-"],
        ["-r", "a", "--html", "b", "--html", "c"],
    ])
    func validateLeavesOthersToTheParser(_ arguments: [String]) {
        #expect(DirectArguments(arguments).flatMap { ValidateCommand(direct: $0) } == nil)
    }

    @Test(arguments: [
        [], ["email"], ["email", "-5"], ["email", "--", "-5"], ["email", "a", "--text"],
        ["email", "a", "--plugin", "b"], ["email", "-r", "a"], ["email", "a", "-h"],
    ])
    func tryLeavesOthersToTheParser(_ arguments: [String]) {
        #expect(DirectArguments(arguments).flatMap { TryCommand(direct: $0) } == nil)
    }
}
