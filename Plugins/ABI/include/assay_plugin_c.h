/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_c.h: a plugin in C from one function for each rule. A thin layer over assay_plugin.h,
 * whose structs remain accessible: everything here is a field of them with the counts and sizes
 * filled in. Assay's own rules in C are written with it too, so that a rule's file works in a plugin
 * and compiled in alike.
 *
 *     enum { ODD };
 *
 *     static assay_verdict check(const assay_value *value) {
 *         return assay_pass_if(value->as.i64 % 2 == 0, ODD);
 *     }
 *
 *     ASSAY_RULE(even, "An even integer", ASSAY_KIND_BIT(ASSAY_I64), check,
 *                ASSAY_CODES(ASSAY_CODE("even.odd", "must be even")),
 *                ASSAY_EXAMPLES(ASSAY_VALID("2", "even"), ASSAY_INVALID(ODD, "-3", "even")));
 *
 *     ASSAY_PLUGIN("template", "1.0.0", ASSAY_RULES(&assay_rule_even));
 *
 * After its named arguments a macro takes initialisers: the lists below or any field of the struct
 * (`.create = create, .destroy = free`). Needs C11, GCC or Clang.
 */
#ifndef ASSAY_PLUGIN_C_H
#define ASSAY_PLUGIN_C_H 1
#ifdef __cplusplus
#error "assay_plugin_c.h is for C; include assay_plugin.hpp in C++"
#endif
#include "assay_plugin.h"
#include <stddef.h>

#include <stddef.h>

/* A string literal as a value of type assay_str. */
#define ASSAY_TEXT(literal) ((assay_str)ASSAY_STR_LITERAL(literal))

/* ---- the host ------------------------------------------------------------------------------ */

/* The directory of the plugin's data files, without '/' at its end; empty with a host of version 1.1. */
static inline assay_str assay_directory(const assay_host *host) {
    int has_directory = host->struct_size >= offsetof(assay_host, directory) + sizeof(assay_str);
    return has_directory ? host->directory : (assay_str){0};
}

/* ---- verdicts ----------------------------------------------------------------------------- */

static inline assay_verdict assay_pass(void) { return (assay_verdict){.status = ASSAY_PASS}; }

/* The rule does not apply to the value. */
static inline assay_verdict assay_skip(void) { return (assay_verdict){.status = ASSAY_SKIP}; }

/* `code` is an index into the rule's codes. */
static inline assay_verdict assay_fail(uint32_t code) {
    return (assay_verdict){.status = ASSAY_FAIL, .code = code};
}

static inline assay_verdict assay_pass_if(int condition, uint32_t otherwise) {
    return condition ? assay_pass() : assay_fail(otherwise);
}

/* ---- rows, for rules that look at more than the value ---------------------------------------- */

/* One row of a batch. Valid during the call that received it. */
typedef struct assay_row {
    const void *inst; /* what `create` made; NULL without `create` */
    const assay_call *call;
    const assay_batch *batch;
    uint32_t index;
} assay_row;

/* The value of the field that a FIELD argument names; `column` is what `create` received for it.
 * NULL if there is no such column. */
static inline const assay_value *assay_field(const assay_row *row, int64_t column) {
    return column >= 0 && column < row->batch->column_count ? &row->batch->columns[column][row->index]
                                                            : (const assay_value *)0;
}

/* Fails with the arguments of the code's message, in the order of its argument names; `path` is empty
 * or a JSON Pointer below the value. All is copied. */
static inline assay_verdict assay_fail_at(const assay_row *row, uint32_t code, assay_str path,
                                          const assay_value *arguments, uint32_t count) {
    row->call->args(row->call, row->index, path, arguments, count);
    return assay_fail(code);
}

static inline assay_verdict assay_fail_with(const assay_row *row, uint32_t code, const assay_value *arguments,
                                            uint32_t count) {
    return assay_fail_at(row, code, (assay_str){0, 0}, arguments, count);
}

/* Says why a row of a batch is undecided; `reason` is copied. A host of a version before 1.2 takes it for all
 * undecided rows of the batch. */
static inline void assay_error_at(const assay_call *call, uint32_t row, assay_rc rc, assay_str reason) {
    if (call->struct_size >= offsetof(assay_call, error_at) + sizeof call->error_at)
        (void)call->error_at(call, row, rc, reason);
    else
        call->error(call, rc, reason);
}

/* The rule cannot decide; `reason` is copied. */
static inline assay_verdict assay_undecided(const assay_row *row, assay_str reason) {
    assay_error_at(row->call, row->index, ASSAY_E_INTERNAL, reason);
    return (assay_verdict){.status = ASSAY_UNDECIDED};
}

