// SPDX-License-Identifier: Apache-2.0
import Testing

/// The examples of `docs/ruleshell.md` print what stands there.
@Suite struct DocumentationTests {
    private struct Example {
        /// `file` or `run`.
        let kind: Substring
        let subject: Substring
        let contents: String
    }

    private static func examples() throws -> [Example] {
        var lines = try text().split(separator: "\n", omittingEmptySubsequences: false)[...]
        var examples: [Example] = []
        while let line = lines.popFirst() {
            guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { continue }
            let words = line.dropFirst(5).dropLast(4).split(separator: ": ", maxSplits: 1)
            #expect(lines.popFirst()?.hasPrefix("```") == true)
            let contents = lines.prefix { $0 != "```" }
            lines = lines.dropFirst(contents.count + 1)
            examples.append(
                Example(
                    kind: words[0], subject: words[1],
                    contents: contents.map { $0 + "\n" }.joined()))
        }
        return examples
    }

    private static func text() throws -> String {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try Workshop.read("/" + folder + "/docs/ruleshell.md")
    }

    @Test func examplesPrintWhatStandsThere() throws {
        let workshop = try Workshop()
        var runs = 0
        for example in try Self.examples() {
            if example.kind == "file" {
                try workshop.write(example.contents, to: String(example.subject))
                continue
            }
            runs += 1
            let parts = example.subject.split(separator: "; ")
            let result = try RuleShellTool.run(Self.words(parts[0]), in: workshop)
            #expect(result.output == example.contents, "\(parts[0])")
            #expect(String(result.status) == parts[1], "\(parts[0])")
        }
        #expect(runs == 7)
    }

    /// Words at spaces, of which single quotes hold some together.
    private static func words(_ command: Substring) -> [String] {
        command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
