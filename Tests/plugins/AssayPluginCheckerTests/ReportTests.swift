// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginChecker
import AssayPluginHost
import PluginWorkshop
import Testing

/// What people and programs read.
@Suite struct ReportTests {
    private let workshop: Workshop
    private let path: String

    /// A plugin with an example that does not hold.
    init() throws {
        workshop = try Workshop()
        path = try workshop.compile(pluginSource("#define EXAMPLE .value = STR(\"3\")"))
    }

    private func ruleshell(_ arguments: String...) throws -> Program.Outcome {
        try Program.outcome(of: try builtProduct("ruleshell"), ["plugin", "check"] + arguments)
    }

    @Test func textNamesRuleValueAndReplay() throws {
        let report = try check(path, only: ["strings", "examples"])
        #expect(
            report.lines == [
                "hostile 1.0.0 (\(path)), seed 1",
                "failed          examples       the declared examples give the verdicts that they "
                    + "declare",
                "  rule        hostile.even", "  expression  hostile.even", "  value       3",
                "  found       FAIL (hostile.even.odd)", "  expected    PASS",
                "  do          correct the example or the rule",
                "  replay      ruleshell plugin check '\(path)' --seed 1 --quick --only examples",
                "  warning", "  rule        hostile.even", "  found       no invalid example",
                "  expected    at least one of each",
                "  do          add it to the rule's examples",
                "not applicable  strings        no rule accepts strings, arrays or objects",
                "failed: 1 of 2 checks",
            ])
        #expect(!report.passed)
    }

    @Test func jsonHasStableMembers() throws {
        let report = try check(path, only: ["strings", "examples"])
        let expected = """
            {"plugin":{"id":"hostile","version":"1.0.0","path":"\(path)"},"seed":1,"quick":true,\
            "passed":false,"checks":[{"name":"examples","summary":"the declared examples give the \
            verdicts that they declare","verdict":"failed","findings":[{"rule":"hostile.even",\
            "expression":"hostile.even","value":"3","found":"FAIL (hostile.even.odd)","expected":\
            "PASS","remedy":"correct the example or the rule","replay":"ruleshell plugin check \
            '\(path)' --seed 1 --quick --only examples"}],"warnings":[{"rule":"hostile.even",\
            "found":"no invalid example","expected":"at least one of each","remedy":"add it to the \
            rule's examples"}],"figures":[]},{"name":"strings","summary":"the rule survives \
            hostile strings","verdict":"notApplicable","reason":"no rule accepts strings, arrays or \
            objects","findings":[],"warnings":[],"figures":[]}],"deniedCalls":[]}
            """
        #expect(report.json == expected)
    }

    @Test func timeIsAFigure() throws {
        let report = try check(try BuiltPlugin.template.path(), only: ["time"])
        let figure = try #require(report.results.first?.figures.first)
        #expect(figure.rule == "template.even")
        #expect(figure.unit == "ns")
        #expect(figure.value > 0)
    }

    @Test func sameSeedGivesTheSameReport() throws {
        let only: Set = ["kinds", "verdicts", "batches"]
        let source = pluginSource(eachRow("if (v == 255) out[row].status = ASSAY_UNSET;"))
        let path = try workshop.compile(source, to: "unset.so")
        #expect(try check(path, only: only) == check(path, only: only))
    }

    @Test func commandEndsWithTheVerdictAsItsStatus() throws {
        let failed = try ruleshell(path, "--only", "examples", "--seed", "7")
        #expect(failed.status == 1)
        #expect(failed.output.hasPrefix("hostile 1.0.0 (\(path)), seed 7\nfailed "))
        let passed = try ruleshell(
            try BuiltPlugin.template.path(), "--only", "examples", "--json", "--seed", "7")
        #expect(passed.status == 0)
        #expect(passed.output.hasPrefix("{\"plugin\":{\"id\":\"template\","))
    }

    @Test func fileThatCannotBeLoadedIsRejectedInTheLoadersWords() throws {
        let result = try ruleshell("/nowhere/no.so")
        #expect(result.status == 2)
        #expect(
            result.output.hasPrefix(
                "ruleshell: error[plugin.open] cannot load plugin '/nowhere/no.so': found "))
    }

    /// A name without a directory is a file of the current one, not of those where the loader looks.
    @Test(arguments: [
        (
            ["check", "plugin.so", "--only", "verdicts", "--seed", "7"],
            "hostile 1.0.0 (plugin.so), seed 7\n"
        ),
        (["inspect", "plugin.so"], "plugin.so\n  size: "),
        (["list", "--plugin", "plugin.so"], "hostile 1.0.0: plugin.so\n"),
        (["list", "plugin.so"], "hostile 1.0.0: plugin.so\n"),
    ])
    func nameAloneIsAFileOfTheCurrentDirectory(arguments: [String], output: String) throws {
        let other = try Workshop()
        _ = try other.compile(pluginSource("#define PLUGIN .id = STR(\"other\")"))
        let command = "cd \(workshop.directory) && LD_LIBRARY_PATH=\(other.directory) exec \"$@\""
        let result = try Program.outcome(
            of: "/bin/sh",
            ["-c", command, "sh", try builtProduct("ruleshell"), "plugin"] + arguments)
        #expect(result.output.hasPrefix(output))
    }

    /// As above; the manifest is written into it.
    @Test func nameAloneIsStamped() throws {
        let result = try Program.outcome(
            of: "/bin/sh",
            [
                "-c", "cd \(workshop.directory) && exec \"$@\"", "sh",
                try builtProduct("ruleshell"), "plugin", "stamp", "plugin.so",
            ])
        #expect(result.output == "plugin.so: hostile 1.0.0, 1 rule\n")
        #expect(try PluginManifest.read(ofFile: path)?.id == "hostile")
    }

    @Test func unknownCheckIsRejected() throws {
        let result = try ruleshell(path, "--only", "leak")
        #expect(result.status == 2)
        #expect(
            result.output
                == "ruleshell: error[usage] there is no check 'leak'\nhelp: did you mean 'leaks'?\n"
        )
    }

    /// Only a checker starts the process of a check.
    @Test func processOfACheckEndsWithoutAChecker() throws {
        let help = try Program.outcome(of: try builtProduct("ruleshell"), ["help", "plugin"])
        #expect(!help.output.contains("check-child"))
        let child = try Program.outcome(
            of: try builtProduct("ruleshell"), ["plugin", "check-child"])
        #expect(child.status == 2)
    }
}
