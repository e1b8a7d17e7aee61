// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc
import PluginWorkshop
import Testing

/// `--plugin-debug`: plugins that debuggers and sanitizers can read.
@Suite(.enabled(if: !Compiler.c.isEmpty, "SKIPPED: no C compiler"))
struct PluginDebugTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let warning = """
        ruleshell: warning[plugin.debug] plugins are loaded without the probe, and not as copies
        help: leave out --plugin-debug unless you are debugging

        """

    /// The rule `faulty.even` reads past eight bytes for any number above seven.
    private func build(_ flags: [String] = [], with other: Compiler? = nil) throws {
        let source = """
            #include "assay_plugin_c.h"
            #include <stdlib.h>
            static assay_verdict check(const assay_value *value) {
                volatile char *room = calloc(8, 1);
                char byte = room[value->as.i64];
                free((void *)room);
                return assay_pass_if(value->as.i64 % 2 == 0 || byte == 77, 0);
            }
            ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                       ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                       ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "3", "even")));
            ASSAY_PLUGIN("faulty", "1.0.0", ASSAY_RULES(&assay_rule_even));
            """
        let file = try workshop.write(source, to: "faulty.c")
        let compiler = try other ?? #require(Compiler.c.first)
        try compiler.build([file], to: workshop.path + "/faulty.so", ["-g", "-O0"] + flags)
    }

    private func attempt(_ value: String, _ options: [String] = []) -> [String] {
        ["try", "--plugin-debug", "--plugin", "faulty.so"] + options + ["faulty.even", value]
    }

    @Test func ruleIsTriedWithAWarning() throws {
        try build()
        let result = try RuleShellTool.run(attempt("3"), in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 1, output: "invalid 3\n  error[faulty.even.odd] must be even\n",
                    errors: Self.warning))
    }

    @Test func otherPluginsAreStillExamined() throws {
        try workshop.write(String(repeating: "x", count: 100), to: "faulty.so")
        let result = try RuleShellTool.run(attempt("3"), in: workshop)
        #expect(result.status == 2)
        #expect(result.errors.contains("error[plugin.format]"))
    }

    #if PluginSignatures
    @Test func trustInBytesThatAreNotLoadedIsAnError() throws {
        try build()
        let digest = String(repeating: "0", count: 64)
        let result = try RuleShellTool.run(
            attempt("3", ["--plugin-digest", digest]), in: workshop)
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: Self.warning + """
                        ruleshell: error[plugin.trust] cannot load plugin 'faulty.so': found a plugin \
                        to be debugged, of which no copy is loaded, expected a copy, whose bytes can be \
                        trusted
                        help: debug it without required digests or keys

                        """))
    }
    #endif

    @Test func pluginToBeDebuggedIsNotReloaded() throws {
        try build()
        var policy = PluginPolicy.standard
        policy.isForDebugging = true
        let host = PluginHost(policy: policy)
        try host.load(path: workshop.path + "/faulty.so", into: RuleRegistry.standard())
        let error = #expect(throws: PluginError.self) { try host.reload("faulty") }
        #expect(
            error?.description
                == "cannot load plugin '\(workshop.path)/faulty.so' at stage load: found a plugin to "
                + "be debugged, expected one that was loaded as a copy; start the program again")
    }

    @Test(.enabled(if: Program.find("gdb") != nil, "SKIPPED: no gdb"))
    func debuggerStopsInARule() throws {
        try build()
        let commands = ["set breakpoint pending on", "break faulty.c:5", "run", "bt 1", "continue"]
        let result = try ChildProcess(
            try #require(Program.find("gdb")),
            ["-nx", "-batch"] + commands.flatMap { ["-ex", $0] } + ["--args"]
                + [RuleShellTool.product("ruleshell")] + attempt("4"), in: workshop.path
        ).finish()
        guard !result.errors.contains("ptrace: Operation not permitted") else {
            try leaveOut("only where the system allows a debugger")
        }
        #expect(result.output.contains("#0  check (value=0x"), "\(result)")
        #expect(result.output.contains("faulty.c:5\n"), "\(result)")
        #expect(result.output.contains("valid 4\n"), "\(result)")
    }

    /// The sanitizer of gcc, whose runtime is a library of its own.
    @Test(.enabled(if: Compiler.gcc.path != nil, "SKIPPED: no gcc"))
    func sanitizerNamesTheRule() throws {
        let gcc = try #require(Compiler.gcc.path)
        let runtime = try ChildProcess(gcc, ["-print-file-name=libasan.so"]).finish().output
            .split(separator: "\n").joined()
        guard runtime.hasPrefix("/") else {
            try leaveOut("gcc has no address sanitizer")
        }
        try build(["-fsanitize=address"], with: .gcc)
        let result = try ChildProcess(
            "/usr/bin/env",
            [
                "ASAN_OPTIONS=detect_leaks=0", "LD_PRELOAD=\(runtime)",
                RuleShellTool.product("ruleshell"),
            ] + attempt("400"), in: workshop.path
        ).finish()
        #expect(result.status != 0)
        #expect(result.errors.contains("AddressSanitizer: heap-buffer-overflow"), "\(result)")
        #expect(result.errors.contains(" in check "), "\(result)")
    }
}
