// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Glibc
import Testing

/// Plugins on `assay_plugin_c.h`.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct CKitTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private func build(_ compiler: Compiler) throws -> String {
        let path = workshop.path("kit.so")
        let folder = Repository.path("Tests/plugins/AssayPluginHostTests/Kits")
        try compiler.build(["\(folder)/conformance.c", "\(folder)/shape.c"], to: path)
        return path
    }

    @Test(arguments: Compiler.c)
    func rulesDoWhatTheirLanguageHasToDo(compiler: Compiler) throws {
        let registry = RuleRegistry()
        let plugin = try PluginHost().load(path: try build(compiler), into: registry)
        #expect(plugin.ruleIds == KitExpectations.rules)
        try KitExpectations.expectToHold(registry)
    }

    @Test(arguments: Compiler.c)
    func nothingButTheEntryIsExported(compiler: Compiler) throws {
        let library = dlopen(try build(compiler), RTLD_NOW | RTLD_LOCAL)
        #expect(dlsym(library, "assay_plugin_entry_v1") != nil)
        #expect(dlsym(library, "assay_rule_even") == nil)
    }

    @Test(arguments: Compiler.c)
    func templateIsTheSmallestPlugin(compiler: Compiler) throws {
        let source = Repository.path("Plugins/Template/template.c")
        #expect(try bytes(of: source).count { $0 == UInt8(ascii: "\n") } < 20)
        let path = workshop.path("template.so")
        try compiler.build([source], to: path)
        let registry = RuleRegistry()
        try PluginHost().load(path: path, into: registry)
        let rule = RuleExpression("template.even")
        #expect(try failures(of: rule, in: registry, [2, -3]) == [[], ["template.even.odd"]])
    }

    @Test func initialisersOfThePluginAreTaken() throws {
        let path = try workshop.compile(
            """
            #include "assay_plugin_c.h"
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                return assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("no license"));
            }
            static assay_verdict check(const assay_value *value) { return assay_pass(); }
            ASSAY_RULE(any, "Anything", 0, check, .code_count = 0);
            ASSAY_PLUGIN("strict", "1.0.0", ASSAY_RULES(&assay_rule_any), .init = start);
            """)
        try expectError(
            of: path, at: .initialize,
            "found ASSAY_E_CONFIG (no license), expected ASSAY_OK from the plugin's init; "
                + "correct the plugin's configuration or its environment")
    }
}
