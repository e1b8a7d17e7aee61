// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// What shells and `man` are given.
@Suite struct ShellSupportTests {
    private static let commands = [
        "validate", "check", "test", "try", "rules", "explain", "repl", "completions", "man",
        "plugin new", "plugin check", "plugin inspect", "plugin list", "plugin stamp",
        "plugin test", "plugin bench", "plugin docs",
    ]

    @Test(arguments: ["bash", "zsh", "fish"])
    func scriptKnowsTheCommands(shell: String) throws {
        let script = try RuleShellTool.run(["completions", shell])
        #expect(script.status == 0)
        for word in ["validate", "junit", "completions"] {
            #expect(script.output.contains(word), "\(word)")
        }
    }

    @Test(.enabled(if: Toolchain.has("bash"), "no bash: its script is not parsed"))
    func bashReadsItsScript() throws { try expectParsed("bash") }

    @Test(.enabled(if: Toolchain.has("zsh"), "no zsh: its script is not parsed"))
    func zshReadsItsScript() throws { try expectParsed("zsh") }

    @Test(.enabled(if: Toolchain.has("fish"), "no fish: its script is not parsed"))
    func fishReadsItsScript() throws { try expectParsed("fish") }

    private func expectParsed(_ shell: String) throws {
        let workshop = try Workshop()
        try workshop.write(try RuleShellTool.run(["completions", shell]).output, to: "script")
        let check = try ChildProcess(
            "/usr/bin/env", ["-C", workshop.path, shell, "-n", "script"]
        ).finish()
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test(.enabled(if: Toolchain.has("bash"), "no bash"))
    func bashCompletesCommandsAndFormats() throws {
        let workshop = try Workshop()
        try workshop.write(
            try RuleShellTool.run(["completions", "bash"]).output
                + """

                complete_line() {
                    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                    COMPREPLY=(); _ruleshell "$1" "${@: -1}" "${@: -2:1}"; echo "${COMPREPLY[*]}"
                }
                complete_line ruleshell va
                complete_line ruleshell validate --format s

                """, to: "script")
        let result = try ChildProcess("/usr/bin/env", ["-C", workshop.path, "bash", "script"])
            .finish()
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.contains("validate") == true, "\(result)")
        #expect(lines.last?.contains("sarif") == true, "\(result)")
    }

