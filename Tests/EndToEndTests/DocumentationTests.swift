// SPDX-License-Identifier: Apache-2.0
import Foundation
import PluginWorkshop
import Testing

/// The examples of `docs` print what the page shows.
@Suite struct DocumentationTests {
    /// Pages of `docs`, each with the number of its examples that are run.
    static let pages = [
        ("ruleshell/README", 3), ("ruleshell/validate", 15), ("ruleshell/inputs", 7),
        ("ruleshell/reports", 4), ("ruleshell/run", 3), ("ruleshell/check", 6),
        ("ruleshell/test", 5), ("ruleshell/try", 7), ("ruleshell/prompt", 2),
        ("ruleshell/plugin", 0), ("ci", 3), ("limits", 1), ("README", 1),
        ("tutorial", 11), ("cookbook", 10), ("rules", 8), ("rules/check-digits", 7),
        ("rules/codes", 7), ("rules/collections-and-objects", 11), ("rules/composition", 5),
        ("rules/encodings-and-identifiers", 10), ("rules/from-go-playground", 1),
        ("rules/from-jakarta", 1), ("rules/from-json-schema", 1), ("rules/from-laravel", 1),
        ("rules/from-protovalidate", 1), ("rules/from-symfony", 1),
        ("rules/from-validator-js", 1), ("rules/kinds-and-comparison", 7),
        ("rules/network", 11), ("rules/presence", 5), ("rules/records", 4), ("rules/text", 9),
        ("rules/time", 12),
        ("schemas", 7), ("rule-sets", 13), ("rule-sets/expressions", 1), ("rule-sets/messages", 1),
    ]

    @Test(arguments: pages)
    func examplesPrintWhatThePageShows(_ page: String, _ count: Int) throws {
        let workshop = try Workshop()
        var runs = 0
        for example in try DocumentationExample.examples(of: "docs/\(page).md") {
            switch example.kind {
            case "file":
                try workshop.write(example.contents, to: String(example.subject))
            case "excerpt":
                let file = try DocumentationExample.text(of: String(example.subject))
                #expect(file.contains(example.contents), "\(example.subject)")
            case "prompt":
                runs += 1
                try checkPrompt(example.contents, in: workshop)
            case "run":
                runs += 1
                try checkCommands(of: example, in: workshop)
            default:
                #expect(Self.needed.contains { example.kind == "needs \($0)" }, "\(example.kind)")
            }
        }
        #expect(runs == count)
    }

    /// The programs that recipes of the cookbook need.
    private static let needed = ["sqlite3", "cc", "c++"]

    /// Recipes that need another program run by a shell, where a clone of the repository would be.
    @Test(arguments: needed)
    func recipesWithAnotherProgramPrintWhatThePageShows(_ program: String) throws {
        guard Toolchain.has(program) else { try leaveOut("no \(program)") }
        let folder = try ScratchFolder()
        let plugins = folder.path + "/Plugins"
        try #require(symlink(Repository.path("Plugins"), plugins) == 0)
        let path = try "PATH=\(RuleShellTool.folder()):$PATH; export PATH; "
        var runs = 0
        for example in try DocumentationExample.examples(of: "docs/cookbook.md") {
            if example.kind == "file" {
                try folder.write(example.contents, to: String(example.subject))
            } else if example.kind == "needs \(program)" {
                runs += 1
                try checkCommands(of: example) { command in
                    let result = try folder.run("sh", ["-c", path + command])
                    return (result.output + result.errors, result.status)
                }
            }
        }
        #expect(runs == 1)
    }

