// SPDX-License-Identifier: Apache-2.0
@_spi(Engine) import AssayCore
@_spi(Engine) import AssayRuleSets
import AssayRules
import Foundation
import Testing

/// What is shown of rules on every page of the project names rules that exist, with arguments that
/// they take: expressions, rule sets, calls of `ruleshell`, fields in Swift.
@Suite struct DocumentExampleTests {
    /// Expressions with something left out, in the way of the text around them.
    static let abridged: Set<String> = [
        "not(regex(...))", "length(...N)", "url(privateHosts=)", "ip(scope=)", "url(idn=)",
    ]

    @Test func pagesAreFound() {
        #expect(Page.all.count > 20)
        #expect(Page.all.map(\.path).contains("README.md"))
        #expect(Page.all.map(\.path).contains("docs/rule-sets.md"))
    }

    @Test(arguments: Page.all) func expressionsBind(_ page: Page) {
        for expression in page.expressions where !Self.abridged.contains(expression) {
            #expect(mistake(in: expression) == nil || isAboutRecords(expression))
        }
    }

    @Test(arguments: Page.all) func ruleSetsCompile(_ page: Page) throws {
        for block in page.blocks(of: "yaml", "json") where block.contains("assay") {
            guard block.hasPrefix("assay: 1") || block.contains("\"assay\": 1") else { continue }
            do throws(RuleSetError) {
                let (ruleSet, _) = try RuleSetLoader.load(block, registry: standardRules)
                #expect(!ruleSet.fields.isEmpty || !ruleSet.records.isEmpty)
            } catch {
                // A block is no file, so that it cannot name others.
                let others = error.issues.filter {
                    !isAboutAPlugin($0) && $0.code != "source.file"
                }
                #expect(others.map(\.message) == [], "\(block)")
            }
        }
    }

    @Test(arguments: Page.all) func commandsNameRulesThatThereAre(_ page: Page) {
        for words in page.commands {
            switch words.first {
            case "try": #expect(words.dropFirst().first.flatMap(mistake) == nil)
            case "explain": #expect(words.dropFirst().first.map(isExplained) != false, "\(words)")
            default: break
            }
        }
    }

    @Test(arguments: Page.all) func fieldsInSwiftHaveRulesThatThereAre(_ page: Page) {
        for name in page.rulesOfFields where name != "rule" && !page.declares(name) {
            #expect(standardRules.definition(for: name) != nil, "\(name)")
        }
    }

    /// The tests above find what they are for.
    @Test func everySortOfExampleIsThere() {
        #expect(Page.all.flatMap(\.expressions).count >= 20)
        #expect(Page.all.flatMap { $0.blocks(of: "yaml", "json") }.count >= 15)
        #expect(Page.all.flatMap(\.commands).count >= 10)
        #expect(Set(Page.all.flatMap(\.rulesOfFields)).isSuperset(of: ["required", "email"]))
    }

    @Test func aRuleThatIsMissingIsNoticed() {
        let page = Page(
            path: "page",
            text: """
                `length(3...20)` and `luhn(nothing=1)`
                ```sh
                ruleshell try --plugin a.so 'required, ibann' x   # comment
                ```
                ```swift
                Field("a", .required, .emial)
                ```
                """)
        #expect(page.expressions == ["length(3...20)", "luhn(nothing=1)"])
        #expect(page.commands == [["try", "required, ibann", "x"]])
        #expect(page.rulesOfFields == ["required", "emial"])
        #expect(mistake(in: "luhn(nothing=1)") != nil)
        #expect(mistake(in: "required, ibann") != nil)
        #expect(!isExplained("lengthy.tooShort"))
    }

    // MARK: - What is looked at

    /// What is wrong with a list of expressions; nil where nothing is.
    ///
    /// Rules of plugins, whose ids have a dot, only have to be written well.
    private func mistake(in text: String) -> String? {
        do {
            for expression in try RuleExpressionParser.parse(text)
            where !expression.id.contains(".") {
                _ = try standardRules.bind(expression)
            }
            return nil
        } catch {
            return "\(text): \(error)"
        }
    }

    /// Returns `true` for an expression of a rule about records that has the name of a rule of values: `sorted(x)`.
    private func isAboutRecords(_ text: String) -> Bool {
        let rules = "assay: 1\nfields: { x: number }\nrecords: ['\(text)']\n"
        return (try? RuleSetLoader.load(rules, registry: standardRules)) != nil
    }