/* For `create` and `init`: rejects what they received; `reason` is copied. Returns `rc`. */
static inline assay_rc assay_reject(const assay_call *call, assay_rc rc, assay_str reason) {
    if (call && call->error)
        call->error(call, rc, reason);
    return rc;
}
/* How grave a line of the log is. */
#define ASSAY_LOG_TRACE 0u
#define ASSAY_LOG_DEBUG 1u
#define ASSAY_LOG_INFO 2u
#define ASSAY_LOG_WARNING 3u
#define ASSAY_LOG_ERROR 4u

/* A line for the host's log, at ASSAY_LOG_...; `message` is copied. */
static inline void assay_log(const assay_call *call, uint32_t level, assay_str message) {
    if (call && call->log)
        call->log(call, level, message);
}
#define ASSAY_LOG(call, level, literal) assay_log(call, level, ASSAY_TEXT(literal))

/* Whether the host wants no more of the call: then return ASSAY_E_CANCELLED. */
static inline int assay_is_cancelled(const assay_call *call) {
    return call->cancelled && __atomic_load_n(call->cancelled, __ATOMIC_RELAXED) != 0;
}

#define ASSAY_REJECT(call, literal) assay_reject(call, ASSAY_E_PARAM, ASSAY_TEXT(literal))

/* Whether an optional parameter without default, or a setting, has a value. */
static inline int assay_is_given(const assay_value *parameter) { return parameter->kind != ASSAY_ABSENT; }

/* ---- instances that need no memory: options that fit into the pointer itself ------------------- */

/* Defines the function `name` for assay_rule.create, from an expression over `params`, the arguments,
 * that cannot be wrong. */
#define ASSAY_CREATE_OPTIONS(name, expression)                                                               \
    static assay_rc name(void *state, const assay_call *call, const assay_value *params, void **inst) {      \
        (void)state, (void)call;                                                                             \
        *inst = (void *)(uintptr_t)(expression);                                                             \
        return ASSAY_OK;                                                                                     \
    }

/* What `create` stored so. */
static inline uintptr_t assay_options(const void *inst) { return (uintptr_t)inst; }

/* ---- what a rule says of itself: initialisers of assay_rule ---------------------------------- */

/* Literals at file scope live as long as the library. */
#define ASSAY_LIST(list, count, type, ...)                                                                   \
    .list = (type const[]){__VA_ARGS__}, .count = sizeof((type const[]){__VA_ARGS__}) / sizeof(type)

#define ASSAY_CODES(...) ASSAY_LIST(codes, code_count, assay_code const *, __VA_ARGS__)
#define ASSAY_CODE(id_, message_) ASSAY_CODE_WITH(id_, message_, .argument_count = 0)
/* Takes ASSAY_ARGUMENTS(ASSAY_STR_LITERAL("nights"), ...) for a message with {nights}. */
#define ASSAY_CODE_WITH(id_, message_, ...)                                                                  \
    &(const assay_code) {                                                                                    \
        .struct_size = sizeof(assay_code), .id = ASSAY_STR_LITERAL(id_),                                     \
        .message = ASSAY_STR_LITERAL(message_), __VA_ARGS__                                                  \
    }
/* What to use instead of a rule or a code: a phrase. */
#define ASSAY_DEPRECATED(replacement_) .deprecation = ASSAY_STR_LITERAL(replacement_)
/* ASSAY_TRANSLATIONS({ASSAY_STR_LITERAL("de"), ASSAY_STR_LITERAL("muss gerade sein")}, ...) */
#define ASSAY_TRANSLATIONS(...) ASSAY_LIST(translations, translation_count, assay_translation, __VA_ARGS__)
#define ASSAY_ARGUMENTS(...) ASSAY_LIST(argument_names, argument_count, assay_str, __VA_ARGS__)

/* `value` is JSON, `expression` the rule as written in a rule set. */
#define ASSAY_EXAMPLES(...) ASSAY_LIST(examples, example_count, assay_example const *, __VA_ARGS__)
#define ASSAY_VALID(value_, expression_) ASSAY_EXAMPLE(ASSAY_PASS, 0, value_, expression_)
#define ASSAY_INVALID(code_, value_, expression_) ASSAY_EXAMPLE(ASSAY_FAIL, code_, value_, expression_)
#define ASSAY_EXAMPLE(status_, code_, value_, expression_)                                                   \
    ASSAY_EXAMPLE_WITH(status_, code_, value_, expression_, .reserved = 0)
