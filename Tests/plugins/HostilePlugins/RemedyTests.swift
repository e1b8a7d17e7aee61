// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import PluginWorkshop
import Testing

/// Defects whose cause is not where they show: the error says what to do about the cause.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct RemedyTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    #if arch(x86_64)
    /// What -Ofast and -ffast-math link into a library.
    @Test func fastMathIsNamed() throws {
        let misdeed = "__builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);"
        try expectError(
            of: try workshop.compile(pluginSource(Place.constructor.macros(misdeed))), at: .probe,
            "found a changed process: another mode of floating-point numbers (very small ones "
                + "become zero), expected the process as it was before the plugin; "
                + "build and link the plugin without -Ofast and -ffast-math, which add a "
                + "constructor that does this, and do not do it in its own code",
            as: HostileCase(.process, "flushes small numbers to zero, as -Ofast does"))
    }
    #endif

    /// `init` that maps more than the probe allows, as much, and more with a limit of its own.
    @Test func limitOfAddressesIsNamedAndRaised() throws {
        let source = """
            #include <errno.h>
            #include <string.h>
            #include <sys/mman.h>
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                void *map = mmap(0, 3ull << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                 -1, 0);
                const char *why = strerror(errno);
                if (map != MAP_FAILED) return munmap(map, 3ull << 30);
                call->error(call, ASSAY_E_NOMEM, (assay_str){(const uint8_t *)why, strlen(why)});
                return ASSAY_E_NOMEM;
            }
            #define PLUGIN .init = start
            """
        let path = try workshop.compile(pluginSource(source))
        var policy = PluginPolicy.standard
        for (memory, shown) in [(2 << 30, "2 GiB"), (1 << 30, "1 GiB"), (1536 << 20, "1536 MiB")] {
            policy.probeMemory = memory
            let error = #expect(throws: PluginError.self) {
                try PluginHost(policy: policy).load(path: path, into: RuleRegistry())
            }
            #expect(
                error?.description
                    == "cannot load plugin '\(path)' at stage initialize: found ASSAY_E_NOMEM "
                    + "(Cannot allocate memory), expected ASSAY_OK from the plugin's init; correct the "
                    + "plugin's configuration or its environment; the probe limits a plugin to "
                    + "\(shown) of addresses: give it more with --plugin-memory MIB (probeMemory of "
                    + "the policy)")
        }
        policy.probeMemory = 4 << 30
        #expect(try PluginHost(policy: policy).load(path: path, into: .init()).id == "hostile")
    }

    @Test(arguments: ["address", "thread"])
    func sanitizerIsNamed(name: String) throws {
        let source = pluginSource()
        let flags = ["-shared", "-fPIC", "-fsanitize=\(name)"]
        guard let path = try? workshop.compile(source, to: "sanitized.so", flags) else {
            try leaveOut("no \(name) sanitizer for libraries")
        }
        try expectError(
            of: path, at: .load,
            "found a library that was built with the \(name) sanitizer, expected one without, because "
                + "the program does not have the sanitizer's runtime; build the plugin without "
                + "-fsanitize=\(name); to debug it, use --plugin-debug and name the runtime in "
                + "LD_PRELOAD", as: HostileCase(.library, "built with the \(name) sanitizer"))
    }

    @Test func newerVersionOfTheContractIsNamed() throws {
        let macros = "#define PLUGIN .abi_minor = 3\n#define RULE .flags = 8"
        try expectError(
            of: try workshop.compile(pluginSource(macros)), at: .table,
            "found 0x8 (rule 0: flags), in a table of version 1.3 of the contract, "
                + "expected bits of 0x7 only, as in version 1.2; use a host that knows version 1.3, "
                + "or build the plugin with the assay_plugin.h of version 1.2",
            as: HostileCase(.table, "unknown flags of a newer minor version"))
    }

    @Test func ruleForAKindThatNoRecordHasIsNamed() throws {
        try expectError(
            of: try workshop.compile(
                pluginSource("#define RULE .kinds = ASSAY_KIND_BIT(ASSAY_BYTES)")), at: .table,
            "found a rule for ASSAY_BYTES alone (rule 0: kinds), "
                + "expected a kind of value that records have; accept ASSAY_STR: texts of any "
                + "format are strings, and no reader makes ASSAY_BYTES yet",
            as: HostileCase(.table, "rule for bytes alone"))
    }

    @Test func threadLocalVariablesWithAPlaceOfTheirOwnAreNamed() throws {
        let macros = """
            static __thread volatile char memory[1 << 20]
                __attribute__((tls_model("initial-exec")));
            #define EVALUATE memory[batch->count] = 1;
            """
        try expectError(
            of: try workshop.compile(pluginSource(macros)), at: .load,
            "found an error ({path}: cannot allocate memory in static TLS block), "
                + "expected thread-local variables whose memory is allocated when they are used; "
                + "compile the plugin, and all that is linked into it, without "
                + "-ftls-model=initial-exec and the attribute tls_model",
            as: HostileCase(
                .library, "a mebibyte of thread-local variables with a place of their own"))
    }

    /// Each of 4,096 rules has 256 messages of 64 KiB, all in the same place: 64 GiB.
    @Test func textsThatLieUponEachOtherAreCounted() throws {
        let macros = """
            static uint8_t text[1 << 16];
            static const assay_code *many[256];
            static const assay_rule *all[4096];
            #define CODE .message = {text, sizeof text}
            #define RULE .code_count = 256, .codes = many
            #define PLUGIN .rule_count = 4096, .rules = all
            #define ENTRY fill()
            static const assay_plugin *fill(void);
            """
        let fill = """

            static const assay_plugin *fill(void) {
                for (int index = 0; index < 1 << 16; index++) text[index] = 'a';
                for (int index = 0; index < 256; index++) many[index] = &code;
                for (int index = 0; index < 4096; index++) all[index] = &rule;
                return &plugin;
            }
            """
        try expectError(
            of: try workshop.compile(pluginSource(macros) + fill), at: .table,
            "found texts of more than 16 MiB in all (rule 0, code 255: message), "
                + "expected at most 16 MiB, each text counted wherever it is named, "
                + "with 32 bytes more; "
                + "shorten the texts of the plugin, or make several plugins of it",
            as: HostileCase(.table, "texts of 64 GiB that lie upon each other"))
    }

    private static let remedy =
        "do not use chroot or seccomp in the plugin, because they limit the whole process; limit the "
        + "program itself, or run the plugin's work in a process of its own"

    /// A plugin that limits the process in `init`, and fails with "not possible" where it may not.
    private func limitingPlugin(_ statement: String) throws -> String {
        try workshop.compile(
            pluginSource(
                """
                #include <errno.h>
                #include <linux/filter.h>
                #include <linux/seccomp.h>
                #include <sched.h>
                #include <stddef.h>
                #include <stdlib.h>
                #include <sys/prctl.h>
                #include <sys/syscall.h>
                #include <unistd.h>
                static int filter(unsigned result) {
                    struct sock_filter steps[] = {
                        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYSCALL, 0, 1),
                        BPF_STMT(BPF_RET | BPF_K, result),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
                    struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
                    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
                }
                static int change_root(void) {
                    return chroot("/usr") == 0
                        || (unshare(CLONE_NEWUSER) == 0 && chroot("/usr") == 0);
                }
                static assay_rc start(const assay_host *host, const assay_call *call,
                                      const assay_value *config, void **state) {
                    /* Never outside of the probe: all tests share this process. */
                    if (!getenv("ASSAY_PROBE_MARK") || (\(statement))) return ASSAY_OK;
                    call->error(call, ASSAY_E_INTERNAL, (assay_str)STR("not possible"));
                    return ASSAY_E_INTERNAL;
                }
                #define PLUGIN .init = start
                """), to: "plugin.so",
            ["-shared", "-fPIC", "-D_GNU_SOURCE", "-DSYSCALL=__NR_openat"])
    }

    /// What the error says.
    private func rejection(_ statement: String) throws -> String {
        var policy = PluginPolicy.standard
        policy.probe = .required
        let path = try limitingPlugin(statement)
        let error = #expect(throws: PluginError.self) {
            try PluginHost(policy: policy).load(path: path, into: .init())
        }
        guard let error, error.stage != .initialize else {
            try leaveOut("only where the system lets a plugin do this")
        }
        #expect(error.stage == .probe)
        return "found \(error.found), expected \(error.expected); \(error.remedy)"
    }

    @Test(arguments: [
        ("change_root()", "another root directory (chroot), no access to /proc"),
        ("filter(SECCOMP_RET_ERRNO | EPERM)", "no access to /proc"),
    ])
    func limitedProcessIsNamed(statement: String, changes: String) throws {
        let rejection = try rejection(statement)
        #expect(
            rejection == "found a limited process: \(changes), "
                + "expected the process as it was before the plugin; \(Self.remedy)")
    }

    @Test func filterThatDoesNoHarmYetIsNamed() throws {
        let rejection = try rejection("filter(SECCOMP_RET_ALLOW)")
        #expect(
            rejection == "found a limited process: a filter of system calls (seccomp), "
                + "expected the process as it was before the plugin; \(Self.remedy)")
    }

    @Test(arguments: [
        ("filter(SECCOMP_RET_KILL_PROCESS)", "SIGSYS"),
        ("prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0", "SIGKILL"),
    ])
    func filterThatEndsTheProcessIsNamed(statement: String, signal: String) throws {
        let rejection = try rejection(statement)
        #expect(
            rejection == "found \(signal) while the table was read, "
                + "expected a plugin that can be loaded and started; \(Self.remedy)")
    }
}
