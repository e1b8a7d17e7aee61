// SPDX-License-Identifier: Apache-2.0
import Testing

/// The files that a plugin reads and, while it is tried, must leave as they are.
@Suite(.enabled(if: Toolchain.has("cc"), "no cc"))
struct PluginFilesTests {
    private let author: AuthorFolder

    init() throws { author = try AuthorFolder() }

    /// A number that is as in the file that a setting names; its directory is relative to the working
    /// directory, or the one that the host tells.
    private static let source = """
        #include "assay_plugin_c.h"
        #include <stdio.h>
        #include <string.h>
        static int64_t wanted;
        static assay_rc init(const assay_host *host, const assay_call *call, const assay_value *settings,
                             void **state) {
            *state = 0;
            const assay_value *file = &settings->as.members[0].value;
            char path[4096];
            snprintf(path, sizeof path, "%.*s", (int)file->len, (const char *)file->as.ptr);
            if (file->len == 0) {
                assay_str directory = assay_directory(host);
                snprintf(path, sizeof path, "%.*s/number", (int)directory.len, (const char *)directory.ptr);
            }
            FILE *input = fopen(path, "r");
            int found = 0;
            if (!input || fscanf(input, "%d", &found) != 1)
                return assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("no such file"));
            fclose(input);
            wanted = found;
            return ASSAY_OK;
        }
        static assay_verdict check(const assay_value *value) {
            return assay_pass_if(value->as.i64 == wanted, 0);
        }
        ASSAY_RULE(wanted, "The number of a file", ASSAY_KIND_BIT(ASSAY_I64), check,
                   ASSAY_CODES(ASSAY_CODE("wanted.other", "must be the number")));
        ASSAY_PLUGIN("acme", "1.2.0", ASSAY_RULES(&assay_rule_wanted), .init = init,
                     ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "file", "the file",
                                                         ASSAY_DEFAULT_TEXT(""))));
        """

    @Test func settingsOfACaseBeginWithTheDirectoryOfItsFile() throws {
        try author.build(Self.source)
        try author.folder.write("7", to: "number")
        _ = try author.folder.run("mkdir", ["cases"])
        try author.folder.write("8", to: "cases/other")
        try author.folder.write(
            """
            cases:
              - {value: 7, valid: true}
              - {value: 8, settings: {file: other}, valid: true}
              - {value: 7, settings: {file: other}, expect: .other}
            """, to: "cases/a.yaml")
        let result = try author.plugin("test", "acme.so", "cases/a.yaml")
        #expect(result.output.contains("\ncases/a.yaml 3/3\n"), "\(result.output) \(result.errors)")
        #expect(result.status == 0)
    }

    @Test func pluginFindsTheFileBesideItself() throws {
        try author.build(Self.source)
        try author.folder.write("7", to: "number")
        let result = try author.run("try", "--plugin", "acme.so", "acme.wanted", "7", "8")
        #expect(result.output.hasPrefix("valid 7\ninvalid 8\n"), "\(result.errors)")
    }

    /// Where a plugin writes its totals.
    @Test(
        arguments: [
            ["try", "--plugin", "acme.so", "acme.seven", "7"],
            ["validate", "-r", "r.yaml", "--plugin", "acme.so", "r.ndjson"],
            ["validate", "-j", "2", "-r", "r.yaml", "--plugin", "acme.so", "r.ndjson"],
            ["check", "--plugin", "acme.so", "r.yaml"],
        ])
    func shutdownIsCalledWhenARunEnds(arguments: [String]) throws {
        try author.build(
            """
            #include "assay_plugin_c.h"
            #include <stdio.h>
            static assay_verdict check(const assay_value *value) {
                return assay_pass_if(value->as.i64 == 7, 0);
            }
            static assay_rc start(const assay_host *host, const assay_call *call,
                                  const assay_value *config, void **state) {
                return ASSAY_OK;
            }
            static void stop(void *state) { fprintf(stderr, "the plugin ends\\n"); }
            ASSAY_RULE(seven, "Seven", ASSAY_KIND_BIT(ASSAY_I64), check,
                       ASSAY_CODES(ASSAY_CODE("seven.other", "must be seven")));
            ASSAY_PLUGIN("acme", "1.2.0", ASSAY_RULES(&assay_rule_seven), .init = start,
                         .shutdown = stop);
            """)
        try author.folder.write("assay: 1\nfields: { n: acme.seven }\n", to: "r.yaml")
        try author.folder.write("{\"n\":7}\n", to: "r.ndjson")
        let result = try author.run(arguments)
        #expect(result.errors.contains("the plugin ends\n"), "\(result.errors)")
        #expect(result.status == 0)
    }

    @Test func allowedCallIsMadeInTheProgram() throws {
        try author.build(
            """
            #include "assay_plugin_c.h"
            #include <unistd.h>
            static assay_verdict check(const assay_value *value) {
                return assay_pass_if(value->as.i64 == 7, 0);
            }
            __attribute__((constructor)) static void construct(void) { unlink("mark"); }
            ASSAY_RULE(seven, "Seven", ASSAY_KIND_BIT(ASSAY_I64), check,
                       ASSAY_CODES(ASSAY_CODE("seven.other", "must be seven")));
            ASSAY_PLUGIN("acme", "1.2.0", ASSAY_RULES(&assay_rule_seven));
            """)
        try author.folder.write("", to: "mark")
        let directory = try author.folder.run("pwd", ["-P"]).output.dropLast()
        let rejected = try author.run("try", "--plugin", "acme.so", "acme.seven", "7")
        #expect(
            rejected.errors == """
                ruleshell: error[plugin.probe] cannot load plugin 'acme.so': found an attempt to remove \
                the file '\(directory)/mark' (unlink) while the library was loaded, expected a plugin \
                that leaves other processes and files as they are
                help: correct the plugin; if it has to make this call, allow it with \
                --plugin-allow-call unlink (allowedCalls of the policy): the call still fails in the probe

                """)
        #expect(rejected.status == 2)
        #expect(try author.folder.run("ls", ["mark"]).status == 0)
        let mistyped = try author.run(
            "try", "--plugin", "acme.so", "--plugin-allow-call", "unlinc", "acme.seven", "7")
        #expect(mistyped.errors.contains("unlink"))
        #expect(mistyped.status == 2)
        let allowed = try author.run(
            "try", "--plugin", "acme.so", "--plugin-allow-call", "unlink", "acme.seven", "7")
        #expect(allowed.output == "valid 7\n")
        #expect(try author.folder.run("ls", ["mark"]).status != 0)
    }
}
