// SPDX-License-Identifier: Apache-2.0
import Assay
import Testing

/// `ruleshell plugin bench`: the form of what it writes, and its exit statuses; never a time.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct PluginBenchTests {
    private let author: AuthorFolder

    init() throws {
        author = try AuthorFolder()
        try author.build(Self.source(check: "return assay_pass_if(value->as.i64 % 2 == 0, 0);"))
    }

    private static func source(check: String) -> String {
        """
        #include "assay_plugin_c.h"
        static assay_verdict check(const assay_value *value) { \(check) }
        ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
                   ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(0, "-3", "even")));
        ASSAY_PLUGIN("acme", "1.0.0", ASSAY_RULES(&assay_rule_even));
        """
    }

    private func saved() throws -> Value {
        let result = try author.plugin("bench", "--rounds", "2", "acme.so", "--save", "base.json")
        try #require(result.status == 0, "\(result.errors)")
        return try JSONValueParser.parse(try author.text(of: "base.json"))
    }

    @Test func measurementHasRatiosAndNamesTheMachine() throws {
        let value = try saved()
        #expect(value["bench"] == 1)
        #expect(value["plugin"] == ["id": "acme", "version": "1.0.0"])
        #expect(value["rounds"] == 2)
        #expect(value["batchSize"] == 1024)
        #expect(value["reference"]["rule"] == "luhn")
        for name in ["processor", "processors", "system"] {
            #expect(value["machine"][name] != .absent, "\(name)")
        }
        guard case .array(let rules) = value["rules"], let rule = rules.first else {
            Issue.record("no rules: \(value.json)")
            return
        }
        #expect(rules.count == 1)
        #expect(rule["rule"] == "acme.even")
        #expect(rule["expression"] == "acme.even")
        for kind in ["batch", "single"] {
            for name in ["ns", "ratio", "spread"] {
                #expect(rule[kind][name] != .absent, "\(kind) \(name)")
            }
        }
    }

    @Test func textHasALineForEachWayToCall() throws {
        let result = try author.plugin("bench", "--rounds", "2", "acme.so")
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "acme 1.0.0 (acme.so)")
        #expect(lines.dropFirst().first?.hasPrefix("machine: ") == true)
        #expect(lines.count == 9)
        #expect(lines.suffix(3).first?.hasPrefix("acme.even, ") == true)
        #expect(lines.suffix(2).allSatisfy { $0.contains(" ns, ") && $0.contains(" times ±") })
    }

    /// A baseline in which everything took a thousandth, and one in which it took a thousand times as
    /// long.
    @Test(arguments: [(0.001, 1), (1000.0, 0)])
    func statusIsThatOfTheLimit(factor: Double, status: Int32) throws {
        try author.folder.write(try changed(try saved(), by: factor).json, to: "base.json")
        let result = try author.plugin(
            "bench", "--rounds", "2", "acme.so", "--baseline", "base.json", "--fail-above", "5")
        #expect(result.status == status, "\(result.output)")
        #expect(result.output.contains(" of the baseline\n"))
        let unlimited = try author.plugin(
            "bench", "--rounds", "1", "acme.so", "--baseline", "base.json")
        #expect(unlimited.status == 0)
    }

    /// The measurement with other ratios.
    private func changed(_ value: Value, by factor: Double) throws -> Value {
        switch value {
        case .object(let object):
            .object(
                Value.Object(
                    try object.members.map { name, value in
                        if name == "ratio", case .number(let number) = value {
                            return (name, .number(number * factor))
                        }
                        return (name, try changed(value, by: factor))
                    }))
        case .array(let elements): .array(try elements.map { try changed($0, by: factor) })
        default: value
        }
    }

    @Test func otherValuesCannotBeCompared() throws {
        _ = try saved()
        try author.folder.write("1\n2\n\"a\"\n", to: "values.jsonl")
        let result = try author.plugin(
            "bench", "--rounds", "1", "acme.so", "--data", "values.jsonl", "--baseline",
            "base.json",
            "--fail-above", "1000")
        #expect(result.status == 1)
        #expect(result.output.contains("acme.even, 2 values\n"))
        #expect(
            result.output.hasSuffix(
                "  the values differ from those of the baseline: save it again with --save\n"))
    }

    @Test func ruleThatIsGoneCannotBeCompared() throws {
        let text = try saved().json.replacing(
            "\"expression\":\"acme.even\"", with: "\"expression\":\"acme.odd\"")
        try author.folder.write(text, to: "base.json")
        let result = try author.plugin(
            "bench", "--rounds", "1", "acme.so", "--baseline", "base.json", "--fail-above", "1000")
        #expect(result.status == 1)
        #expect(
            result.output.hasSuffix(
                "  not in the baseline\nacme.odd: in the baseline, and not measured\n"))
    }

    @Test(arguments: [
        (["--fail-above", "2"], "usage", "--fail-above needs a baseline"),
        (["--rounds", "0"], "usage", "--rounds is 0"),
        (
            ["--baseline", "acme.so.c"], "bench.form",
            "'acme.so.c' is not a baseline of this version of ruleshell"
        ),
        (["--data", "empty"], "bench.data", "there are no values in 'empty'"),
        (
            ["--save", "acme.so"], "output.collision",
            "--save 'acme.so' would overwrite the library 'acme.so'"
        ),
    ])
    func wrongUseIsAnError(options: [String], code: String, message: String) throws {
        try author.folder.write("", to: "empty")
        let ruleshell = try RuleShellTool.product("ruleshell")
        let result = try author.folder.run(ruleshell, ["plugin", "bench", "acme.so"] + options)
        #expect(
            result.errors.hasPrefix("ruleshell: error[\(code)] \(message)\n"), "\(result.errors)")
        #expect(result.status == 2)
    }

    @Test func ruleThatCrashesIsAnError() throws {
        try author.build(Self.source(check: "return *(assay_verdict *)(value->as.i64 & 0);"))
        let result = try author.plugin("bench", "--rounds", "1", "acme.so")
        #expect(
            result
                == ProcessResult(
                    status: 2, output: "",
                    errors: """
                        ruleshell: error[plugin.evaluate] 'acme.so' ended its process: SIGSEGV
                        help: 'ruleshell plugin check' finds the rule and the value

                        """))
    }
}
