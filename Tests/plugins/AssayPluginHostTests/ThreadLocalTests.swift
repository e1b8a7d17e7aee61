// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// Plugins with variables of which each thread has its own.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ThreadLocalTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test(arguments: [
        // Without a value they take no space in the file.
        "static _Thread_local char buffer[16384]; buffer[batch->count % 16384]++;",
        "static _Thread_local char buffer[1 << 20]; buffer[batch->count]++;",
        "static _Thread_local int first = 7; static _Thread_local char buffer[16384];"
            + " buffer[batch->count % 16384] += first;",
    ])
    func pluginIsLoaded(variables: String) throws {
        let path = try workshop.compile(
            pluginSource(
                """
                #define EVALUATE \(variables) \\
                    for (uint32_t row = 0; row < batch->count; row++) \\
                        out[row].status = batch->columns[0][row].as.i64 % 2 ? ASSAY_FAIL : ASSAY_PASS;
                """))
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        let rule = RuleExpression("hostile.even")
        #expect(try failures(of: rule, in: registry, [2, 3]) == [[], ["hostile.even.odd"]])
    }
}
