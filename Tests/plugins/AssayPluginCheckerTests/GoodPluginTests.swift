// SPDX-License-Identifier: Apache-2.0
import AssayPluginChecker
import AssayPluginHost
import PluginWorkshop
import Testing

/// Plugins that have nothing wrong.
@Suite struct GoodPluginTests {
    @Test(arguments: BuiltPlugin.allCases)
    func goodPluginPasses(plugin: BuiltPlugin) throws {
        let report = try check(try plugin.path())
        #expect(report.results.flatMap(\.findings) == [])
        #expect(report.passed)
        #expect(report.results.map(\.name) == PluginChecker.checkNames)
    }

    @Test func fileThatIsNoPluginIsRejectedByTheLoader() throws {
        let path = try Workshop().write([0], to: "no.so")
        #expect(throws: PluginError.self) { try check(path) }
    }
}

/// Plugins that are right about arrays and objects, whatever the seed of the checker.
@Suite struct NestedValueTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func ruleThatTakesAllKindsPasses(seed: UInt64) throws {
        let path = try workshop.compile(
            pluginSource(
                """
                #define RULE .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE, .kinds = ASSAY_KINDS_ALL
                #define EXAMPLE .value = STR("[1, [2, {\\"a\\": [3]}]]")
                static uint32_t depth(const assay_value *value) {
                    uint32_t most = 0;
                    if (value->kind == ASSAY_ARRAY)
                        for (uint64_t i = 0; i < value->len; i++) {
                            uint32_t inner = depth(&value->as.items[i]);
                            if (inner > most) most = inner;
                        }
                    return most + 1;
                }
                #define EVALUATE for (uint32_t row = 0; row < batch->count; row++) \\
                    out[row].status = depth(&batch->columns[0][row]) > 300 ? ASSAY_FAIL : ASSAY_PASS;
                """))
        let report = try check(path, seed: seed)
        #expect(report.results.flatMap(\.findings) == [])
    }
}
