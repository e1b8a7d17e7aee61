// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct TableTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    @Test(arguments: TableMistake.all)
    func tableWithAMistakeIsRejected(mistake: TableMistake) throws {
        let path = try workshop.compile(pluginSource(mistake.macros))
        try expectError(
            of: path, at: .table,
            "found \(mistake.found), expected \(mistake.expected); \(mistake.remedy)",
            as: HostileCase(.table, mistake.name))
    }

    @Test func entryThatReturnsNullIsRejected() throws {
        try expectError(
            of: try workshop.compile(pluginSource("#define ENTRY 0")), at: .entry,
            "found NULL from assay_plugin_entry_v1, expected the plugin's table; "
                + "use a plugin that supports version 0.1.0 of this host",
            as: HostileCase(.table, "entry that returns NULL"))
    }

    @Test func whatTheContractAllowsIsAccepted() throws {
        let macros = """
            static const assay_translation translations[] = {
                {STR("de"), STR("durch {by}, {value}, {field}, {rule}")},
                {STR("de-CH-1996-x-own"), STR("{by:eins|{by} St\u{FC}ck}")}};
            #define CODE .id = STR("even.0dd-or_so.Kind"), \\
                .message = STR("must match [0-9]{3} or {} or { by }"), \\
                .translations = translations, .translation_count = 2
            #define PARAMETER .minimum = -1, .maximum = 1, .default_value = {ASSAY_I64, 0, {.i64 = 1}}
            #define PLUGIN .version = STR("1.0.0-rc.1.0a.-+build.007")
            """
        let path = try workshop.compile(pluginSource(macros))
        #expect(try PluginHost().load(path: path, into: .init()).ruleIds == ["hostile.even"])
    }

    /// `create` is promised a list.
    @Test func singleDefaultOfAListReachesCreateInAList() throws {
        let macros = """
            #define PARAMETER .type = ASSAY_PARAM_LIST, .default_value = {ASSAY_I64, 0, {.i64 = 7}}
            static assay_rc create(void *state, const assay_call *call, const assay_value *params,
                                   void **inst) {
                return params[0].kind == ASSAY_ARRAY && params[0].len == 1
                    && params[0].as.items[0].as.i64 == 7 ? ASSAY_OK : ASSAY_E_PARAM;
            }
            #define RULE .create = create
            """
        let registry = RuleRegistry()
        try PluginHost().load(path: try workshop.compile(pluginSource(macros)), into: registry)
        #expect(try failures(of: RuleExpression("hostile.even"), in: registry, [2]) == [[]])
    }

    /// The rules are read again after `init`.
    @Test func tableThatInitMakesNonsenseOfIsRejected() throws {
        let macros = """
            static assay_code late = {.struct_size = sizeof late, .id = STR("even.odd"),
                .message = STR("must be even")};
            static const assay_code *const lates[] = {&late};
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                late.id = (assay_str)STR("prime.odd");
                return ASSAY_OK;
            }
            #define RULE .codes = lates
            #define PLUGIN .init = start
            """
        for probe in [PluginProbe.off, .required] {
            var policy = PluginPolicy.standard
            policy.probe = probe
            try expectError(
                of: try workshop.compile(pluginSource(macros)), at: .table,
                "found 'hostile.prime.odd' (rule 0 'even', code 0: id), expected 'hostile.even.' and "
                    + "after it letters, digits, '.', '-' or '_'; correct the plugin's table (see "
                    + "assay_plugin.h)", policy: policy,
                as: HostileCase(.table, "init that makes nonsense of the table"))
        }
    }

    @Test func newerMinorAndLongerStructsAreAccepted() throws {
        let macros = "#define PLUGIN .abi_minor = 9, .struct_size = 104"
        let path = try workshop.compile(pluginSource(macros))
        #expect(try PluginHost().load(path: path, into: .init()).ruleIds == ["hostile.even"])
    }
}
