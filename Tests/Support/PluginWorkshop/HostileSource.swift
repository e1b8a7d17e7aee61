// SPDX-License-Identifier: Apache-2.0

/// The C source of a plugin `hostile` with one rule `even`, good unless macros say otherwise.
///
/// `PLUGIN`, `RULE`, `PARAMETER`, `CODE` and `EXAMPLE` are further initializers of these structs,
/// which override earlier ones; `RULES` is the list of rules and `ENTRY` the entry's result.
package func pluginSource(_ macros: String = "") -> String {
    """
    #include "assay_plugin.h"
    #define STR(text) ASSAY_STR_LITERAL(text)
    \(macros)
    #ifndef PLUGIN
    #define PLUGIN .rule_count = sizeof rules / sizeof rules[0]
    #endif
    #ifndef RULE
    #define RULE .flags = 0
    #endif
    #ifndef PARAMETER
    #define PARAMETER .flags = 0
    #endif
    #ifndef CODE
    #define CODE .argument_count = 0
    #endif
    #ifndef EXAMPLE
    #define EXAMPLE .code = 0
    #endif
    #ifndef RULES
    #define RULES &rule
    #endif
    #ifndef EVALUATE
    #define EVALUATE \\
        for (uint32_t row = 0; row < batch->count; row++) \\
            out[row].status = batch->columns[0][row].as.i64 % 2 ? ASSAY_FAIL : ASSAY_PASS;
    #endif
    static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                             assay_verdict *out) {
        EVALUATE
        return ASSAY_OK;
    }
    static const assay_parameter parameter = {.struct_size = sizeof parameter,
        .type = ASSAY_PARAM_INTEGER, .name = STR("by"), .summary = STR("not used"), PARAMETER};
    static const assay_parameter *const parameters[] = {&parameter};
    static const assay_code code = {
        .struct_size = sizeof code, .id = STR("even.odd"), .message = STR("must be even"), CODE};
    static const assay_code *const codes[] = {&code};
    static const assay_example example = {.struct_size = sizeof example, .status = ASSAY_PASS,
        .value = STR("2"), .expression = STR("even"), EXAMPLE};
    static const assay_example *const examples[] = {&example};
    static const assay_rule rule = {.struct_size = sizeof rule, .id = STR("even"),
        .summary = STR("even"), .kinds = ASSAY_KIND_BIT(ASSAY_I64), .parameter_count = 1,
        .parameters = parameters, .code_count = 1, .codes = codes, .example_count = 1,
        .examples = examples, .evaluate = evaluate, RULE};
    static const assay_rule *const rules[] = {RULES};
    static const assay_plugin plugin = {.magic = ASSAY_MAGIC, .struct_size = sizeof plugin,
        .abi_major = ASSAY_ABI_MAJOR, .rule_count = sizeof rules / sizeof rules[0],
        .rules = rules, .id = STR("hostile"), .version = STR("1.0.0"), PLUGIN};
    #ifndef NO_ENTRY
    #ifndef ENTRY
    #define ENTRY &plugin
    #endif
    const assay_plugin *assay_plugin_entry_v1(const assay_host *host) { return ENTRY; }
    #endif
    """
}
