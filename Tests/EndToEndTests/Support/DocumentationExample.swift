// SPDX-License-Identifier: Apache-2.0

/// A block of a page that is part of a test.
///
/// A comment in front of it says so: `<!-- KIND: SUBJECT -->`.
struct DocumentationExample {
    let kind: Substring
    let subject: Substring
    let contents: String

    /// The examples of a page, whose path is from the root of the repository.
    static func examples(of page: String) throws -> [DocumentationExample] {
        var lines = try text(of: page).split(separator: "\n", omittingEmptySubsequences: false)[...]
        var examples: [DocumentationExample] = []
        while let line = lines.popFirst() {
            guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { continue }
            let words = line.dropFirst(5).dropLast(4).split(separator: ": ", maxSplits: 1)
            guard lines.popFirst()?.hasPrefix("```") == true else { throw NoBlock(comment: line) }
            let contents = lines.prefix { $0 != "```" }
            lines = lines.dropFirst(contents.count + 1)
            examples.append(
                DocumentationExample(
                    kind: words[0], subject: words.last ?? "",
                    contents: contents.map { $0 + "\n" }.joined()))
        }
        return examples
    }

    /// A comment without a block after it.
    private struct NoBlock: Error {
        let comment: Substring
    }

    /// A file of the repository.
    static func text(of file: String) throws -> String {
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try Workshop.read("/\(folder)/\(file)")
    }
}
