// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayRuleSets
import Testing

/// Files that are too large, too deep, not text, or made to explode.
@Suite struct RuleSetLimitTests {
    private func description(_ bytes: [UInt8], format: RuleSetFormat = .yaml) -> String? {
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetReader.read(bytes: bytes, file: "f", format: format)
        }
        return error?.description
    }

    private func description(_ text: String, format: RuleSetFormat = .yaml) -> String? {
        description(Array(text.utf8), format: format)
    }

    @Test func fileAboveTheLimitIsRejected() {
        let bytes = [UInt8](repeating: 0x20, count: RuleSetReader.maximumBytes + 1)
        #expect(
            description(bytes) == "f:1:1: error[ruleSet.tooLarge] the file is larger than 4 MiB")
    }

    @Test func bytesThatAreNotUTF8AreRejected() {
        #expect(
            description([0x61, 0xFF]) == "f:1:1: error[ruleSet.encoding] the file is not UTF-8")
    }

    @Test(arguments: [10, 30])
    func aliasesThatMultiplyAreRejected(_ levels: Int) {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...levels {
            let alias = "*a\(level - 1)"
            text += "a\(level): &a\(level) [\(alias), \(alias), \(alias), \(alias), \(alias)]\n"
        }
        #expect(
            description(text)
                == "f:1:1: error[ruleSet.aliases] the file has too many nested aliases")
    }

    @Test func oneLargeNodeUnderManyAliasesIsRejected() {
        let elements = Array(repeating: "x", count: 10_000).joined(separator: ", ")
        let aliases = Array(repeating: "*a", count: 1_000).joined(separator: ", ")
        #expect(
            description("a: &a [\(elements)]\nb: [\(aliases)]")
                == "f:1:1: error[ruleSet.tooLarge] the file has more than 500000 nodes")
    }

    @Test(arguments: [("[", 257), ("{a: ", 1_022), ("- ", 513), ("? ", 513)])
    func deepNestingIsRejected(_ opening: String, column: Int) {
        let text = description(String(repeating: opening, count: 20_000))
        #expect(
            text == "f:1:\(column): error[ruleSet.syntax] YAML: expected at most 256 levels")
    }

    @Test func deepJSONIsRejected() {
        let text = description(String(repeating: "[", count: 20_000), format: .json)
        #expect(text == "f:1:257: error[ruleSet.syntax] JSON: expected at most 256 levels")
    }

    @Test func manyRepeatedKeysAreReportedUpToALimit() {
        let text = "assay: 1\n" + (0..<500).map { "k\($0 / 2): 1\n" }.joined()
        #expect(description(text)?.contains("error[ruleSet.duplicateKey]") == true)
    }

    /// Places are found without walking the whole line.
    @Test func longLineWithManyMistakesIsReadToItsEnd() {
        let fields = (0..<4_000).map { "\"k\($0)\":\"é(\"" }.joined(separator: ",")
        let error = #expect(throws: RuleSetError.self) {
            try RuleSetReader.read("{\"assay\":1,\"fields\":{\(fields)}}", format: .json)
        }
        #expect(error?.issues.count == 1_000)
        #expect(error?.omittedCount == 3_000)
        #expect(error?.issues.last?.location?.description == "<text>:1:11908")
    }
}
