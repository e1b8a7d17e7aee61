/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin.h: the whole contract between Assay and a rule that is not written in Swift.
 *
 * Include this one file. Two structs matter: `assay_rule` (what a rule is and what it does) and
 * `assay_plugin` (the list of rules), returned by the one exported function `assay_plugin_entry_v1`.
 * `Plugins/Template` is the smallest plugin; copy it.
 *
 * How the contract grows: a struct that begins with `struct_size` only grows at its end; the writer
 * of a struct sets `struct_size` to its own sizeof, the reader looks at nothing beyond it. A member
 * with "since 1.1" is missing in structs that were written for version 1.0, where it counts as 0. A plugin
 * that also runs on older hosts looks at `struct_size` of what the host wrote before it uses such a member.
 * Structs marked FROZEN never change. Reserved fields are zero.
 *
 * Ownership: everything that a function receives is borrowed until it returns; everything that a
 * plugin hands to a callback is copied by the host before the callback returns. Nothing is freed
 * across the boundary. The plugin's table, and all that it points to, stays as it is for the life
 * of the process.
 *
 * Threads: `assay_plugin_entry_v1`, `init` and `shutdown` are called one at a time. `create` and
 * `destroy` may be called from any thread, for different instances at the same time. `evaluate` runs
 * on several threads at once only for a rule with ASSAY_RULE_CONCURRENT; otherwise the host lets one
 * call of that plugin run after the other.
 */
#ifndef ASSAY_PLUGIN_H
#define ASSAY_PLUGIN_H 1
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_ABI_MAJOR 1u
#define ASSAY_ABI_MINOR 2u
#define ASSAY_MAGIC 0x59415341u /* "ASAY" in memory on a little-endian machine */
#define ASSAY_EXPORT __attribute__((visibility("default"), used))

/* ---- values ------------------------------------------------------------------------------- */

/* UTF-8, no terminating NUL, borrowed. `ptr` may be NULL when `len` is 0. FROZEN, 16 bytes. */
typedef struct assay_str {
    const uint8_t *ptr;
    uint64_t len;
} assay_str;

/* A string literal as an assay_str, in C and C++. */
#ifdef __cplusplus
#define ASSAY_STR_LITERAL(text) (assay_str{reinterpret_cast<const uint8_t *>("" text), sizeof(text) - 1})
#else
#define ASSAY_STR_LITERAL(text) {(const uint8_t *)("" text), sizeof(text) - 1}
#endif

/* assay_value.kind */
#define ASSAY_ABSENT 0u /* the record has no such field */
#define ASSAY_NULL 1u
#define ASSAY_BOOL 2u    /* as.i64 is 0 or 1 */
#define ASSAY_I64 3u     /* as.i64 */
#define ASSAY_U64 4u     /* as.u64, only above INT64_MAX */
#define ASSAY_F64 5u     /* as.f64, finite; see ASSAY_FLAG_SOURCE_TEXT */
#define ASSAY_STR 6u     /* as.ptr, len bytes of valid UTF-8; may contain NUL */
#define ASSAY_DECIMAL 7u /* as.ptr, len bytes: a JSON number beyond the range of a double, as text */
#define ASSAY_BYTES 8u   /* as.ptr, len bytes of any kind; reserved: no reader makes it yet */
#define ASSAY_ARRAY 9u   /* as.items, len elements */
#define ASSAY_OBJECT 10u /* as.members, len members in input order */
#define ASSAY_KIND_COUNT 11u

/* assay_value.flags */
#define ASSAY_FLAG_ASCII (1u << 0) /* a string known to have only bytes below 0x80 */
/* A number of kind F64 that keeps its source text, for exact decimals: `len` is the address of the
 * text and `flags >> ASSAY_SOURCE_TEXT_SHIFT` its length in bytes. */
#define ASSAY_FLAG_SOURCE_TEXT (1u << 1)
#define ASSAY_SOURCE_TEXT_SHIFT 8u

struct assay_member;

/* FROZEN, 24 bytes. */
typedef struct assay_value {
    uint32_t kind;
    uint32_t flags;
    union {
        int64_t i64;
        uint64_t u64;
        double f64;
        const uint8_t *ptr;
        const struct assay_value *items;
        const struct assay_member *members;
    } as;
    uint64_t len; /* bytes, items or members; 0 for other kinds unless a flag says otherwise */
} assay_value;