    /// Whether `ruleshell explain` has something to say about a rule or a code, or takes the word for something else.
    private func isExplained(_ name: String) -> Bool {
        guard name.first?.isLowercase == true else { return true }
        let parts = name.split(separator: ".").map(String.init)
        guard let definition = standardRules.definition(for: parts[0]) else { return false }
        return parts.count == 1 || definition.allCodes.contains { $0.id == name }
    }

    private func isAboutAPlugin(_ issue: RuleSetIssue) -> Bool {
        issue.code.hasPrefix("plugin.")
            || issue.code == "rule.unknown" && issue.message.contains(#/'\w+\.\w+'/#)
    }
}

/// A page in Markdown.
struct Page: Sendable, CustomTestStringConvertible {
    /// From the root of the repository.
    let path: String
    let text: String

    var testDescription: String { path }

    static let all: [Page] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path()
        let folders = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        let nested = ["docs", "Sources", "Plugins", "Examples"].flatMap { folder in
            (FileManager.default.enumerator(atPath: root + folder) ?? .init()).compactMap {
                ($0 as? String).map { folder + "/" + $0 }
            }
        }
        return (folders + nested).filter { $0.hasSuffix(".md") && !$0.contains("/.build") }.sorted()
            .compactMap { path in
                FileManager.default.contents(atPath: root + path).map {
                    Page(path: path, text: withoutTables(String(decoding: $0, as: UTF8.self)))
                }
            }
    }()

    /// A page of rules without its table of signatures, which is written from the definitions.
    private static func withoutTables(_ text: String) -> String {
        text.replacing(#/<!-- The table is written by (?s:.*?)-->\n\n(?:\|[^\n]*\n)+/#, with: "")
    }

    /// The fenced blocks of some languages.
    func blocks(of languages: String...) -> [String] {
        languages.flatMap { language in
            text.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap {
                $0.components(separatedBy: "\n```").first
            }
        }
    }

    /// Inline code that calls a built-in rule, and the lines of blocks of expressions.
    ///
    /// `name(_:)` and `name(label:)` are functions of Swift, `name(parameter = 1)` is a signature.
    var expressions: [String] {
        let spans = text.matches(of: #/`([a-z][A-Za-z0-9]*)\(([^`]*)\)`/#).compactMap { match in
            let isFunction =
                match.output.2.isEmpty || match.output.2.hasSuffix(":")
                || match.output.2.contains(" = ")
            let isRule = standardRules.definition(for: String(match.output.1)) != nil
            return isRule && !isFunction ? String(match.output.0.dropFirst().dropLast()) : nil
        }
        let lines = blocks(of: "expression").flatMap { $0.split(separator: "\n") }
        return spans + lines.map(String.init)
    }

    /// The words of calls of `ruleshell` in blocks, without options and comments.
    ///
    /// Blocks that other tests run and compare with what they print are left out.
    var commands: [[String]] {
        let text = self.text.replacing(#/<!-- run: [^\n]*\n```\n(?s:.*?)\n```/#, with: "")
        return text.split(separator: "\n").compactMap { line in
            guard let call = line.firstMatch(of: #/^[ $]*(ruleshell [^#\[]*)(#.*)?$/#) else {
                return nil
            }
            var words = Page.words(call.output.1).dropFirst()
            var found: [String] = []
            while let word = words.popFirst() {
                guard word.hasPrefix("--") else {
                    found.append(word)
                    continue
                }
                if ["--plugin", "--plugin-config"].contains(word) { words = words.dropFirst() }
            }
            // The lines of usage have names in upper case.
            return found.contains { $0.allSatisfy(\.isUppercase) && $0.count > 2 } ? nil : found
        }
    }

    /// Words at spaces, of which single quotes hold some together.
    private static func words(_ command: Substring) -> ArraySlice<String> {
        let parts = command.split(separator: "'", omittingEmptySubsequences: false)
        return parts.enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }[...]
    }

    /// Whether an example in Swift adds the name to expressions.
    func declares(_ name: String) -> Bool {
        text.contains("static func \(name)(") || text.contains("static var \(name):")
    }

    /// The members that follow the path in `Field("path", .required, …)` in Swift.
    var rulesOfFields: [String] {
        blocks(of: "swift").flatMap { $0.split(separator: "\n") }.flatMap { line in
            guard let field = line.firstMatch(of: #/Field\("[^"]*"(,.*)$/#) else {
                return [String]()
            }
            return field.output.1.matches(of: #/, \.([a-z]\w*)/#).map { String($0.output.1) }
        }
    }
}
