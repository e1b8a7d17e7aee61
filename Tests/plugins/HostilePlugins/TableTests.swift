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
            #define PLUGIN .version = STR("1.0.0-rc.1.0a.-+build.007"), \\
                .url = STR("https://user.example:8080/a%20b?c=d#e")
            #define RULE .deprecation = STR("even numbers are of no use")
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

    /// Structs of version 1.0 at the end of readable memory: nothing after them is read.
    @Test func structsOfVersion1_0AreReadNoFurtherThanTheirSize() throws {
        let macros = """
            #include <string.h>
            #include <sys/mman.h>
            #define ENTRY old_table()
            #define COPY(type, source, bytes) \\
                type *type##_old = (type *)(end(bytes)); \\
                memcpy(type##_old, source, bytes); \\
                ((uint32_t *)type##_old)[type##_word] = bytes
            enum { assay_plugin_word = 1, assay_rule_word = 0, assay_code_word = 0,
                   assay_example_word = 0 };
            static const assay_plugin *old_table(void);
            """
        let path = try workshop.compile(pluginSource(macros) + Self.oldTable)
        #expect(try PluginHost().load(path: path, into: .init()).ruleIds == ["hostile.even"])
    }

    private static let oldTable = """

        static char *end(size_t bytes) {
            char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            munmap(pages + 4096, 4096);
            return pages + 4096 - bytes;
        }
        static const assay_plugin *old_table(void) {
            static assay_plugin *table;
            if (table)
                return table;
            COPY(assay_code, &code, 64);
            COPY(assay_example, &example, 48);
            COPY(assay_rule, &rule, 104);
            COPY(assay_plugin, &plugin, 96);
            static const assay_code *codes[1];
            static const assay_example *examples[1];
            static const assay_rule *rules[1];
            codes[0] = assay_code_old;
            examples[0] = assay_example_old;
            rules[0] = assay_rule_old;
            assay_rule_old->codes = codes;
            assay_rule_old->examples = examples;
            assay_plugin_old->rules = rules;
            return table = assay_plugin_old;
        }
        """

    @Test func newerMinorAndLongerStructsAreAccepted() throws {
        let macros = "#define PLUGIN .abi_minor = 9, .struct_size = 168"
        let path = try workshop.compile(pluginSource(macros))
        #expect(try PluginHost().load(path: path, into: .init()).ruleIds == ["hostile.even"])
    }
}
