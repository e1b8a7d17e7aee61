// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// Plugins with another table in the program than in the probe.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct SeenTableTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    /// The code has another message where no probe tries the plugin.
    private static let changes = """
        #include <fcntl.h>
        #include <string.h>
        #include <unistd.h>
        static int is_probe(void) {
            char name[200] = {0};
            int file = open("/proc/self/cmdline", O_RDONLY);
            read(file, name, sizeof name - 1);
            close(file);
            return strstr(name, "probe") != 0;
        }
        static assay_code late = {.struct_size = sizeof late, .id = STR("even.odd"),
            .message = STR("must be even")};
        static const assay_code *const lates[] = {&late};
        static void change(void) {
            if (!is_probe()) late.message = (assay_str)STR("must be odd");
        }
        #define RULE .codes = lates

        """

    private static let found =
        "found a table that differs from the one in the probe: rule 'hostile.even': code "
        + "'hostile.even.odd': message \"must be even\" in the probe, \"must be odd\" in the table, "
        + "expected the same table in every process; correct the plugin, whose table must not depend "
        + "on the process"

    private func load(_ source: String) throws {
        let path = try workshop.compile(pluginSource(Self.changes + source))
        var policy = PluginPolicy.standard
        policy.probe = .required
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: RuleRegistry())
        }
        #expect(error?.description == "cannot load plugin '\(path)' at stage table: \(Self.found)")
        if let error {
            HostileOutcomes.record(HostileCase(.table, name(of: source)), error, of: path)
        }
    }

    private func name(of source: String) -> String {
        source.contains("constructor")
            ? "a table that is another one outside the probe"
            : "a table that init makes another one outside the probe"
    }

    @Test func otherTableIsRejected() throws {
        try load("__attribute__((constructor)) static void construct(void) { change(); }")
    }

    @Test func tableThatInitChangesIsRejected() throws {
        try load(
            """
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                change();
                return ASSAY_OK;
            }
            #define PLUGIN .init = start
            """)
    }
}
