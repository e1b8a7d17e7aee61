// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import AssayRuleSets
import Glibc
import Testing

/// The services through real libraries on the layer of each language.
struct ServiceKitTests {
    private let workshop: Workshop
    private let folder = Repository.path("Tests/plugins/AssayPluginHostTests/Kits")

    init() throws { workshop = try Workshop() }

    @Test(arguments: Compiler.c)
    func pluginInCUsesTheServices(compiler: Compiler) throws {
        let path = workshop.path("served.so")
        try compiler.build(["\(folder)/services.c"], to: path)
        try ServiceExpectations.expectToHold(path)
    }

    @Test(arguments: Compiler.cxx)
    func pluginInCxxUsesTheServices(compiler: Compiler) throws {
        let path = workshop.path("served.so")
        try compiler.build(["\(folder)/services.cpp"], to: path)
        try ServiceExpectations.expectToHold(path)
    }

    @Test func pluginInSwiftUsesTheServices() throws {
        try ServiceExpectations.expectToHold(try BuiltPlugin.served.path())
    }

    @Test(
        .enabled(
            if: ExampleFolder.geo.isBuildable, "SKIPPED: `make -C Plugins/Geo check` says why"))
    func pluginInRustUsesTheServices() throws {
        try ServiceExpectations.expectToHold(try RustCrate.served.build(in: workshop))
    }

    /// What a plugin that needs the services does with a host that has none of that version.
    @Test func serviceThatNoHostHasIsNULL() throws {
        let path = try workshop.compile(
            """
            #include "assay_plugin_c.h"
            #include "assay_services.h"
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                (void)config, (void)state;
                const char *ids[] = {"assay.pattern/2", "assay.pattern", "", "assay.time/1 ",
                                     "assay.pattern/11", 0};
                for (int i = 0; i < 6; i++)
                    if (host->extension(host, ids[i])) return ASSAY_REJECT(call, "a table");
                if (!assay_find_patterns(host) || !host->extension(0, "assay.text/1"))
                    return ASSAY_REJECT(call, "no table");
                return ASSAY_OK;
            }
            static assay_verdict check(const assay_value *value) { (void)value; return assay_pass(); }
            ASSAY_RULE(any, "Anything", 0, check, .code_count = 0);
            ASSAY_PLUGIN("without", "1.0.0", ASSAY_RULES(&assay_rule_any), .init = start);
            """)
        #expect(try PluginHost().load(path: path, into: RuleRegistry()).id == "without")
    }

    /// The probe, where there is one, offers the same, so that a plugin that compiles in `init` loads.
    @Test func tablesCannotBeWritten() throws {
        let path = try workshop.compile(
            """
            #include "assay_plugin_c.h"
            #include "assay_services.h"
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                (void)call, (void)config, (void)state;
                ((assay_pattern_service *)assay_find_patterns(host))->release = 0;
                return ASSAY_OK;
            }
            static assay_verdict check(const assay_value *value) { (void)value; return assay_pass(); }
            ASSAY_RULE(any, "Anything", 0, check, .code_count = 0);
            ASSAY_PLUGIN("scribe", "1.0.0", ASSAY_RULES(&assay_rule_any), .init = start);
            """)
        var policy = PluginPolicy.standard
        policy.probe = .required
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: RuleRegistry())
        }
        #expect(error?.stage == .probe)
        #expect(error?.found == "SIGSEGV in init")
    }

    /// Handles that end with the plugin are used, released twice and made up in `evaluate`, and the
    /// call of `create` is used on another thread after it has ended.
    @Test func pluginThatMisusesHandlesIsToldSo() throws {
        let path = try workshop.compile(
            """
            #include "assay_plugin_c.h"
            #include "assay_services.h"
            #include <pthread.h>
            static const assay_host *host;
            static const assay_pattern_service *patterns;
            static assay_pattern kept;
            static assay_rc start(const assay_host *given, const assay_call *call,
                                  const assay_value *config, void **state) {
                (void)call, (void)config, (void)state;
                host = given;
                patterns = assay_find_patterns(host);
                return patterns->compile(host, ASSAY_TEXT("^a$"), 0, &kept, 0);
            }
            static void *elsewhere(void *text) {
                return (void *)(intptr_t)patterns->match(kept, 0, *(assay_str *)text);
            }
            static assay_verdict check(const assay_value *value) {
                assay_str text = {value->as.ptr, value->len};
                pthread_t thread;
                void *found = 0;
                pthread_create(&thread, 0, elsewhere, &text);
                pthread_join(thread, &found);
                assay_pattern once;
                patterns->compile(host, ASSAY_TEXT("b"), 0, &once, 0);
                int wrong = patterns->release(once) != ASSAY_OK;
                wrong |= patterns->release(once) != ASSAY_E_PARAM;
                wrong |= patterns->match(once, 0, text) != ASSAY_E_PARAM;
                wrong |= patterns->match((assay_pattern){once.number + (1ull << 40)}, 0, text)
                         != ASSAY_E_PARAM;
                if (wrong) return assay_skip();
                return assay_pass_if((intptr_t)found == ASSAY_MATCH_YES, 0);
            }
            ASSAY_RULE(a, "The letter a", ASSAY_KIND_BIT(ASSAY_STR), check,
                       ASSAY_CODES(ASSAY_CODE("a.other", "must be a")));
            ASSAY_PLUGIN("misuser", "1.0.0", ASSAY_RULES(&assay_rule_a), .init = start);
            """)
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        #expect(
            try failures(of: RuleExpression("misuser.a"), in: registry, ["a", "b"])
                == [[], ["misuser.a.other"]])
    }

    /// Counting goes on after a reload, and each host has numbers of its own.
    @Test func countersAreThoseOfTheHostAndThePlugin() throws {
        let path = workshop.path("served.so")
        let compiler = try #require(Compiler.c.first)
        try compiler.build(["\(folder)/services.c"], to: path)
        let (host, other) = (PluginHost(), PluginHost())
        let registry = RuleRegistry()
        try host.load(path: path, into: registry)
        try other.load(path: path, into: RuleRegistry())
        for count in [1, 2] as [UInt64] {
            _ = try findings(of: "served.report(/a/)", in: registry, [["field": 1]])
            #expect(host.pluginCounters.map(\.value) == [count])
            #expect(other.pluginCounters.map(\.value) == [0])
            try host.reload("served")
        }
    }
}
