// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// `ruleshell check DIRECTORY`.
@Suite struct DirectoryCheckTests {
    @Test func directoryWithoutRuleSetsIsAnError() throws {
        let workshop = try Workshop()
        try workshop.write("a: 1\n", to: "other.yaml")
        let result = try RuleShellTool.run(["check", "."], in: workshop)
        #expect(result.status == 2)
        #expect(
            result.output == """
                .:1:1: error[ruleSet.file] there is no rule set in '.'
                help: name a directory that has files in YAML or JSON with the key 'assay'

                0 rule sets: 1 error, 0 warnings
                note[lint.notChecked]: .: 1 file without the key 'assay' was not checked: './other.yaml'

                """)
    }

    @Test func ruleSetsAndJobsAreFound() throws {
        let workshop = try Workshop.withJobs("[jobs.a]\nrules = \"r.yaml\"\ninputs = \"y.csv\"\n")
        try workshop.write("assay: 1\nfields:\n  a: lenght(3)\n", to: "bad.yml")
        try workshop.write("assay: 1\nfields:\n\ta: x\n", to: "tab.yaml")
        try workshop.write(#"{"assay": 1, "fields": {"a": "range"}}"#, to: "j.json")
        try workshop.write(#"{"name": "assay"}"#, to: "package.json")
        try workshop.write("cases:\n  - { record: { a: 1 }, valid: true }\n", to: "r.test.yaml")
        try workshop.write("[project]\nname = \"x\"\n", to: "pyproject.toml")
        let result = try RuleShellTool.run(["check", workshop.path], in: workshop)
        #expect(result.status == 2)
        let codes = result.output.matches(of: #/\/([a-z.]+):\d+:\d+: \w+\[([a-zA-Z.]+)\]/#).map {
            "\($0.1) \($0.2)"
        }
        #expect(
            codes == [
                "bad.yml rule.unknown", "j.json lint.noArguments", "tab.yaml ruleSet.syntax",
            ])
        #expect(
            result.output.contains(
                "\nnote[lint.notChecked]: \(workshop.path): 1 file without the key 'assay' was not "
                    + "checked: '\(workshop.path)/package.json'\n"), "\(result.output)")
        #expect(result.output.contains("\n5 files: 2 errors, 1 warning\n"))
    }

    @Test func whatCannotBeSearchedIsAnError() throws {
        let workshop = try Workshop.people()
        symlink("nowhere", workshop.path + "/gone.yaml")
        let result = try RuleShellTool.run(["check", "."], in: workshop)
        #expect(result.status == 2)
        #expect(result.output.contains("./gone.yaml:1:1: error[input.unreadable] "))
    }
}
