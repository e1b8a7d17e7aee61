// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// Entry functions that answer otherwise when they are called again: in the probe, which does.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct EntryTests {
    private let workshop: Workshop

    private static let policy: PluginPolicy = {
        var policy = PluginPolicy.standard
        policy.probe = .required
        return policy
    }()

    init() throws { workshop = try Workshop() }

    /// A plugin whose entry runs statements before it returns `table`, each time it is called.
    private func plugin(_ statements: String, returning table: String = "&copy") throws -> String {
        let entry = """
            static assay_plugin copy;
            static assay_rule other_rule;
            static const assay_rule *other_rules[] = {&other_rule};
            static char words[] = "even";
            static int calls;
            const assay_plugin *assay_plugin_entry_v1(const assay_host *host) {
                calls++;
                if (calls == 1) {
                    copy = plugin;
                    other_rule = rule;
                    other_rule.summary = (assay_str){(const uint8_t *)words, 4};
                    copy.rules = other_rules;
                }
                \(statements)
                return \(table);
            }
            """
        return try workshop.compile(pluginSource("#define NO_ENTRY") + "\n" + entry)
    }

    @Test(arguments: [
        ("", "calls == 1 ? &copy : 0", "NULL"),
        ("", "calls == 1 ? &copy : &plugin", "another table"),
        ("copy.abi_minor = calls;", "&copy", "a changed table"),
        ("if (calls == 2) copy.shutdown = (void (*)(void *))evaluate;", "&copy", "a changed table"),
        ("if (calls == 2) other_rule.flags = ASSAY_RULE_PURE;", "&copy", "a changed table"),
        ("if (calls == 2) other_rule.create = (void *)evaluate;", "&copy", "a changed table"),
        ("words[0] += calls;", "&copy", "a changed table"),
    ])
    func entryThatAnswersOtherwiseIsRejected(
        statements: String, table: String, found: String
    ) throws {
        try expectError(
            of: try plugin(statements, returning: table), at: .entry,
            "found \(found) from the second call of assay_plugin_entry_v1, expected the same table "
                + "every time; return a pointer to one constant table", policy: Self.policy,
            as: HostileCase(.table, "entry that answers otherwise: \(statements) \(table)"))
    }

    @Test func tableThatASecondCallBreaksIsRejected() throws {
        try expectError(
            of: try plugin("if (calls == 2) copy.magic = 0;"), at: .table,
            "found magic 0x0, expected ASSAY_MAGIC, 0x59415341; return an assay_plugin from "
                + "assay_plugin_entry_v1", policy: Self.policy,
            as: HostileCase(.table, "second call of the entry that breaks the table"))
    }

    @Test func secondCallThatCrashesIsRejected() throws {
        try expectProbeError(
            of: try plugin("if (calls == 2) *(volatile int *)8 = 1;"),
            "SIGSEGV in assay_plugin_entry_v1",
            as: HostileCase(.start, "crashes in the second call of assay_plugin_entry_v1"))
    }

    @Test func tableThatIsMadeByTheFirstCallIsAccepted() throws {
        let host = PluginHost(policy: Self.policy)
        #expect(try host.load(path: try plugin(""), into: .init()).id == "hostile")
    }
}