/* The same with ASSAY_FIELDS("{\"from\": 1}"), ASSAY_SETTINGS("{\"bonus\": 2}") or both. */
#define ASSAY_VALID_WITH(value_, expression_, ...)                                                           \
    ASSAY_EXAMPLE_WITH(ASSAY_PASS, 0, value_, expression_, __VA_ARGS__)
#define ASSAY_INVALID_WITH(code_, value_, expression_, ...)                                                  \
    ASSAY_EXAMPLE_WITH(ASSAY_FAIL, code_, value_, expression_, __VA_ARGS__)
#define ASSAY_EXAMPLE_WITH(status_, code_, value_, expression_, ...)                                         \
    &(const assay_example) {                                                                                 \
        .struct_size = sizeof(assay_example), .status = (status_), .code = (code_),                          \
        .value = ASSAY_STR_LITERAL(value_), .expression = ASSAY_STR_LITERAL(expression_), __VA_ARGS__        \
    }
#define ASSAY_FIELDS(json_) .fields = ASSAY_STR_LITERAL(json_)
#define ASSAY_SETTINGS(json_) .settings = ASSAY_STR_LITERAL(json_)

/* Parameters reach `create` as values, in their order. `type` is ASSAY_PARAM_...; after the summary
 * come initialisers of assay_parameter, at least one of those below. */
#define ASSAY_PARAMETERS(...) ASSAY_LIST(parameters, parameter_count, assay_parameter const *, __VA_ARGS__)
#define ASSAY_PARAMETER(type_, name_, summary_, ...)                                                         \
    &(const assay_parameter) {                                                                               \
        .struct_size = sizeof(assay_parameter), .type = (type_), .name = ASSAY_STR_LITERAL(name_),           \
        .summary = ASSAY_STR_LITERAL(summary_), __VA_ARGS__                                                  \
    }
#define ASSAY_REQUIRED .flags = ASSAY_PARAM_REQUIRED
#define ASSAY_OPTIONAL .flags = 0
#define ASSAY_BETWEEN(lowest, highest) .minimum = (lowest), .maximum = (highest)
#define ASSAY_DEFAULT_BOOLEAN(truth) .default_value = {.kind = ASSAY_BOOL, .as.i64 = (truth)}
#define ASSAY_DEFAULT_INTEGER(number) .default_value = {.kind = ASSAY_I64, .as.i64 = (number)}
#define ASSAY_DEFAULT_NUMBER(number) .default_value = {.kind = ASSAY_F64, .as.f64 = (number)}
#define ASSAY_DEFAULT_TEXT(literal)                                                                          \
    .default_value = {.kind = ASSAY_STR, .as.ptr = (const uint8_t *)("" literal), .len = sizeof(literal) - 1}
/* Takes ASSAY_STR_LITERAL("small"), ...; the default is one of them as ASSAY_DEFAULT_TEXT. */
#define ASSAY_CHOICES(...) ASSAY_LIST(choices, choice_count, assay_str, __VA_ARGS__)

/* ---- rules and the plugin --------------------------------------------------------------------- */

/* Defines the function `name` for assay_rule.evaluate, from a function that checks one value:
 *     assay_verdict check(const assay_value *value) */
#define ASSAY_EVALUATE(name, check)                                                                          \
    static assay_rc name(const void *inst, const assay_call *call, const assay_batch *batch,                 \
                         assay_verdict *out) {                                                               \
        (void)inst, (void)call;                                                                              \
        for (uint32_t row = 0; row < batch->count; row++)                                                    \
            out[row] = check(&batch->columns[0][row]);                                                       \
        return ASSAY_OK;                                                                                     \
    }

/* The same from a function that checks the bytes of a string, for rules that accept nothing else:
 *     assay_verdict check(assay_str text, const void *inst)
 * `text` may contain NUL, is not terminated, and has a NULL ptr only when its len is 0. */
#define ASSAY_EVALUATE_TEXTS(name, check)                                                                    \
    static assay_rc name(const void *inst, const assay_call *call, const assay_batch *batch,                 \
                         assay_verdict *out) {                                                               \
        (void)call;                                                                                          \
        const assay_value *column = batch->columns[0];                                                       \
        for (uint32_t row = 0; row < batch->count; row++) {                                                  \
            const assay_value *value = &column[row];                                                         \
            out[row] = value->kind == ASSAY_STR ? check((assay_str){value->as.ptr, value->len}, inst)        \
                                                : assay_not_text(value->kind);                               \
        }                                                                                                    \
        return ASSAY_OK;                                                                                     \
    }

/* The host passes such a rule strings alone. Should another kind come all the same, it never passes. */
static inline assay_verdict assay_not_text(uint32_t kind) {
    int is_missing = kind == ASSAY_ABSENT || kind == ASSAY_NULL;
    return (assay_verdict){.status = is_missing ? ASSAY_SKIP : ASSAY_UNDECIDED};
}

