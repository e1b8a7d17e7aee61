// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A page of the documentation of a module, in one of the folders `*.docc` of `Sources`.
struct Article: Sendable, CustomTestStringConvertible {
    /// A fenced block of a page.
    struct Block: Sendable {
        /// The lines between the fences.
        let lines: [String]
        /// The path of the file that has the lines, or `nil` if no comment before the block has one.
        let file: String?
    }

    /// The path of the page, from the root of the repository.
    let path: String
    let text: String

    var testDescription: String { path }

    /// The pages of all modules.
    static let all: [Article] = {
        let sources = FileManager.default.enumerator(atPath: Repository.root + "/Sources")
        let paths = (sources ?? .init()).compactMap { $0 as? String }
        return paths.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }.sorted().compactMap {
            let path = "Sources/" + $0
            return Repository.text(of: path).map { Article(path: path, text: $0) }
        }
    }()

    /// The fenced blocks, whatever their language is.
    var blocks: [Block] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var blocks: [Block] = []
        var comment: Substring = ""
        while let line = lines.popFirst() {
            if line.hasPrefix("```") {
                let contents = lines.prefix { $0 != "```" }
                lines = lines.dropFirst(contents.count + 1)
                let file = comment.wholeMatch(of: #/<!-- excerpt: (\S+) -->/#)?.output.1
                blocks.append(
                    Block(lines: contents.map(String.init), file: file.map(String.init)))
            }
            comment = line
        }
        return blocks
    }

    /// The files and folders of the repository that the text names.
    var namedPaths: [String] {
        text.matches(of: #/`((?:docs|Examples|Plugins)\/[^`]*)`/#).map { String($0.output.1) }
    }
}

extension Article.Block {
    /// Returns `true` if a text has the lines one after another, with the same indentation added.
    ///
    /// The imports that a block begins with can be anywhere in the text.
    func isExcerpt(of text: String) -> Bool {
        let imports = lines.prefix { $0.hasPrefix("import ") || $0.isEmpty }
        let code = lines.dropFirst(imports.count)
        let text = "\n" + text
        guard !code.isEmpty, imports.allSatisfy({ text.contains("\n\($0)\n") }) else {
            return false
        }
        return stride(from: 0, through: 24, by: 4).contains { indentation in
            let spaces = String(repeating: " ", count: indentation)
            let indented = code.map { $0.isEmpty ? "\n" : "\(spaces)\($0)\n" }.joined()
            return text.contains("\n" + indented)
        }
    }
}