    /// The names that only the program knows.
    @Test(.enabled(if: Toolchain.has("bash"), "no bash"))
    func bashCompletesRulesCodesAndJobs() throws {
        let workshop = try Workshop.withJobs(
            "[jobs.zoo]\nrules = \"r.yaml\"\n[jobs.good]\nrules = \"r.yaml\"\n")
        try workshop.write(
            "PATH=$1:$PATH\n"
                + (try RuleShellTool.run(["completions", "bash"]).output)
                    + """

                    complete_line() {
                        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                        COMPREPLY=(); _ruleshell "$1" "${@: -1}" "${@: -2:1}"
                        echo $(printf '%s\\n' "${COMPREPLY[@]}" | sort)
                    }
                    complete_line ruleshell explain length.to
                    complete_line ruleshell explain onFa
                    complete_line ruleshell rules creditC
                    complete_line ruleshell validate --ignore range.tooS
                    complete_line ruleshell run zo

                    """, to: "script")
        let result = try ChildProcess(
            "/usr/bin/env", ["-C", workshop.path, "bash", "script", try RuleShellTool.folder()]
        ).finish()
        #expect(
            result.output.split(separator: "\n").map { $0.replacing(" ", with: "|") } == [
                "length.tooLong|length.tooShort", "onFault", "creditCard", "range.tooSmall", "zoo",
            ], "\(result)")
    }

    @Test(.enabled(if: Toolchain.has("zsh"), "no zsh: its completions are not run"))
    func zshCompletesAtItsPrompt() throws {
        try expectCompletions(
            ["zsh", "-f", "-i"], script: "_ruleshell",
            setup: "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; PS1='go> '\n")
    }

    @Test(.enabled(if: Toolchain.has("fish"), "no fish: its completions are not run"))
    func fishCompletesAtItsPrompt() throws {
        try expectCompletions(
            ["fish", "--no-config", "-i"], script: "ruleshell.fish",
            setup: "source ruleshell.fish\nfunction fish_prompt; echo -n 'go> '; end\n")
    }

    /// Types the beginnings of words and the Tab key at the prompt of a shell.
    private func expectCompletions(
        _ shell: [String], script: String, setup: String
    ) throws {
        let workshop = try Workshop.withJobs(
            "[jobs.zoo]\nrules = \"r.yaml\"\n[jobs.good]\nrules = \"r.yaml\"\n")
        try workshop.write(try RuleShellTool.run(["completions", shell[0]]).output, to: script)
        try workshop.write(setup, to: "setup")
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let terminal = try PseudoTerminal(
            shell[0], Array(shell.dropFirst()), in: workshop.path,
            environment: [
                "PATH=\(try RuleShellTool.folder()):\(path)", "HOME=\(workshop.path)", "TERM=dumb",
            ], columns: 200)
        try terminal.enter("source ./setup")
        try terminal.expectOutput("go> ")
        for (typed, completed) in [
            ("ruleshell vali", "ruleshell validate"),
            ("ruleshell validate --format sa", "--format sarif"),
            ("ruleshell explain length.tooL", "length.tooLong"),
            ("ruleshell validate --ignore range.tooS", "range.tooSmall"),
            ("ruleshell run zo", "run zoo"),
        ] {
            try terminal.type(typed + "\t")
            try terminal.expectOutput(completed)
            try terminal.type("\u{15}")
        }
    }

    @Test(arguments: [
        (["explain", "--", "positional@0", "0", "0", "x"], "unknownFields"),
        (["validate", "--", "--select", "0", "7", "length,"], "length,range.tooSmall"),
        (["run", "--", "positional@0", "0", "0", ""], "zoo"),
    ])
    func namesAreListed(arguments: [String], name: String) throws {
        let workshop = try Workshop.withJobs("[jobs.zoo]\nrules = \"r.yaml\"\n")
        let result = try RuleShellTool.run(["---completion"] + arguments, in: workshop)
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").contains { $0 == name }, "\(result)")
    }

    @Test func otherShellsAreErrors() throws {
        let result = try RuleShellTool.run(["completions", "csh"])
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("ruleshell: error[usage] the value 'csh' is invalid"))
    }

    /// Every option and every sentence that `--help` shows of a command is in the page.
    @Test(arguments: commands)
    func manualHasWhatHelpSays(command: String) throws {
        let page = try RuleShellTool.run(["man"]).output.replacing("\\-", with: "-")
            .replacing("\\e", with: "\\")
        let words = command.split(separator: " ").map(String.init)
        let help = try RuleShellTool.run(words + ["--help"]).output
        #expect(page.contains("\n.SS \(command)\n"))
        let options = help.matches(of: #/--[a-z][a-z-]+/#).map { String($0.output) }
        #expect(!options.isEmpty)
        for option in Set(options).subtracting(["--version", "--help"]) {
            #expect(page.contains(option), "\(option)")
        }
        let abstract = help.firstMatch(of: #/OVERVIEW: (.*)/#).map { String($0.1) } ?? ""
        #expect(!abstract.isEmpty && page.contains(abstract))
    }

    @Test(.enabled(if: Toolchain.has("groff"), "no groff: the page is not formatted"))
    func manualIsWellFormed() throws {
        let workshop = try Workshop()
        try workshop.write(try RuleShellTool.run(["man"]).output, to: "ruleshell.1")
        let result = try ChildProcess(
            "/usr/bin/env",
            ["-C", workshop.path, "groff", "-man", "-ww", "-Tutf8", "-z", "ruleshell.1"]
        ).finish()
        #expect(result == ProcessResult(status: 0, output: "", errors: ""))
    }
}