/* FROZEN, 40 bytes. */
typedef struct assay_member {
    assay_str key;
    assay_value value;
} assay_member;

/* ---- verdicts ----------------------------------------------------------------------------- */

/* assay_verdict.status. A row that is left UNSET is reported as a fault, never as a pass. */
#define ASSAY_UNSET 0u
#define ASSAY_PASS 1u
#define ASSAY_FAIL 2u      /* `code` is an index into the rule's codes */
#define ASSAY_SKIP 3u      /* the rule does not apply to this value */
#define ASSAY_UNDECIDED 4u /* could not decide; say why with assay_call.error_at */

/* FROZEN, 16 bytes. */
typedef struct assay_verdict {
    uint32_t status;
    uint32_t code;
    uint32_t reserved0;
    uint32_t reserved1;
} assay_verdict;

/* What functions return: 0, or one of the negative numbers. */
typedef int32_t assay_rc;
#define ASSAY_OK (0)
#define ASSAY_E_PARAM (-1)  /* an argument of the rule is wrong */
#define ASSAY_E_CONFIG (-2) /* the plugin's configuration is wrong */
#define ASSAY_E_NOMEM (-3)
#define ASSAY_E_INTERNAL (-4)
#define ASSAY_E_CANCELLED (-5) /* the call noticed its deadline or `cancelled` */

/* ---- what the host offers during a call ------------------------------------------------------ */

/* Valid until the function that received it returns; to be used on that thread only. */
typedef struct assay_call {
    uint32_t struct_size;
    uint32_t reserved;
    void *ctx;                 /* the host's own */
    uint64_t deadline_ns;      /* CLOCK_MONOTONIC, 0: none */
    const uint32_t *cancelled; /* NULL or: load atomically; not 0: stop and return ASSAY_E_CANCELLED */
    /* Says why a function fails, or why the rows of the call are undecided; the last message counts. See
     * `error_at` for one row. The host copies `message`, and keeps its first 4,096 bytes. */
    void (*error)(const struct assay_call *call, assay_rc rc, assay_str message);
    /* A line for the host's log. level: 0 trace, 1 debug, 2 info, 3 warning, 4 error. The host
     * copies `message`, keeps its first 4,096 bytes, and hands it on when the function returns: the
     * first 64 lines. */
    void (*log)(const struct assay_call *call, uint32_t level, assay_str message);
    /* Arguments of the violation of `row` (0-based in the batch), in the order of the code's
     * argument names; `path` is empty or a JSON Pointer below the value ("/0/name") of at most 4,096
     * bytes. The host copies all. Returns ASSAY_E_PARAM, and ignores the call, for a row outside the batch,
     * for another path, for more than 16 values, for more than 64 KiB in them, and for a number that is not
     * finite or whose text is not a JSON number. */
    assay_rc (*args)(const struct assay_call *call, uint32_t row, assay_str path, const assay_value *args,
                     uint32_t nargs);
    /* Memory aligned to 16 bytes that belongs to the host and ends when the function that received
     * the call returns; NULL when there is no more (64 MiB for a call). */
    void *(*scratch)(const struct assay_call *call, uint64_t bytes);
    /* Since 1.2: look at `struct_size` first, or use the functions of the kits, which do. Says why `row`
     * (0-based in the batch) is undecided; the last message for a row counts, before that of `error`. The
     * host copies `message`, and keeps its first 4,096 bytes. Returns ASSAY_E_PARAM, and ignores the call,
     * for a row outside the batch. */
    assay_rc (*error_at)(const struct assay_call *call, uint32_t row, assay_rc rc, assay_str message);
} assay_call;

/* What `evaluate` checks: `count` rows. columns[0] is the field that the rule is attached to,
 * columns[1...] are the fields that FIELD arguments name, in the order of the parameters. Each
 * column is an array of `count` values. */
typedef struct assay_batch {
    uint32_t struct_size;
    uint32_t count;
    uint32_t column_count;
    uint32_t reserved;
    const assay_value *const *columns;
} assay_batch;

/* ---- how a rule describes itself --------------------------------------------------------------- */

