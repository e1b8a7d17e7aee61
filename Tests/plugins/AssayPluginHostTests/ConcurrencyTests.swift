// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Dispatch
import Testing

/// `evaluate` waits a while for a second call and passes if none comes.
private let alone = """
    #include <sched.h>
    #include <stdatomic.h>
    static atomic_int inside;
    #define EVALUATE \\
        int others = atomic_fetch_add(&inside, 1); \\
        for (int turn = 0; turn < 200 && !others; turn++) { \\
            sched_yield(); \\
            others = atomic_load(&inside) - 1; \\
        } \\
        for (uint32_t row = 0; row < batch->count; row++) \\
            out[row].status = others ? ASSAY_FAIL : ASSAY_PASS; \\
        atomic_fetch_sub(&inside, 1);
    """

/// `evaluate` waits until two calls have met, and passes then.
private let together = """
    #include <stdatomic.h>
    #include <unistd.h>
    static atomic_int met;
    #define RULE .flags = ASSAY_RULE_CONCURRENT
    #define EVALUATE \\
        atomic_fetch_add(&met, 1); \\
        for (int turn = 0; turn < 5000 && atomic_load(&met) < 2; turn++) usleep(1000); \\
        for (uint32_t row = 0; row < batch->count; row++) \\
            out[row].status = atomic_load(&met) < 2 ? ASSAY_FAIL : ASSAY_PASS;
    """

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ConcurrencyTests {
    private func manager(_ macros: String) throws -> ValidatorsManager {
        let workshop = try Workshop()
        let registry = RuleRegistry()
        try PluginHost().load(path: try workshop.compile(pluginSource(macros)), into: registry)
        let manager = try ValidatorsManager(registry: registry)
        try manager.addValidator(for: "n", Validator(RuleExpression("hostile.even")))
        return manager
    }

    @Test func callsOfAPluginThatIsNotConcurrentNeverOverlap() throws {
        let manager = try manager(alone)
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            #expect(manager.validate(["n": 2]).isValid)
        }
    }

    @Test func callsOfAConcurrentRuleRunAtTheSameTime() throws {
        let manager = try manager(together)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            #expect(manager.validate(["n": 2]).isValid)
        }
    }

    @Test func pluginsAreLoadedByManyThreads() throws {
        let workshop = try Workshop()
        let paths = try (0..<4).map { index in
            try workshop.compile(
                pluginSource("#define PLUGIN .id = STR(\"p\(index)\")"), to: "p\(index).so")
        }
        let host = PluginHost()
        let registry = RuleRegistry()
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            _ = try? host.load(path: paths[index % 4], into: registry)
        }
        #expect(registry.allDefinitions.map(\.id) == (0..<4).map { "p\($0).even" })
    }
}
