// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// A plugin of `ruleshell plugin new` builds, passes its tests and checks values without an edit.
@Suite struct NewPluginTests {
    @Test(arguments: ["", "1st", "-a", "a_b", "a/b", "..", "ä", longName])
    func nameThatIsNoIdIsRefused(name: String) throws {
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

    @Test func languageThatIsUnknownIsRefused() throws {
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
                    output: "plugins/acme: a plugin in C; begin with plugins/acme/README.md\n",
                    errors: ""))
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

        let ruleshell = "RULESHELL=\(try RuleShellTool.product("ruleshell"))"
        for target in ["acme-1.so", "test", "check", "release"] {
            let built = try folder.run("make", ["-C", "acme-1", ruleshell, target])
            #expect(
                built.status == 0,
                "\(target): \(built.output.suffix(2000)) \(built.errors.suffix(2000))")
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
    }
}

private let longName = String(repeating: "a", count: 65)