/* assay_parameter.type, and what `create` receives for it */
#define ASSAY_PARAM_STRING 1u  /* STR */
#define ASSAY_PARAM_INTEGER 2u /* I64 within minimum and maximum */
#define ASSAY_PARAM_NUMBER 3u  /* I64, U64 or F64 */
#define ASSAY_PARAM_BOOLEAN 4u /* BOOL */
#define ASSAY_PARAM_LIST 5u    /* ARRAY; a single value is made a list of one */
#define ASSAY_PARAM_VALUE 6u   /* any kind */
#define ASSAY_PARAM_FIELD 7u   /* I64: the index of the field's column in assay_batch.columns */
#define ASSAY_PARAM_CHOICE 8u  /* I64: the index in `choices` */
#define ASSAY_PARAM_PATTERN 9u /* STR: the source of a pattern */

/* assay_parameter.flags */
#define ASSAY_PARAM_REQUIRED (1u << 0)

typedef struct assay_parameter {
    uint32_t struct_size;
    uint32_t type;
    uint32_t flags;
    uint32_t choice_count;
    assay_str name; /* lowerCamelCase; not empty, once in a list */
    assay_str summary;
    /* Of the parameter's type and within its limits; ABSENT: none, `create` receives ABSENT when nothing
     * is given. A FIELD has none. */
    assay_value default_value;
    const assay_str *choices; /* CHOICE: choice_count names; default_value is a STR with one of them */
    int64_t minimum;          /* INTEGER: both 0 means no limits */
    int64_t maximum;
} assay_parameter;

/* A message in another language. FROZEN, 32 bytes. */
typedef struct assay_translation {
    assay_str language; /* a well-formed BCP 47 tag: "de", "pt-BR" */
    assay_str message;
} assay_translation;

/* A code of a violation with its English message; `{name}` stands for a parameter of the rule, for
 * one of `argument_names`, or for the value as {value}. Another name is an error, but for {field} and
 * {rule}, which a catalogue of messages fills in. */
typedef struct assay_code {
    uint32_t struct_size;
    uint32_t argument_count;
    /* "<rule id>.<what is wrong>", without the plugin's id: ASCII letters, digits, '.', '-' and '_';
     * once in a rule. */
    assay_str id;
    assay_str message;
    const assay_str *argument_names;
    uint32_t translation_count;
    uint32_t reserved;
    const assay_translation *translations; /* one for a language */
    /* Since 1.1. What to use instead, a phrase: "even.odd". Empty: the code is not deprecated. */
    assay_str deprecation;
} assay_code;

/* An example that the host's tools print and run. */
typedef struct assay_example {
    uint32_t struct_size;
    uint32_t status; /* ASSAY_PASS or ASSAY_FAIL */
    uint32_t code;   /* FAIL: index of the expected code */
    uint32_t reserved;
    assay_str value;      /* JSON */
    assay_str expression; /* the rule as written in a rule set, without the plugin's id */
    /* Since 1.1. JSON object: the other fields of the record in which the value is, for a rule with FIELD
     * arguments, which name them. Empty: none. */
    assay_str fields;
    /* Since 1.1. JSON object: the plugin's configuration under which the example holds. Empty: the
     * defaults. */
    assay_str settings;
} assay_example;

/* assay_rule.flags */
#define ASSAY_RULE_CONCURRENT (1u << 0)      /* `evaluate` may run on several threads at once */
#define ASSAY_RULE_PURE (1u << 1)            /* the same values and arguments give the same verdict */
#define ASSAY_RULE_ACCEPTS_MISSING (1u << 2) /* runs on absent and null values too */

/* A bit of assay_rule.kinds: the rule accepts values of this kind. */
#define ASSAY_KIND_BIT(kind) (1u << (kind))
#define ASSAY_KINDS_NUMBER                                                                                   \
    (ASSAY_KIND_BIT(ASSAY_I64) | ASSAY_KIND_BIT(ASSAY_U64) | ASSAY_KIND_BIT(ASSAY_F64) |                     \
     ASSAY_KIND_BIT(ASSAY_DECIMAL))
#define ASSAY_KINDS_ALL 0x7FFu