    /// A page that the table of commands does not link would not be looked at here either.
    @Test func tableOfCommandsHasEveryPage() throws {
        let readme = try DocumentationExample.text(of: "docs/ruleshell/README.md")
        let linked = readme.matches(of: #/\]\((\w+)\.md/#).map { "ruleshell/\($0.output.1)" }
        let pages = Self.pages.map { $0.0 }.filter { $0.hasPrefix("ruleshell/") }
        #expect(Set(linked + ["ruleshell/README"]) == Set(pages))
    }

    /// A reader can run the commands of the tutorial in its folder, which has every file that the page shows.
    @Test func tutorialShowsTheFilesOfItsFolder() throws {
        let folder = "Examples/tutorial"
        var shown: Set<String> = ["README.md"]
        for example in try DocumentationExample.examples(of: "docs/tutorial.md")
        where example.kind == "file" {
            let file = "\(folder)/\(example.subject)"
            #expect(try DocumentationExample.text(of: file) == example.contents, "\(file)")
            shown.insert(String(example.subject))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Repository.path(folder))
        #expect(files.sorted() == shown.sorted())
    }

    /// Checks commands that are `cat FILE`, or calls of ruleshell.
    private func checkCommands(of example: DocumentationExample, in workshop: Workshop) throws {
        try checkCommands(of: example) { command in
            let words = Self.words(command)
            if words.first == "cat" {
                return (try workshop.read(words.dropFirst().joined()), nil)
            }
            #expect(words.first == "ruleshell")
            let result = try RuleShellTool.run(Array(words.dropFirst()), in: workshop)
            return (result.output + result.errors, result.status)
        }
    }

    /// Lines that begin with `$ ` are commands, the others are what they print.
    ///
    /// A command prints on standard output and then on standard error. The subject of the example has the exit statuses
    /// that `run` returns.
    private func checkCommands(
        of example: DocumentationExample,
        run: (Substring) throws -> (printed: String, status: Int32?)
    ) throws {
        var statuses = example.subject.split(separator: ", ").map(String.init)[...]
        var lines = example.contents.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
        while let line = lines.popFirst() {
            try #require(line.hasPrefix("$ "), "\(line)")
            let printed = lines.prefix { !$0.hasPrefix("$ ") }
            lines = lines.dropFirst(printed.count)
            let expected = printed.map { $0 + "\n" }.joined()
            let result = try run(line.dropFirst(2))
            #expect(result.printed == expected, "\(line)")
            if let status = result.status {
                #expect(statuses.popFirst() == String(status), "\(line)")
            }
        }
        #expect(statuses.isEmpty, "\(example.contents)")
    }

    /// The first page of the project has a rule set, data, and what `ruleshell` prints of them.
    @Test func readmePrintsWhatItShows() throws {
        let workshop = try Workshop()
        var runs = 0
        for example in try DocumentationExample.examples(of: "README.md") {
            if example.kind == "file" {
                try workshop.write(example.contents, to: String(example.subject))
                continue
            }
            runs += 1
            let parts = example.subject.split(separator: "; ")
            let result = try RuleShellTool.run(Self.words(parts[0]), in: workshop)
            #expect(result.output == example.contents)
            #expect(String(result.status) == parts[1])
        }
        #expect(runs == 1)
    }

    /// The commands of the first page work in their order, beside the files that the page shows.
    @Test(.enabled(if: Toolchain.has("make") && Toolchain.has("cc"), "no make or C compiler"))
    func commandsOfTheReadmeWork() throws {
        let folder = try ScratchFolder()
        for example in try DocumentationExample.examples(of: "README.md")
        where example.kind == "file" {
            try folder.write(example.contents, to: String(example.subject))
        }
        let path = try "PATH=\(RuleShellTool.folder()):$PATH; export PATH; exec </dev/null; "
        let commands = try DocumentationExample.text(of: "README.md").split(separator: "\n")
            .map { $0.drop { $0 == " " } }
            .filter { $0.hasPrefix("ruleshell ") || $0.hasPrefix("make -C ") }
        let results = try commands.map { try folder.run("sh", ["-c", path + $0]) }
        #expect(results.map(\.status) == [1, 1, 0, 0, 0, 0, 0, 1], "\(results)")
    }

    /// Lines that begin with `> ` are typed, the others are the answers.
    private func checkPrompt(_ text: String, in workshop: Workshop) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let typed = lines.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }
        let answers = lines.filter { !$0.hasPrefix("> ") }.joined(separator: "\n")
        let result = try RuleShellTool.run(["repl"], in: workshop, input: typed.joined())
        #expect(result == ProcessResult(status: 0, output: answers, errors: ""))
    }

    /// Words at spaces, of which single quotes hold some together.
    private static func words(_ command: Substring) -> [String] {
        command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }

    @Test(.enabled(if: Toolchain.has("make") && Toolchain.has("cc"), "no make or C compiler"))
    func stepsOfTheTutorialWork() throws {
        let folder = try ScratchFolder()
        let path = try "PATH=\(RuleShellTool.folder()):$PATH; export PATH; "
        var prints = 0
        var output = ""
        for example in try DocumentationExample.examples(of: "docs/plugins/tutorial.md") {
            switch example.kind {
            case "file": try folder.write(example.contents, to: String(example.subject))
            case "steps":
                let result = try folder.run("sh", ["-c", path + example.contents])
                #expect(String(result.status) == example.subject, "\(result.errors)")
                output = result.output
            default:
                prints += 1
                #expect(output == example.contents)
            }
        }
        #expect(prints == 5)
    }

    /// Every form that the pages show is part of an example, which is built and tested.
    @Test func formsAreThoseOfTheExamples() throws {
        let folder = try FileManager.default.contentsOfDirectory(
            atPath: Repository.path("docs/forms"))
        let pages = folder.sorted().map { "docs/forms/\($0)" }
        var subjects: Set<Substring> = []
        for page in pages {
            let examples = try DocumentationExample.examples(of: page)
            for example in examples {
                #expect(example.kind == "excerpt")
                let file = try DocumentationExample.text(of: String(example.subject))
                #expect(file.contains(example.contents), "\(page): \(example.subject)")
            }
            let text = try DocumentationExample.text(of: page)
            #expect(examples.count == text.matches(of: #/```swift\n/#).count, "\(page)")
            #expect(!examples.isEmpty, "\(page)")
            subjects.formUnion(examples.map(\.subject))
        }
        #expect(subjects.count == 27)
        // The first page begins with a form from nothing to a running test.
        let first = try #require(
            try DocumentationExample.examples(of: "docs/forms/README.md").first)
        #expect(first.contents.count { $0 == "\n" } <= 40)
        #expect(first.contents.hasPrefix("import AssayForms\n"))
    }

    /// Every name of the header, which the compiler sees as a struct, a member, a function or a macro.
    @Test func referenceHasEveryNameOfTheHeader() throws {
        let header = try DocumentationExample.text(of: "Plugins/ABI/include/assay_plugin.h")
        let names = Self.names(ofHeader: header)
        let reference = try DocumentationExample.text(of: "docs/plugins/reference.md")
        let words = Set(reference.matches(of: #/\w+/#).map { String($0.output) })
        #expect(names.count > 120)
        #expect(names.subtracting(words).sorted() == [])
    }

    /// The names of structs, members, functions and macros.
    private static func names(ofHeader header: String) -> Set<String> {
        let code = header.replacing(#/\/\*(?s:.*?)\*\//#, with: "")
        let patterns = [
            #/#define (?<name>\w+)/#, #/\} (?<name>\w+);/#, #/\(\*(?<name>\w+)\)/#,
            #/^ +[\w *]*?(?<name>\w+); *$/#.anchorsMatchLineEndings(),
            #/(?<name>assay_plugin_entry_v\d+)/#, #/typedef \w+ (?<name>\w+);/#,
        ]
        var names = Set(patterns.flatMap { code.matches(of: $0).map { String($0.output.name) } })
        names.remove("ASSAY_PLUGIN_H")
        return names
    }
}