/* The same from a function that looks at more than the value:
 *     assay_verdict check(const assay_value *value, const assay_row *row) */
#define ASSAY_EVALUATE_ROWS(name, check)                                                                     \
    static assay_rc name(const void *inst, const assay_call *call, const assay_batch *batch,                 \
                         assay_verdict *out) {                                                               \
        for (uint32_t row = 0; row < batch->count; row++)                                                    \
            out[row] = check(&batch->columns[0][row], &(const assay_row){inst, call, batch, row});           \
        return ASSAY_OK;                                                                                     \
    }

/* Declares a rule of another file of the plugin. */
#define ASSAY_DECLARE_RULE(name)                                                                             \
    extern const assay_rule assay_rule_##name __attribute__((visibility("hidden")))

/* A rule of which the author gives every field but its size and id. */
#define ASSAY_DEFINE_RULE(name, ...)                                                                         \
    ASSAY_DECLARE_RULE(name);                                                                                \
    const assay_rule assay_rule_##name = {                                                                   \
        .struct_size = sizeof(assay_rule), .id = ASSAY_STR_LITERAL(#name), __VA_ARGS__}

/* The rule `name`, as `assay_rule_<name>`, from a function that checks one value, one string, or one
 * row. It has the flags CONCURRENT and PURE: `check` depends on its arguments alone and changes
 * nothing. Any other rule gives its flags in ASSAY_DEFINE_RULE. */
#define ASSAY_RULE(name, summary, kinds, check, ...)                                                         \
    ASSAY_EVALUATE(assay_evaluate_##name, check)                                                             \
    ASSAY_PURE_RULE(name, summary, kinds, __VA_ARGS__)
#define ASSAY_TEXT_RULE(name, summary, check, ...)                                                           \
    ASSAY_EVALUATE_TEXTS(assay_evaluate_##name, check)                                                       \
    ASSAY_PURE_RULE(name, summary, ASSAY_KIND_BIT(ASSAY_STR), __VA_ARGS__)
#define ASSAY_ROW_RULE(name, summary, kinds, check, ...)                                                     \
    ASSAY_EVALUATE_ROWS(assay_evaluate_##name, check)                                                        \
    ASSAY_PURE_RULE(name, summary, kinds, __VA_ARGS__)
#define ASSAY_PURE_RULE(name, summary_, kinds_, ...)                                                         \
    ASSAY_DEFINE_RULE(name, .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE,                                \
                      .summary = ASSAY_STR_LITERAL(summary_), .kinds = (kinds_),                             \
                      .evaluate = assay_evaluate_##name, __VA_ARGS__)

/* What the plugin says of itself, for ASSAY_PLUGIN. */
#define ASSAY_VENDOR(vendor_) .vendor = ASSAY_STR_LITERAL(vendor_)
#define ASSAY_URL(url_) .url = ASSAY_STR_LITERAL(url_)
#define ASSAY_LICENSE(license_) .license = ASSAY_STR_LITERAL(license_)
#define ASSAY_MINIMUM_HOST(version_) .minimum_host = ASSAY_STR_LITERAL(version_)

/* The settings of the plugin, for ASSAY_PLUGIN; `init` receives them in this order. */
#define ASSAY_CONFIGURATION(...)                                                                             \
    ASSAY_LIST(configuration, configuration_count, assay_parameter const *, __VA_ARGS__)
#define ASSAY_RULES(...) ASSAY_LIST(rules, rule_count, assay_rule const *, __VA_ARGS__)

/* The table and the entry function, once in a plugin; takes ASSAY_RULES(...) and initialisers of
 * assay_plugin such as .init. */
#define ASSAY_PLUGIN(id_, version_, ...)                                                                     \
    static const assay_plugin assay_table = {.magic = ASSAY_MAGIC,                                           \
                                             .struct_size = sizeof(assay_plugin),                            \
                                             .abi_major = ASSAY_ABI_MAJOR,                                   \
                                             .abi_minor = ASSAY_ABI_MINOR,                                   \
                                             .id = ASSAY_STR_LITERAL(id_),                                   \
                                             .version = ASSAY_STR_LITERAL(version_),                         \
                                             __VA_ARGS__};                                                   \
    const assay_plugin *assay_plugin_entry_v1(const assay_host *host) {                                      \
        return host ? &assay_table : (const assay_plugin *)0;                                                \
    }                                                                                                        \
    _Static_assert(sizeof(id_) > 1, "a plugin has an id")

#endif