typedef struct assay_rule {
    uint32_t struct_size;
    uint32_t flags;
    assay_str id; /* lowerCamelCase, without the plugin's id */
    assay_str summary;
    /* Kinds that `evaluate` receives; a value of another kind fails with the code "<id>.kind",
     * which the host adds, and `evaluate` does not see it. 0 means all kinds. */
    uint32_t kinds;
    uint32_t parameter_count;
    const assay_parameter *const *parameters;
    uint32_t code_count;
    uint32_t example_count;
    const assay_code *const *codes;
    const assay_example *const *examples;
    /* Makes an instance for one use of the rule in a rule set. Any thread, several at once. `params`
     * are the arguments in the order of `parameters`, of the declared types, borrowed until the
     * function returns. Sets *inst (NULL is fine), which stays the plugin's until `destroy`. On a
     * negative result the host calls no `destroy`. May be NULL: the rule has no instance. */
    assay_rc (*create)(void *state, const assay_call *call, const assay_value *params, void **inst);
    /* Checks a batch: writes out[0] ... out[count - 1], each UNSET at the start. Threads as said at
     * the head of this file. The batch and all it points to are borrowed until the function returns,
     * and not written; so is the instance, which is immutable. A negative result makes every row of
     * the batch undecided. */
    assay_rc (*evaluate)(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out);
    /* Frees an instance, once, when no `evaluate` uses it any more and before `shutdown`. Any thread,
     * several at once for different instances. May be NULL. */
    void (*destroy)(void *inst);
    /* Since 1.1. What to use instead, a phrase: "even". Empty: the rule is not deprecated. */
    assay_str deprecation;
} assay_rule;

/* ---- the plugin ---------------------------------------------------------------------------------- */

/* The host, valid for the life of the process. */
typedef struct assay_host {
    uint32_t magic;
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    uint32_t reserved;
    assay_str name;
    assay_str version;
    /* A further table of functions by its id, or NULL. Any thread. */
    const void *(*extension)(const struct assay_host *host, const char *id);

    /* Since 1.2: look at `struct_size` first, or use `directory` of the layers, which does. The directory of
     * the data files: an absolute path of `data` in the plugin's own directory, which is beside its file and
     * called as that without ".so", or, where there is none, of the directory of the file. The host has
     * loaded a copy, which knows no directory. */
    assay_str directory;
} assay_host;

typedef struct assay_plugin {
    uint32_t magic; /* ASSAY_MAGIC */
    uint32_t struct_size;
    uint16_t abi_major;
    uint16_t abi_minor;
    uint32_t rule_count;
    assay_str id;      /* letters, digits and '-', starts with a letter; the prefix of its rules */
    assay_str version; /* semantic version (2.0.0) */
    const assay_rule *const *rules;
    /* Called once, before any rule is used, on any thread but never beside `shutdown` or another
     * plugin's `init`. `config` is an OBJECT with a member for each entry of `configuration`, in
     * their order and as `create` would receive it; borrowed until `init` returns. Sets *state,
     * which `create` and `shutdown` receive and which stays the plugin's. Any result but
     * ASSAY_OK rejects the plugin; no other function is called then. May be NULL. */
    assay_rc (*init)(const assay_host *host, const assay_call *call, const assay_value *config, void **state);
    /* Called once after `init`, when no instance is left and no other function runs, on any thread;
     * frees the state. The library stays loaded. May be NULL. */
    void (*shutdown)(void *state);
    /* A further table of functions by its id (NUL-terminated, borrowed), or NULL. Any thread, also
     * before `init`. What it returns stays for the life of the process. May be NULL. */
    const void *(*extension)(const char *id);
    /* The settings of the plugin, described as parameters; FIELD and PATTERN are not for them. None:
     * the plugin takes no configuration. */
    uint32_t configuration_count;
    uint32_t reserved;
    const assay_parameter *const *configuration;
    /* Since 1.1, all of them; each may be empty. */
    assay_str vendor;       /* who makes the plugin: one line of text */
    assay_str url;          /* where it is described: http:// or https:// */
    assay_str license;      /* an SPDX expression: "Apache-2.0 OR MIT" */
    assay_str minimum_host; /* semantic version: an older host does not load the plugin */
} assay_plugin;

/* The one exported function. Called before everything else, once or several times, on any thread but
 * one at a time; does nothing but return the table, the same every time. `host` stays for the life of
 * the process. NULL: this host does not suit the plugin. */
ASSAY_EXPORT const assay_plugin *assay_plugin_entry_v1(const assay_host *host);

#ifdef __cplusplus
}
#endif
#endif
