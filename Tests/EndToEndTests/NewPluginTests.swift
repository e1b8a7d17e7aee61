// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A plugin of `ruleshell plugin new` builds, passes its tests and checks values without an edit.
@Suite struct NewPluginTests {
    @Test(arguments: ["", "1st", "-a", "a_b", "a/b", "..", "ä", longName])
    func nameThatIsNoIdIsRejected(name: String) throws {
        let workshop = try Workshop()
        let result = try RuleShellTool.run(
            ["plugin", "new", "--language", "c", "--", name], in: workshop)
        #expect(
            result.errors == """
                ruleshell: error[usage] '\(name)' cannot be the id of a plugin
                help: use at most 64 letters, digits and '-', beginning with a letter

                """)
        #expect(result.status == 2)
    }

    @Test func languageThatIsUnknownIsRejected() throws {
        let result = try RuleShellTool.run(["plugin", "new", "acme", "--language", "pascal"])
        #expect(
            result.errors.hasPrefix(
                "ruleshell: error[usage] the value 'pascal' is invalid for '--language <name>'"))
        #expect(result.status == 2)
    }

    @Test func folderThatExistsIsLeftAlone() throws {
        let workshop = try ScratchFolder()
        try workshop.make("acme")
        let result = try workshop.run(
            try RuleShellTool.product("ruleshell"), ["plugin", "new", "acme", "--language", "c"])
        #expect(
            result.errors == """
                ruleshell: error[output.unwritable] cannot write 'acme': File exists
                help: choose another name, or remove the directory

                """)
        #expect(result.status == 2)
        #expect(access(workshop.path + "/acme/plugin.c", F_OK) != 0)
    }

    @Test func folderIsMadeWhereTheOptionSays() throws {
        let workshop = try ScratchFolder()
        try workshop.make("plugins")
        let result = try workshop.run(
            try RuleShellTool.product("ruleshell"),
            ["plugin", "new", "acme", "--language", "c", "--directory", "plugins"])
        #expect(
            result
                == ProcessResult(
                    status: 0,
                    output: """
                        plugins/acme: a plugin in C
                        next:
                          make -C plugins/acme              # builds plugins/acme/acme.so
                          make -C plugins/acme test check   # runs its cases, and tries to break it
                          ruleshell try --plugin plugins/acme/acme.so acme.digitSum '"19"'
                        then write your own rule in plugins/acme/plugin.c, and its cases in \
                        plugins/acme/cases.yaml

                        """, errors: ""))
        #expect(access(workshop.path + "/plugins/acme/include/assay_plugin.h", R_OK) == 0)
    }

    @Test(
        .enabled(if: Toolchain.has("make"), "no make"),
        arguments: Toolchain.languages)
    func newPluginBuildsAndWorks(language: String) throws {
        let folder = try ScratchFolder()
        let made = try folder.run(
            try RuleShellTool.product("ruleshell"),
            ["plugin", "new", "acme-1", "--language", language])
        #expect(made.status == 0, "\(made.errors)")

        for target in ["acme-1.so", "test", "check", "docs-check", "release"] {
            try make(target, of: "acme-1", in: folder)
        }

        let tried = try folder.run(
            try RuleShellTool.product("ruleshell"),
            [
                "try", "--plugin", "acme-1/acme-1.so", "acme-1.digitSum(9)", "\"18\"", "\"19\"",
                "\"1x\"", "\"\"",
            ])
        #expect(
            tried.output == """
                valid "18"
                invalid "19"
                  error[acme-1.digitSum.wrong] must have a digit sum that 9 divides
                invalid "1x"
                  error[acme-1.digitSum.format] must be digits
                invalid ""
                  error[acme-1.digitSum.format] must be digits

                """, "\(tried.errors)")
        #expect(tried.status == 1)

        try renameRule(to: "crossSum", in: folder, language: language)
        try make(
            "test", of: "acme-1", in: folder, prints: "acme-1.crossSum: 14 cases; 2 of 2 codes")
        try make("check", of: "acme-1", in: folder, prints: "passed: ")
        try make("release", of: "acme-1", in: folder)
        try make("docs-check", of: "acme-1", in: folder)
    }

    /// One line of the source has the name.
    private func renameRule(to name: String, in folder: ScratchFolder, language: String) throws {
        let files = [
            "c": "plugin.c", "cpp": "plugin.cpp", "rust": "src/lib.rs",
            "swift": "Sources/Rules/SampleRule.swift",
        ]
        let file = "acme-1/" + (files[language] ?? "")
        let found = try folder.run(
            "grep",
            [
                "-rl", "--exclude=*.so", "--exclude-dir=target", "--exclude-dir=.build", "digitSum",
                "acme-1",
            ])
        #expect(
            Set(found.output.split(separator: "\n").map(String.init))
                == [file, "acme-1/RULES.md"])
        #expect(try folder.run("grep", ["-c", "digitSum", file]).output == "1\n")
        let renamed = try folder.run("sed", ["-i", "s/digitSum/\(name)/", file])
        #expect(renamed.status == 0)
    }

    private func make(
        _ target: String, of plugin: String, in folder: ScratchFolder, prints text: String = ""
    ) throws {
        let ruleshell = "RULESHELL=\(try RuleShellTool.product("ruleshell"))"
        let built = try folder.run("make", ["-C", plugin, ruleshell, target])
        #expect(
            built.status == 0,
            "\(target): \(built.output.suffix(2000)) \(built.errors.suffix(2000))")
        #expect(text.isEmpty || built.output.contains(text), "\(built.output.suffix(2000))")
    }

    /// What the workflow runs are targets of the Makefile; the rest needs its runner.
    @Test(arguments: ["c", "cpp", "rust", "swift"])
    func workflowMakesWhatThereIs(language: String) throws {
        let folder = try ScratchFolder()
        _ = try folder.run(
            try RuleShellTool.product("ruleshell"),
            ["plugin", "new", "acme", "--language", language])
        let workflow = try folder.run("cat", ["acme/.github/workflows/plugin.yml"]).output
        let targets = workflow.matches(of: #/run: make ([a-z.-]+)\n/#).map { String($0.1) }
        #expect(targets == ["acme.so", "test", "check", "docs-check"])
        let makefile = try folder.run("cat", ["acme/Makefile"]).output
        for target in targets {
            #expect(makefile.contains("\n\(target):"), "\(target)")
        }
        let ignored = try folder.run("cat", ["acme/.gitignore"]).output
        #expect(ignored == "*.so\n*.key\n/target/\n/.build/\n")
    }
}

private let longName = String(repeating: "a", count: 65)
