// SPDX-License-Identifier: Apache-2.0
import AssayCore
import AssayPluginHost
import Testing

/// The configuration of a plugin against the settings that it declares.
@Suite(.enabled(if: Workshop.compiler != nil, "SKIPPED: no clang on PATH"))
struct ConfigureTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let declared =
        "expected 'file' (a string, required), 'limit' (an integer from 1 to 10), "
        + "'mode' (one of strict, lenient), 'words' (a list)"

    /// A plugin with four settings whose `init` fails with what it received.
    private func plugin() throws -> String {
        try workshop.compile(
            pluginSource(
                """
                #include <stdio.h>
                #define SETTING(name_, type_, ...) {.struct_size = sizeof(assay_parameter), \\
                    .type = type_, .name = STR(name_), .summary = STR("a setting"), __VA_ARGS__}
                static const assay_str modes[] = {STR("strict"), STR("lenient")};
                static const assay_parameter file = SETTING("file", ASSAY_PARAM_STRING,
                    .flags = ASSAY_PARAM_REQUIRED);
                static const assay_parameter limit = SETTING("limit", ASSAY_PARAM_INTEGER,
                    .minimum = 1, .maximum = 10, .default_value = {.kind = ASSAY_I64, .as.i64 = 5});
                static const assay_parameter mode = SETTING("mode", ASSAY_PARAM_CHOICE,
                    .choice_count = 2, .choices = modes,
                    .default_value = {.kind = ASSAY_STR, .as.ptr = (const uint8_t *)"lenient",
                                      .len = 7});
                static const assay_parameter words = SETTING("words", ASSAY_PARAM_LIST, .flags = 0);
                static const assay_parameter *const settings[] = {&file, &limit, &mode, &words};
                static assay_rc start(const assay_host *host, const assay_call *call,
                                      const assay_value *config, void **state) {
                    const assay_member *given = config->as.members;
                    char text[200];
                    int length = snprintf(text, sizeof text, "%u %llu: %.*s %lld %lld %u:%llu",
                        config->kind, (unsigned long long)config->len, (int)given[0].value.len,
                        (const char *)given[0].value.as.ptr, (long long)given[1].value.as.i64,
                        (long long)given[2].value.as.i64, given[3].value.kind,
                        (unsigned long long)given[3].value.len);
                    call->error(call, ASSAY_E_CONFIG, (assay_str){(const uint8_t *)text, length});
                    return ASSAY_E_CONFIG;
                }
                #define PLUGIN .init = start, .configuration_count = 4, .configuration = settings
                """))
    }

    @Test func wrongConfigurationIsRejectedBeforeInit() throws {
        let path = try plugin()
        let cases: [(given: Value, found: String, remedy: String)] = [
            (.absent, "no 'file'", "correct the plugin's configuration"),
            (
                ["fiel": "a"], "an unknown setting 'fiel', no 'file'", "did you mean 'file'?"
            ),
            (
                ["file": 3, "limit": 11, "mode": "fast", "words": "w"],
                "3 for 'file', 11 for 'limit', \"fast\" for 'mode'",
                "correct the plugin's configuration"
            ),
            (
                ["file": .null, "limit": 1.5], "null for 'file', 1.5 for 'limit'",
                "correct the plugin's configuration"
            ),
        ]
        for (given, found, remedy) in cases {
            try expectError(
                of: path, at: .configure, "found \(found), \(Self.declared); \(remedy)",
                configuration: given)
        }
        try expectError(
            of: path, at: .configure,
            "found a configuration that is not an object, expected an object; "
                + "pass the plugin's settings by their names", configuration: 42)
    }

    @Test func initReceivesASettingForEachDeclarationInOrder() throws {
        let path = try plugin()
        let tail =
            "expected ASSAY_OK from the plugin's init; "
            + "correct the plugin's configuration or its environment"
        try expectError(
            of: path, at: .initialize, "found ASSAY_E_CONFIG (10 4: a.txt 5 1 0:0), \(tail)",
            configuration: ["file": "a.txt"])
        try expectError(
            of: path, at: .initialize, "found ASSAY_E_CONFIG (10 4: b 10 0 9:2), \(tail)",
            configuration: ["words": ["x", "y"], "mode": "strict", "limit": 10, "file": "b"])
        try expectError(
            of: path, at: .initialize, "found ASSAY_E_CONFIG (10 4: b 5 1 9:1), \(tail)",
            configuration: ["words": "x", "file": "b"])
    }

    @Test func pluginWithoutSettingsTakesNoConfiguration() throws {
        try expectError(
            of: try workshop.compile(pluginSource()), at: .configure,
            "found an unknown setting 'answer', expected no configuration; "
                + "correct the plugin's configuration", configuration: ["answer": 42])
    }
}
