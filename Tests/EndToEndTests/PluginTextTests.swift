// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// A plugin whose every text clears the screen, turns text, and forges a line: no command lets one of
/// them reach a terminal.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct PluginTextTests {
    private let folder: ScratchFolder
    private let ruleshell: String

    /// The text as ruleshell shows it, and as errors of the host do.
    private static let shown = #"x\u001b[2J\u009b\u202e\nerror[forged] y"#
    private static let flat = "x [2J   error[forged] y"

    init() throws {
        folder = try ScratchFolder()
        ruleshell = try RuleShellTool.product("ruleshell")
        try build(Self.source, to: "acme.so")
        try folder.write("assay: 1\nfields:\n  a: acme.even\n  b: acme.broken\n", to: "r.yaml")
        try folder.write("{\"a\":1,\"b\":1}\n", to: "r.ndjson")
    }

    private func build(_ source: String, to name: String) throws {
        try folder.write(source, to: name + ".c")
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let built = try folder.run(
            "cc",
            ["-shared", "-fPIC", "-I", "/\(root)/Plugins/ABI/include", name + ".c", "-o", name])
        try #require(built.status == 0, "\(built.errors)")
        _ = try folder.run("chmod", ["644", name])
    }

    @Test(
        arguments: [
            (["rules", "acme.*", "--plugin", "acme.so"], 0),
            (["rules", "acme.*", "--json", "--plugin", "acme.so"], 0),
            (["explain", "acme.even", "--plugin", "acme.so"], 0),
            (["explain", "acme.even.odd", "--plugin", "acme.so"], 0),
            (["try", "--plugin", "acme.so", "acme.even", "1"], 1),
            (["try", "--plugin", "acme.so", "acme.broken", "1"], 1),
            (["try", "--plugin", "acme.so", "acme.picky", "1"], 2),
            (["validate", "--plugin", "acme.so", "-r", "r.yaml", "-f", "full", "r.ndjson"], 1),
            (["validate", "--plugin", "acme.so", "-r", "r.yaml", "-f", "concise", "r.ndjson"], 1),
            (["validate", "--plugin", "acme.so", "-r", "r.yaml", "-f", "github", "r.ndjson"], 1),
            (["validate", "--plugin", "acme.so", "-r", "r.yaml", "-f", "json", "r.ndjson"], 1),
            (["validate", "--plugin", "acme.so", "-r", "r.yaml", "-f", "sarif", "r.ndjson"], 1),
            (["validate", "--plugin", "acme.so", "-r", "r.yaml", "-f", "junit", "r.ndjson"], 1),
            (["plugin", "check", "--quick", "--only", "examples", "acme.so"], 1),
            (["plugin", "list", "acme.so"], 0),
        ] as [([String], Int32)])
    func textIsEscapedBy(command: [String], status: Int32) throws {
        let result = try folder.run(ruleshell, command)
        #expect(result.status == status, "\(result.output)\(result.errors)")
        expectHarmless(result)
        // What is only in the log, or in an error, is on standard error; GitHub has its own line feeds.
        let isInErrors = status == 2 || command.contains("list")
        let text = (isInErrors ? result.errors : result.output).replacing("%0A", with: #"\n"#)
        #expect(text.contains(Self.shown), "\(result)")
    }

    @Test func textOfAManifestIsEscaped() throws {
        #expect(try folder.run(ruleshell, ["plugin", "stamp", "acme.so"]).status == 0)
        for options in [[], ["--json"]] {
            let result = try folder.run(ruleshell, ["plugin", "inspect", "acme.so"] + options)
            #expect(result.status == 0)
            expectHarmless(result)
            // The summary, the parameters, the code, the example and the setting.
            let count = result.output.split(separator: Self.shown).count
            #expect(count > 8, "\(result)")
        }
    }

    @Test func textIsEscapedByThePrompt() throws {
        let result = try RuleShellTool.run(
            ["repl", "--plugin", folder.path + "/acme.so"],
            input: """
                :rules acme.*
                :plugins
                :explain acme.even
                :explain acme.even.odd
                :explain acme.even("a")
                acme.even 1
                :why
                :example acme.even
                acme.broken 1
                :why
                :mode concise
                acme.even 1
                acme.picky 1

                """)
        expectHarmless(result)
        #expect(result.output.split(separator: Self.shown).count > 10, "\(result)")
        #expect(result.errors.contains("acme.picky: " + Self.shown), "\(result)")
    }

    @Test func hintsOfThePromptAreEscaped() throws {
        let workshop = try StateWorkshop()
        let terminal = try PseudoTerminal.prompt(
            ["--plugin", folder.path + "/acme.so"], in: workshop.files, columns: 200)
        try terminal.type("acme.even(")
        try terminal.expectScreen("the hint") {
            $0.lineWithCursor.contains("acme.even([plain: string]")
        }
        #expect(!terminal.text.contains("\u{1B}[2J\u{9B}"))
        try terminal.expectEnd()
    }

    @Test func helpAboutArgumentsHasNoLineOfThePlugin() throws {
        let result = try folder.run(
            ruleshell, ["try", "--plugin", "acme.so", "acme.even(nothing=1)", "1"])
        expectHarmless(result)
        #expect(result.errors.hasSuffix("\nhelp: it takes plain, unit\n"), "\(result)")
    }

    /// A parameter whose name no one can type makes no table.
    @Test func namesOfParametersCanBeTyped() throws {
        try build("#define UNIT \"uni\\nt\"\n" + Self.source, to: "acme.so")
        let result = try folder.run(
            ruleshell, ["try", "--plugin", "acme.so", "acme.even(unit=\"m\")", "1"])
        expectHarmless(result)
        #expect(
            result.errors.contains("found 'uni t' (rule 0 'even', parameter 1: name), expected "),
            "\(result)")
        #expect(result.status == 2)
    }

    @Test(arguments: ["list", "check"])
    func wordsOfInitAreEscaped(command: String) throws {
        try build("#define REJECTS\n" + Self.source, to: "acme.so")
        let result = try folder.run(ruleshell, ["plugin", command, "acme.so"])
        expectHarmless(result)
        #expect(
            (result.output + result.errors).contains("ASSAY_E_CONFIG (\(Self.flat))"),
            "\(result)")
    }

    @Test(arguments: ["check", "list", "stamp"])
    func forgedCodeIsNamedAndNotObeyed(command: String) throws {
        try build("#define CODE_ID \"even.\" EVIL\n" + Self.source, to: "acme.so")
        let result = try folder.run(ruleshell, ["plugin", command, "acme.so"])
        expectHarmless(result)
        let found = "'acme.even.\(Self.flat)' (rule 0 'even', code 0: id)"
        #expect((result.output + result.errors).contains(found), "\(result)")
        #expect(result.status == (command == "list" ? 1 : 2))
    }

    @Test func checkNamesATableThatMakesNoSense() throws {
        try build("#define MESSAGE \"is {count}\"\n" + Self.source, to: "acme.so")
        let result = try folder.run(ruleshell, ["plugin", "check", "acme.so"])
        #expect(
            result.errors == """
                ruleshell: error[plugin.table] cannot load plugin 'acme.so': found the placeholder \
                '{count}' (rule 0 'even', code 0 'even.odd': message), expected one of \
                {plain}, {unit}, {\(Self.flat) rest}, {value}, {field}, {rule}
                help: correct the plugin's table (see assay_plugin.h)

                """)
        #expect(result.output == "" && result.status == 2)
    }

    private func expectHarmless(
        _ result: ProcessResult, location: Testing.SourceLocation = #_sourceLocation
    ) {
        let text = result.output + result.errors
        for scalar in text.unicodeScalars where scalar != "\n" {
            #expect(
                !DisruptiveScalar.contains(scalar), "\(scalar.value) in \(text)",
                sourceLocation: location)
        }
        for line in text.split(separator: "\n") {
            #expect(
                !line.drop { $0 == " " }.hasPrefix("error[forged]"), "\(text)",
                sourceLocation: location)
        }
    }

    /// Rules that fail, cannot decide and reject their arguments.
    private static let source = #"""
        #include "assay_plugin.h"
        #define EVIL "x\x1b[2J\xc2\x9b\xe2\x80\xae\nerror[forged] y"
        #define STR(text) ASSAY_STR_LITERAL(text)
        #ifndef CODE_ID
        #define CODE_ID "even.odd"
        #endif
        #ifndef UNIT
        #define UNIT "unit"
        #endif
        #ifndef MESSAGE
        #define MESSAGE EVIL " {value}"
        #endif
        static const assay_str evil = STR(EVIL);
        static assay_rc start(const assay_host *host, const assay_call *call,
                              const assay_value *config, void **state) {
            call->log(call, 3, evil);
        #ifdef REJECTS
            call->error(call, ASSAY_E_CONFIG, evil);
            return ASSAY_E_CONFIG;
        #else
            return ASSAY_OK;
        #endif
        }
        static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                                 assay_verdict *out) {
            assay_value rest = {.kind = ASSAY_STR, .as.ptr = evil.ptr, .len = evil.len};
            call->log(call, 4, evil);
            for (uint32_t row = 0; row < batch->count; row++) {
                int odd = batch->columns[0][row].as.i64 % 2 != 0;
                out[row].status = odd ? ASSAY_FAIL : ASSAY_PASS;
                if (odd) call->args(call, row, (assay_str){0, 0}, &rest, 1);
            }
            return ASSAY_OK;
        }
        static assay_rc fail(const void *inst, const assay_call *call, const assay_batch *batch,
                             assay_verdict *out) {
            call->error(call, ASSAY_E_INTERNAL, evil);
            return ASSAY_E_INTERNAL;
        }
        static assay_rc reject(void *state, const assay_call *call, const assay_value *params,
                               void **inst) {
            call->error(call, ASSAY_E_PARAM, evil);
            return ASSAY_E_PARAM;
        }
        static const assay_str names[] = {STR(EVIL), STR("m")};
        static const assay_parameter parameter = {.struct_size = sizeof parameter,
            .type = ASSAY_PARAM_STRING, .name = STR("plain"), .summary = STR(EVIL),
            .default_value = {.kind = ASSAY_STR, .as.ptr = (const uint8_t *)EVIL,
                              .len = sizeof EVIL - 1}};
        static const assay_parameter unit = {.struct_size = sizeof unit,
            .type = ASSAY_PARAM_CHOICE, .name = STR(UNIT), .choices = names, .choice_count = 2,
            .default_value = {.kind = ASSAY_STR, .as.ptr = (const uint8_t *)EVIL,
                              .len = sizeof EVIL - 1}};
        static const assay_parameter *const parameters[] = {&parameter, &unit};
        static const assay_str rest_name[] = {STR(EVIL " rest")};
        static const assay_translation translation = {STR("de"), STR(EVIL)};
        static const assay_code code = {.struct_size = sizeof code, .id = STR(CODE_ID),
            .message = STR(MESSAGE), .argument_count = 1, .argument_names = rest_name,
            .translation_count = 1, .translations = &translation};
        static const assay_code *const codes[] = {&code};
        static const assay_example example = {.struct_size = sizeof example,
            .status = ASSAY_PASS, .value = STR("\"\\u001b[2J\\u009b\\n\""),
            .expression = STR("even(\"" EVIL "\")")};
        static const assay_example *const examples[] = {&example};
        #define KINDS .kinds = ASSAY_KIND_BIT(ASSAY_I64)
        static const assay_rule even = {.struct_size = sizeof even, .id = STR("even"),
            .summary = STR(EVIL), KINDS, .parameters = parameters, .parameter_count = 2,
            .codes = codes, .code_count = 1, .examples = examples, .example_count = 1,
            .evaluate = evaluate};
        static const assay_rule broken = {.struct_size = sizeof broken, .id = STR("broken"),
            .summary = STR(EVIL), KINDS, .evaluate = fail};
        static const assay_rule picky = {.struct_size = sizeof picky, .id = STR("picky"),
            .summary = STR(EVIL), KINDS, .evaluate = fail, .create = reject};
        static const assay_rule *const rules[] = {&even, &broken, &picky};
        static const assay_plugin plugin = {.magic = ASSAY_MAGIC, .struct_size = sizeof plugin,
            .abi_major = ASSAY_ABI_MAJOR, .rule_count = 3, .rules = rules, .id = STR("acme"),
            .version = STR("1.0.0"), .init = start, .configuration_count = 2,
            .configuration = parameters};
        const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return &plugin; }
        """#
}
