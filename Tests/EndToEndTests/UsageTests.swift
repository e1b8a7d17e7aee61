// SPDX-License-Identifier: Apache-2.0
import Glibc
import PluginWorkshop
import Testing

/// Command lines that cannot be understood end with status 2 and say what to do.
@Suite struct UsageTests {
    @Test(
        arguments: [
            (["valdate"], "there is no command 'valdate'", "did you mean 'validate'?"),
            (
                ["frobnicate"], "there is no command 'frobnicate'",
                "the commands are validate, run, watch, check, test, try, rules, explain, import, export, repl, plugin, "
                    + "completions, man"
            ),
            (
                ["validate"], "missing expected argument '--rules <file> ...'",
                "name a rule set with -r rules.yaml, or write rules with --rule 'email: required, email'"
            ),
            (
                ["validate", "--rulse", "x"], "unknown option '--rulse'", "did you mean '--rules'?"
            ),
            (
                ["validate", "-r", "x", "--formt", "json"], "unknown option '--formt'",
                "did you mean '--format'?"
            ),
            (
                ["validate", "-r", "x", "-f", "xml"],
                "the value 'xml' is invalid for '-f <format>'",
                "please provide one of 'full', 'concise', 'ndjson', 'json', 'sarif', 'junit', 'github' or "
                    + "'summary'"
            ),
            (
                ["validate", "-r", "x", "-j", "0"], "--jobs takes a number from 1 to 256, not 0",
                "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--max-errors", "0"],
                "--max-errors takes a number from 1, not 0", "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--match-limit", "0"],
                "--match-limit takes a number from 1, not 0", "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--subject-limit", "0"],
                "--subject-limit takes a number from 1, not 0", "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "-", "-"], "standard input can be read only once",
                "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--delimiter", "ab"],
                "the value 'ab' is invalid for '--delimiter <c>': not a delimiter",
                "give one ASCII character, such as ';', or the word tab"
            ),
            (
                ["validate", "-r", "x", "-f", "sarif", "-o", "a", "--format=junit", "-o", "b"],
                "--format is given 2 times: 'sarif', 'junit'",
                "write each report with its format: -o sarif:report.sarif -o junit:report.xml"
            ),
            (
                ["validate", "-r", "x", "-j1", "--jobs", "2"],
                "--jobs is given 2 times: '1', '2'", "give it once"
            ),
            (
                ["plugin", "docs", "--output", "a", "--output=b", "x.so"],
                "--output is given 2 times: 'a', 'b'", "give it once"
            ),
            (
                ["validate", "-r", "x", "-o", "srif:a.sarif"],
                "the value 'srif:a.sarif' is invalid for '-o <[format:]file>': there is no format 'srif'",
                "did you mean 'sarif:a.sarif'?"
            ),
            (
                ["validate", "-r", "x", "-o", "results:a"],
                "the value 'results:a' is invalid for '-o <[format:]file>': there is no format 'results'",
                "write './results:a' for a file of this name"
            ),
            (
                ["validate", "-r", "x", "-o", "json:-"],
                "--output takes the name of a file, not '-'", "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--out", "y"], "unknown option '--out'",
                "did you mean '--output'?"
            ),
            (
                ["validate", "-r", "x", "--max-error"], "unknown option '--max-error'",
                "did you mean '--max-errors'?"
            ),
            (
                ["validate", "-r", "x", "--strict-base"], "unknown option '--strict-base'",
                "did you mean '--strict-baseline'?"
            ),
            (["check", "--jsn", "x"], "unknown option '--jsn'", "did you mean '--json'?"),
            (
                ["validate", "-r", "x", "--quiet"], "unknown option '--quiet'",
                "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--sep", ";"], "unknown option '--sep'",
                "see 'ruleshell help validate'"
            ),
            (
                ["validate", "-r", "x", "--jsn"], "unknown option '--jsn'",
                "see 'ruleshell help validate'"
            ),
            (
                ["try", "email", "-x"], "unknown option '-x'",
                "after --, a value may begin with a dash"
            ),
            (
                ["try", "required"], "missing expected argument '<value> ...'",
                "see 'ruleshell help try'"
            ),
        ] as [([String], String, String)])
    func errorIsExplained(arguments: [String], message: String, help: String) throws {
        let result = try RuleShellTool.run(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "ruleshell: error[usage] \(message)\nhelp: \(help)\n")
    }

    @Test(arguments: [["--help"], ["help"], ["validate", "--help"], ["help", "try"]])
    func helpIsAnAnswer(arguments: [String]) throws {
        let result = try RuleShellTool.run(arguments)
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.contains("USAGE: ruleshell"))
    }

    @Test func helpOfTestNamesTheKeysOfACase() throws {
        let help = try RuleShellTool.run(["help", "test"]).output
        let keys = [
            "record", "expression", "value", "field", "base", "with", "without", "expect",
            "includes",
            "valid", "name", "text: true", "rules",
        ]
        for key in keys { #expect(help.contains("'\(key)'"), "\(key)") }
    }

    @Test func versionIsPrinted() throws {
        let result = try RuleShellTool.run(["--version"])
        #expect(result.output == "ruleshell 0.1.0\n")
        #expect(result.status == 0)
    }

    /// A root of one's own may lack /proc, from where the runtime reads the arguments.
    @Test(
        .enabled(
            if: geteuid() == 0 && Toolchain.has("unshare") && Toolchain.has("umount"),
            "only for root, with unshare and umount"))
    func argumentsThatCannotBeReadAreAnError() throws {
        let tool = try RuleShellTool.product("ruleshell")
        let script = "umount -l /proc && exec '\(tool)' --version"
        let result = try ScratchFolder().run("unshare", ["-m", "sh", "-c", script])
        // A container may not let even root do so.
        let mayNot = ["unshare:", "umount:"].contains { result.errors.contains($0) }
        guard !mayNot else { try leaveOut("only where root may unmount /proc") }
        #expect(result.status == 2)
        #expect(result.output == "")
        // A sanitizer misses /proc too, and says so in lines of its own before and after.
        #expect(
            result.errors.contains(
                "ruleshell: error[usage] cannot read the arguments from /proc/self/cmdline\n"
                    + "help: mount /proc where ruleshell runs\n"))
    }

    /// A name of vectors that do not exist would be taken for those that were wanted.
    @Test(
        arguments: [
            ("avx1024", ["try", "email", "x"]), ("AVX2", ["--version"]), (" avx2", ["validate"]),
            ("none,", []),
        ] as [(String, [String])])
    func unknownVectorsAreRejected(value: String, arguments: [String]) throws {
        let result = try Self.run(arguments, vectors: value)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[usage] the variable ASSAY_SIMD is '\(value)', which names no vector instructions
                        help: use none, ssse3, avx2, avx512 (x86-64) or neon (ARM64), or unset it for \
                        the best of this processor

                        """))
    }

    /// Vectors of other processors may be set for many machines at once.
    @Test(arguments: ["none", "ssse3", "avx2", "avx512", "neon", ""])
    func knownVectorsAreAccepted(value: String) throws {
        let result = try Self.run(["try", "email", "a@b.example"], vectors: value)
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    private static func run(_ arguments: [String], vectors: String) throws -> ProcessResult {
        let ruleshell = try RuleShellTool.product("ruleshell")
        return try ChildProcess("/usr/bin/env", ["ASSAY_SIMD=\(vectors)", ruleshell] + arguments)
            .finish()
    }
}
