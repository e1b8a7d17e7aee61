// SPDX-License-Identifier: Apache-2.0
import AssayCore
import PluginWorkshop
import Testing

@testable import AssayPluginChecker

/// Faults one edit away from the examples of their author.
@Suite struct SingleEditTests {
    private static func objects(_ fault: String) -> String {
        """
        #include <string.h>
        static int is(assay_str key, const char *name) {
            return key.len == strlen(name) && !memcmp(key.ptr, name, key.len);
        }
        #define EXAMPLE .value = STR("{\\"a\\":\\"x\\",\\"b\\":[1]}")
        #define RULE .kinds = ASSAY_KIND_BIT(ASSAY_OBJECT)
        #define EVALUATE \\
            for (uint32_t row = 0; row < batch->count; row++) { \\
                const assay_value *v = &batch->columns[0][row]; \\
                const assay_member *m = v->as.members; \\
                if (v->len >= 1 && is(m[0].key, "a") && (\(fault))) *(volatile int *)0 = 1; \\
                out[row].status = ASSAY_PASS; \\
            }
        """
    }

    private static func strings(_ example: String, _ fault: String) -> String {
        """
        #include <string.h>
        #define EXAMPLE .value = STR("\\"\(example)\\"")
        #define RULE .kinds = ASSAY_KIND_BIT(ASSAY_STR)
        #define EVALUATE \\
            for (uint32_t row = 0; row < batch->count; row++) { \\
                const assay_value *v = &batch->columns[0][row]; \\
                if (v->len == strlen("\(fault)") && !memcmp(v->as.ptr, "\(fault)", v->len)) \\
                    *(volatile int *)0 = 1; \\
                out[row].status = ASSAY_PASS; \\
            }
        """
    }

    @Test(
        arguments: [
            (objects("v->len == 2 && m[1].value.kind == ASSAY_NULL"), #"{"a":"x","b":null}"#),
            (objects("v->len == 2 && m[1].value.kind == ASSAY_BOOL"), #"{"a":"x","b":true}"#),
            (objects("v->len == 2 && m[1].value.len == 0"), nil),
            (objects("v->len == 1"), #"{"a":"x"}"#),
            (objects("v->len == 2 && is(m[1].key, \"bx\")"), #"{"a":"x","bx":[1]}"#),
            (strings("DE89370400440532013000", "DE89370400440532013009"), nil),
            (strings("2024-02-28", "2024-02-29"), #""2024-02-29""#),
            (strings("AB12", "AB21"), #""AB21""#), (strings("AB12", "aB12"), #""aB12""#),
        ] as [(String, String?)])
    func faultOneEditFromAnExampleIsFound(source: String, value: String?) throws {
        let workshop = try Workshop()
        var checker = PluginChecker(
            program: try builtProduct("ruleshell"),
            arguments: ["ruleshell", "plugin", "check-child"], seed: 1)
        checker.only = ["kinds"]
        checker.isQuick = true
        let report = try checker.check(
            path: try workshop.compile(pluginSource(source), to: "edited.so"))
        let finding = try #require(report.results.first?.findings.first)
        #expect(finding.found == "SIGSEGV in evaluate")
        if let value { #expect(finding.place.value == value) }
    }

    @Test func editsAreDifferentAndBounded() {
        let large = Value.array((0..<5000).map { .array([.integer($0), "text"]) })
        #expect(SingleEdits.of(large, limit: 300).count == 300)
        for value: Value in [
            "a1", 17, 0.5, true, nil, [1, 2], .object(Value.Object([("a", 1), ("b", nil)])),
        ] {
            let edits = SingleEdits.of(value, limit: 1000)
            #expect(edits.count > 5)
            #expect(!edits.contains { $0.json == value.json }, "\(value)")
        }
    }
}
