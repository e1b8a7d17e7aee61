/* SPDX-License-Identifier: Apache-2.0
 *
 * assay.h: the validation engine for every language that can call C.
 *
 *     assay_engine *engine = NULL;
 *     assay_rules *rules = NULL;
 *     assay_session *session = NULL;
 *     assay_result result = ASSAY_RESULT_INIT;
 *     assay_error error = ASSAY_ERROR_INIT;
 *     assay_str text = ASSAY_STRING("{\"assay\":1,\"fields\":{\"email\":\"required, email\"}}");
 *     assay_engine_create(NULL, &engine, &error);
 *     assay_rules_compile(engine, text, NULL, &rules, &error);
 *     assay_session_create(rules, NULL, &session, &error);
 *     assay_check_json(session, body, length, &result, &error);
 *     if (result.invalid_count > 0)
 *         assay_findings(session, 0, 8, 0, findings, &count, &error);
 *
 * Four objects. An ENGINE holds the rules that rule sets can name: the built-in ones, those of plugins and
 * those of the caller. RULES are a compiled rule set, immutable. A SESSION checks records by the rules, and
 * holds what it found until its next check. A DATA SET checks rules about records, such as `unique`, across
 * the records of sessions. Rules keep their engine, a session keeps its rules and its data set: release in
 * any order.
 *
 * Threads: the functions of an engine and of rules may be called from any thread, several at once. A session
 * belongs to one thread at a time, and may go from one to another between two calls. A call of a session
 * that is in use does nothing and returns ASSAY_E_BUSY; `assay_session_cancel` alone may be called at any
 * time. Use a session for each thread: one takes some 10 KiB and, after a check of lines, 1 MiB.
 *
 * Ownership: the library borrows what a function receives until that function returns, and copies what it
 * keeps. What a session shows (findings, texts, bitmaps, counts) belongs to the session, until the moment
 * that the function's comment names. Only `*_release` frees, and only what this library made; NULL is fine
 * for each of them.
 *
 * Errors: every function that can fail returns an assay_rc, and fills `error` if it is not NULL. A record
 * that breaks a rule, or that is not JSON at all, is no error: it is invalid, with findings that say why. An
 * argument that is NULL where it must not be, or out of range, is ASSAY_E_ARGUMENT; no result is written
 * then. What cannot be noticed: a pointer that is not what it says, or is used after its release.
 *
 * How the library grows: a struct that begins with `struct_size` only grows at its end; the caller sets
 * `struct_size` to its own sizeof (the _INIT macros do), and the library reads and writes nothing beyond it.
 * Structs marked FROZEN never change. Reserved members and flags that are not listed are 0.
 *
 * Signals and processes: no function but assay_watch_plugins installs a handler, changes the process's state
 * or starts a thread: a packed file is unpacked by the call that reads it. A plugin that is loaded is tried
 * in a child process. After fork() the child may go on with all objects except sessions that another thread
 * was using at that moment. The library stays in memory after dlclose().
 */
#ifndef ASSAY_H
#define ASSAY_H 1
#include "assay_plugin.h" /* assay_str, assay_value, assay_rule, assay_rc */

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_LIBRARY_ABI 1u

/* A string literal as an argument of type assay_str. */
#ifdef __cplusplus
#define ASSAY_STRING(text) ASSAY_STR_LITERAL(text)
#else
#define ASSAY_STRING(text) ((assay_str)ASSAY_STR_LITERAL(text))
#endif

/* ---- results of functions ---- */

/* Beside ASSAY_OK, ASSAY_E_NOMEM, ASSAY_E_INTERNAL and ASSAY_E_CANCELLED of assay_plugin.h. */
#define ASSAY_END (1)          /* assay_lines_next: the input has ended; the result is all 0 */
#define ASSAY_E_ARGUMENT (-32) /* an argument of the call is wrong: NULL, out of range, an unknown flag */
#define ASSAY_E_RULES (-33)    /* the rule set has issues; the error lists them all */
#define ASSAY_E_INPUT (-34)    /* the input cannot be read; what came before it was checked */
#define ASSAY_E_PLUGIN (-35)   /* a plugin fails to load, or a rule of the caller breaks the contract */
#define ASSAY_E_ARROW (-36)    /* an Arrow schema or array that is malformed, or of a type that is not read */
#define ASSAY_E_STATE (-37)    /* a call out of order: no result to read, no input to go on with */
#define ASSAY_E_BUSY (-38)     /* another thread, or the check that makes this call, is using the session */
#define ASSAY_E_SCRATCH (-39)  /* a data set's scratch file cannot be used: a full disk, a limit */

/* Why a function failed. Begin with ASSAY_ERROR_INIT; a function that fails replaces what is in it, and one
 * that succeeds leaves it as it is. Release it once at the end, or keep it for further calls. Not for two
 * threads at once. */
typedef struct assay_error {
    uint32_t struct_size;
    assay_rc rc; /* what the function returned */
    /* A JSON object, and NUL after it: {"code":"rules.issues","message":"...","issues":[...]}. `message` is
     * one sentence for people. `issues`, for ASSAY_E_RULES: objects with "code", "message", and where they
     * are known "help", "file", "line", "column", "field" and "expression", in the order of the rule set. For
     * ASSAY_E_PLUGIN: "stage", "found", "expected", "remedy". NULL: no function has failed. */
    const char *json;
    uint64_t json_length; /* without the NUL */
} assay_error;

#define ASSAY_ERROR_INIT {sizeof(assay_error), 0, 0, 0}

/* Frees the text of an error and makes it empty, ready for further calls.
 * Any thread that owns the error. Never fails; NULL and an empty error are fine. */
ASSAY_EXPORT void assay_error_release(assay_error *error);

/* The ABI of the library that is loaded: ASSAY_LIBRARY_ABI of its header in the upper 16 bits, and in the
 * lower 16 bits a number that grows with every function and member that is added at the end. Any thread, at
 * any time. Costs nothing; never fails. */
ASSAY_EXPORT uint32_t assay_abi_version(void);

/* ---- the engine ---- */

typedef struct assay_engine assay_engine;

typedef struct assay_engine_options {
    uint32_t struct_size;
    uint32_t flags; /* 0 */
    /* The program that tries plugins in a child process, an absolute path. Empty: `assay-plugin-probe` beside
     * the library, in ../bin or in ../libexec/assay from there, and then beside the program of the process.
     * Without it no plugin is loaded. */
    assay_str probe;
    /* Nanoseconds since 1970-01-01T00:00:00Z, for rules such as `past`; called from any thread, several at
     * once, until the engine, all its rules and all their sessions are released. NULL: the clock of the
     * system. */
    int64_t (*clock)(void *context);
    void *clock_context;
} assay_engine_options;

#define ASSAY_ENGINE_OPTIONS_INIT {sizeof(assay_engine_options), 0, {0, 0}, 0, 0}

/* Makes an engine with the built-in rules.
 * Thread: any. options: NULL for the defaults. *engine: the caller's, until assay_engine_release.
 * Cost: that of registering all rules; keep one for the process.
 * Errors: ASSAY_E_ARGUMENT. */
ASSAY_EXPORT assay_rc assay_engine_create(const assay_engine_options *options, assay_engine **engine,
                                          assay_error *error);

/* Loads a plugin into the engine: rules that are compiled from now on can name its rules.
 * Thread: any; one plugin is loaded after the other. path: of the library (.so), UTF-8. settings: a JSON
 * object with the plugin's configuration, empty for the defaults. The plugin stays in memory for the life of
 * the process. Cost: that of a child process, in which the file is tried first. Anything of the
 * file runs in this process only after it ran in that one. Errors: ASSAY_E_PLUGIN, with the stage, what was
 * found, what was expected and what helps; the engine is as before. */
ASSAY_EXPORT assay_rc assay_engine_load_plugin(assay_engine *engine, assay_str path, assay_str settings,
                                               assay_error *error);

/* What assay_watch_plugins reports. */
typedef struct assay_plugin_watch {
    uint32_t struct_size;
    uint32_t flags;    /* ASSAY_WATCH_... */
    assay_str program; /* how the lines begin: the name of the program; not empty */
    /* How long a call of a plugin may take, in nanoseconds; 0: any time. A call that takes longer ends the
     * process with status 2, since a thread in a plugin cannot be stopped. */
    uint64_t timeout_ns;
} assay_plugin_watch;

#define ASSAY_PLUGIN_WATCH_INIT {sizeof(assay_plugin_watch), 0, {0, 0}, 0}

/* Names the function that crashes, before the process ends with the signal. What handled the signal before
 * comes after the line. */
#define ASSAY_WATCH_CRASHES 1u
/* Ends the process with status 2 if a plugin makes the C library exit or ends a thread. */
#define ASSAY_WATCH_EXITS 2u

/* Reports plugins that end the process, or do not let it go on: a line on standard error with the plugin, its
 * version, the rule and, where they are known, the records. For the whole process and for the life of it, in
 * place of the process's own handlers; call it once, before the first plugin is loaded. Thread: one at a
 * time. watch: borrowed. Cost: nothing without a timeout, and a thread that wakes up to 1,000 times a second
 * with one. Errors: ASSAY_E_ARGUMENT, ASSAY_E_STATE for a second call, ASSAY_E_INTERNAL if no thread can be
 * started. */
ASSAY_EXPORT assay_rc assay_watch_plugins(const assay_plugin_watch *watch, assay_error *error);

/* Adds a rule of the caller, in the terms of assay_plugin.h: `evaluate` receives whole columns and writes a
 * verdict for each row. `<prefix>.<rule->id>` is what rule sets call it; codes get the same prefix. Thread:
 * any. `rule` and all that it points to are copied, but the functions; they are called with the threads that
 * assay_plugin.h says: without ASSAY_RULE_CONCURRENT one call of this rule at a time. `create` receives
 * `state`, and an instance is made for each use of the rule in a rule set; without `create`, `evaluate`
 * receives `state` itself. release: called once with `state`, on any thread, when the engine, all its rules
 * and all their sessions are released, or before this function returns an error; NULL: nothing is called.
 * The functions may call this library, on the thread that they are called on: they may check with other
 * sessions, also by rules that lead back to this rule, 16 deep. The session whose check calls them is in use,
 * and must not be released.
 * Cost: that of copying it. A call of `evaluate` has some 1,000 rows at a time where there are as many.
 * Errors: ASSAY_E_PLUGIN for a rule that breaks the contract, and for a name that is taken. */
ASSAY_EXPORT assay_rc assay_engine_add_rule(assay_engine *engine, assay_str prefix, const assay_rule *rule,
                                            void *state, void (*release)(void *state), assay_error *error);

/* Gives the engine back. Rules that were compiled with it go on working. Thread: any. Never fails. */
ASSAY_EXPORT void assay_engine_release(assay_engine *engine);

/* ---- rules ---- */

typedef struct assay_rules assay_rules;

#define ASSAY_COMPILE_FILE (1u << 0) /* `source` is the path of a file */
/* `name` is the path of the file that `source` was read from: sources that it names are found from there.
 * Without one of the two flags a rule set cannot name files of sources. Added after the first version. */
#define ASSAY_COMPILE_NAMED_FILE (1u << 1)

typedef struct assay_compile_options {
    uint32_t struct_size;
    uint32_t flags; /* ASSAY_COMPILE_... */
    /* What issues call a text that is no file; files that it includes are looked for beside it. Empty:
     * "<text>". */
    assay_str name;
} assay_compile_options;

#define ASSAY_COMPILE_OPTIONS_INIT {sizeof(assay_compile_options), 0, {0, 0}}

/* Compiles a rule set: YAML or JSON, as docs/rule-sets.md describes it.
 * Thread: any. source: UTF-8, at most 4 MiB. options: NULL for the defaults. *rules: the caller's, until
 * assay_rules_release; immutable, for any number of threads and sessions.
 * Cost: grows with the rules, and most with their patterns.
 * Errors: ASSAY_E_RULES with every issue of the rule set at once; ASSAY_E_NOMEM. */
ASSAY_EXPORT assay_rc assay_rules_compile(assay_engine *engine, assay_str source,
                                          const assay_compile_options *options, assay_rules **rules,
                                          assay_error *error);

/* What the rules are, as a JSON object:
 *   "columns": the top-level fields that the rules read, in the order of `assay_values.columns`;
 *   "rules": one object for each rule, in the order of `assay_finding.rule_index` and
 * `assay_result.rule_counts`:
 *            {"field":"email","rule":"maxLength","expression":"maxLength(254)","severity":"error"};
 *   "unknownFields": "allow", "warn" or "reject": whether names of other members are wanted in
 * `assay_values.issues`; "sensitive": paths of fields whose values no finding shows; "unchecked", if the rule
 * set has rules about records of a data set: these, such as "unique(orderId)", which only an assay_dataset
 * checks. Without one, lines and tables cannot be checked with such rules (ASSAY_E_INPUT,
 * "records.unchecked"); single records can, and do not say that a data set with them is valid. Thread: any.
 * *json: UTF-8, with NUL after it, belongs to the rules until their release. Cost: made at the first call.
 * Errors: ASSAY_E_ARGUMENT. */
ASSAY_EXPORT assay_rc assay_rules_describe(assay_rules *rules, assay_str *json, assay_error *error);

/* Gives the rules back. Sessions that use them go on working. Thread: any. Never fails. */
ASSAY_EXPORT void assay_rules_release(assay_rules *rules);

/* ---- sessions ---- */

typedef struct assay_session assay_session;

/* assay_check_arrow: a table may lack columns for fields of the rules. */
#define ASSAY_SESSION_ALLOW_MISSING_COLUMNS (1u << 0)
/* Records have a part of the fields, as the body of a PATCH has: a field that is absent is not required, and
 * no rule runs that reads it. Null and an empty text are not absent. A table or a CSV may lack columns,
 * unless it has one with a similar name. */
#define ASSAY_SESSION_PARTIAL (1u << 1)

typedef struct assay_session_options {
    uint32_t struct_size;
    uint32_t flags; /* ASSAY_SESSION_... */
    /* A BCP 47 tag: messages are in the nearest language that there is. Empty: English. */
    assay_str language;
    /* After how many nanoseconds a check ends; rules that have not run by then are faults with the code
     * `fault.deadline`. 0: never. */
    uint64_t timeout_ns;
    /* The longest record, in bytes; a longer one is malformed. 0: 16 MiB. At most 2 GiB. */
    uint64_t maximum_record_bytes;
    /* The deepest nesting of a record, 1 to 1,000, of which the record is level 1. 0: 64. */
    uint32_t maximum_depth;
    uint32_t reserved;
    /* The findings that the session reports, by names: a code, the id of a rule, or the beginning of either
     * up to a dot. With `select`, only findings with one of these names count; those with a name of `ignore`
     * do not. A record is valid if no finding that counts is an error or a fault. Malformed records always
     * count, and a rule that could not decide counts if one of its violations would. Added after the first
     * version. */
    const assay_str *select;
    const assay_str *ignore;
    uint32_t select_count;
    uint32_t ignore_count;
} assay_session_options;

#define ASSAY_SESSION_OPTIONS_INIT {sizeof(assay_session_options), 0, {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0}

/* Makes a session. Thread: any. options: NULL for the defaults; copied. *session: the caller's, until
 * assay_session_release. Cost: some allocations. Errors: ASSAY_E_ARGUMENT, also for a name that no rule of
 * the rules has, and for the code of a fault in `ignore`. */
ASSAY_EXPORT assay_rc assay_session_create(assay_rules *rules, const assay_session_options *options,
                                           assay_session **session, assay_error *error);

/* Ends the check that the session is at, which then returns ASSAY_E_CANCELLED soon: rules stop between two
 * values, in the middle of long texts. Does nothing if there is none. Any thread, also a signal handler; the
 * session must not be released meanwhile. Never fails. */
ASSAY_EXPORT void assay_session_cancel(assay_session *session);

/* Ends a session and all that it shows. Thread: any, when no other uses it. Never fails. */
ASSAY_EXPORT void assay_session_release(assay_session *session);

/* ---- checks ---- */

/* What a check found, in numbers. Begin with ASSAY_RESULT_INIT. */
typedef struct assay_result {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t first_record;  /* the number of the first record, from 0 */
    uint64_t record_count;  /* records that were checked, the malformed ones included */
    uint64_t invalid_count; /* records with an error or a fault */
    uint64_t finding_count; /* what assay_findings can read */
    uint64_t error_count;   /* findings by severity, */
    uint64_t warning_count;
    uint64_t fault_count;
    uint64_t dropped_count;   /* findings beyond the rule set's `maximumViolations` of a record, which are not
                                 kept */
    uint64_t malformed_count; /* records that are not readable, and malformed text between records */
    uint64_t byte_count;      /* bytes of the input that were read; 0 where the input is values */
    /* Bit i % 8 of byte i / 8 is 1 if record first_record + i is invalid, as in an Arrow bitmap;
     * (record_count + 7) / 8 bytes, further bits are 0. Valid until the session's next check. NULL: there is
     * no record. */
    const uint8_t *invalid_rows;
    /* Findings of each rule, in the order of assay_rules_describe. Valid until the session's next check. */
    const uint64_t *rule_counts;
    uint64_t rule_count;
    /* Of the records, record_count - invalid_count are valid. Of the invalid ones, malformed_record_count are
     * not readable, undecided_count have a fault and no error, and the others have an error. */
    uint64_t undecided_count;
    uint64_t malformed_record_count;
    /* Findings about records themselves, by ASSAY_ISSUE_...; the first is 0. */
    uint64_t issue_counts[4];
} assay_result;

#define ASSAY_RESULT_INIT {sizeof(assay_result), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0}}

/* Checks one record, a JSON text.
 * Thread: one at a time. json: `length` bytes, of any content, without padding; borrowed until the function
 * returns. Cost: grows with the bytes of the record; allocates nothing while records are valid.
 * Errors: ASSAY_E_CANCELLED, ASSAY_E_BUSY. A text that is not JSON is a finding with the code
 * `record.malformed`. */
ASSAY_EXPORT assay_rc assay_check_json(assay_session *session, const void *json, uint64_t length,
                                       assay_result *result, assay_error *error);

/* Something wrong with a record that the caller's own reader found. */
typedef struct assay_record_issue {
    uint64_t row;
    uint32_t kind; /* ASSAY_ISSUE_... */
    uint32_t reserved;
    assay_str text; /* the member's name; for MALFORMED the reason: "expected a string" */
} assay_record_issue;

#define ASSAY_ISSUE_UNKNOWN_FIELD                                                                            \
    1u /* a member that no rule is about; report it if "unknownFields" is not "allow" */
#define ASSAY_ISSUE_DUPLICATE_KEY 2u /* a name that appears twice; the last value counts */
#define ASSAY_ISSUE_MALFORMED 3u     /* not a record: no rule runs on the row */

#define ASSAY_VALUES_TEXT                                                                                    \
    (1u << 0) /* every value is a string or absent, as in CSV: rules such as `integer` parse it */

/* Records as columns. */
typedef struct assay_values {
    uint32_t struct_size;
    uint32_t flags;     /* ASSAY_VALUES_TEXT */
    uint64_t row_count; /* at most 65,536 */
    /* For each of the "columns" of assay_rules_describe, in that order, `row_count` values. A record without
     * the field has ASSAY_ABSENT. Strings are valid UTF-8. Values of depth 64 at most. */
    const assay_value *const *columns;
    uint64_t column_count; /* their number */
    /* Ordered by row. */
    const assay_record_issue *issues;
    uint64_t issue_count;
    uint64_t first_record; /* the number of the first row in findings */
} assay_values;

#define ASSAY_VALUES_INIT {sizeof(assay_values), 0, 0, 0, 0, 0, 0, 0}

/* Checks records that the caller has as values: a dict walked in place, a row of a table.
 * Thread: one at a time. values, and all that they point to, are borrowed until the function returns;
 * findings have copies of the values that they show. Cost: grows with the values; less a record in batches
 * of 256 and more. Errors: ASSAY_E_ARGUMENT for another number of columns, a kind, a flag or a length that
 * cannot be, and for a string that is not UTF-8, with its place; ASSAY_E_CANCELLED, ASSAY_E_BUSY. */
ASSAY_EXPORT assay_rc assay_check_values(assay_session *session, const assay_values *values,
                                         assay_result *result, assay_error *error);

/* The Arrow C data interface, as its specification declares it. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

/* Checks the rows of a record batch: a struct array, whose children are the fields. For a stream, call it
 * with each array that `get_next` gives, and count `first_record` on; 0 begins another table. array: NULL to
 * check the columns of the schema alone, as of a table without rows. Thread: one at a time. schema and array
 * are borrowed until the function returns; neither is released or changed. Columns that no rule reads are not
 * looked at. A null is absent for `required` and the like, as an empty cell of CSV is. Types: null, boolean,
 * integers, floats (half too), decimals (32 to 256 bits), strings (utf8, large, view), dates, times and
 * timestamps as the texts of ISO 8601, dictionaries, lists (large, view, fixed size), structs, maps. NaN is a
 * null, an infinity the text "Infinity" or "-Infinity". Binary, intervals and run-end encoded columns are not
 * read.
 * Rows are read in parts, so that memory does not grow with the array; findings do.
 * Cost: grows with the values of the columns that rules read.
 * Errors: ASSAY_E_INPUT with the code `column.missing` for a field of the rules that no column is, since a
 * mistyped name would make every row valid; ASSAY_SESSION_ALLOW_MISSING_COLUMNS makes such a field absent in
 * every row, but a table that has not one of the fields stays an error, `column.noneThere`. Fields that rules
 * only prohibit may be missing. ASSAY_E_ARROW with the path of the column: a format that is not read; a
 * column of other structure than its schema; a length, an offset, a number of nulls, of buffers or of
 * children that is negative or larger than can be; a buffer or child that is missing; a child or a struct's
 * column that is shorter than what has it; an offset that falls, is negative or lies outside of a child; a
 * view outside of the sizes of its buffers; an index outside of a dictionary; a text that is not UTF-8. What
 * cannot be noticed: an array does not say how large its buffers are, so a length, or the last offset of
 * texts, that is larger than the buffer for it is read as if it were there. ASSAY_E_CANCELLED, ASSAY_E_BUSY.
 */
ASSAY_EXPORT assay_rc assay_check_arrow(assay_session *session, const struct ArrowSchema *schema,
                                        const struct ArrowArray *array, uint64_t first_record,
                                        assay_result *result, assay_error *error);

/* assay_lines.format */
#define ASSAY_FORMAT_DETECT 0u /* by the file's name, then by the first bytes */
#define ASSAY_FORMAT_NDJSON 1u /* one JSON object on each line */
#define ASSAY_FORMAT_JSON 2u   /* one JSON array of objects, or one object */
#define ASSAY_FORMAT_CSV 3u    /* RFC 4180 */

/* assay_lines.flags */
#define ASSAY_LINES_NO_HEADER (1u << 0)             /* CSV without a header: the fields are "1", "2", ... */
#define ASSAY_LINES_ALLOW_MISSING_COLUMNS (1u << 1) /* CSV may lack columns for fields of the rules */
#define ASSAY_LINES_NO_QUOTES (1u << 2)             /* CSV: a quote is text */
#define ASSAY_LINES_LAZY_QUOTES (1u << 3)        /* CSV: a quote that neither opens nor ends a cell is text */
#define ASSAY_LINES_SKIP_INITIAL_SPACE (1u << 4) /* CSV: spaces and tabs before a cell are left out */
#define ASSAY_LINES_SINGLE_LINE (1u << 5)        /* CSV: a record ends with its line, also in quotes */

/* An input of many records: `path`, or `descriptor`, or `bytes`. */
typedef struct assay_lines {
    uint32_t struct_size;
    uint32_t flags;
    uint32_t format;
    uint32_t delimiter; /* CSV: an ASCII character; 0: comma, semicolon, tab or bar, by the first records */
    assay_str path; /* UTF-8; "-" is standard input; gzip and Zstandard are unpacked by their first bytes */
    /* With neither path nor bytes: read from here on, and left open at the end. */
    int32_t descriptor;
    uint32_t reserved;
    assay_str
        bytes; /* ptr not NULL: read in place; must stay until the input ends or another one is opened */
    /* An input that ends with fewer records is ASSAY_E_INPUT, with the code `input.tooFewRecords`. */
    uint64_t minimum_records;
    /* CSV that is not written as RFC 4180 says; an input of another format with any of these is
     * ASSAY_E_INPUT. Characters are ASCII, and no two are the same. Added after the first version. */
    uint64_t skip_lines;      /* lines before the header that are skipped */
    uint64_t skip_last_lines; /* lines at the end that are skipped; so many are held back in memory */
    uint32_t comment;         /* begins a line that is no record; 0: none */
    uint32_t quote;           /* 0: the double quote, and none for a path that ends with .tsv or .tab */
    uint32_t escape;          /* takes the meaning from the character after it; 0: none */
    uint32_t null_count;
    const assay_str *nulls; /* texts of a cell that mean that it has no value */
    /* "utf-8", "utf-16", "utf-16le", "utf-16be", "latin-1" or "windows-1252". Empty: UTF-8.
     * Added after the first version. */
    assay_str encoding;
} assay_lines;

#define ASSAY_LINES_INIT {sizeof(assay_lines), 0, 0, 0, {0, 0}, -1, 0, {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0}}

/* Opens an input for assay_lines_next. What the session read before is closed.
 * Thread: one at a time. lines are borrowed until the function returns, but `bytes` and `descriptor` as said
 * above. Cost: opens the file and reads its beginning, up to 256 KiB. Errors: ASSAY_E_INPUT: no such file, a
 * CSV without the columns of the rules, something else than records. */
ASSAY_EXPORT assay_rc assay_lines_open(assay_session *session, const assay_lines *lines, assay_error *error);

/* Checks the next part of the input: some 256 KiB, at most 16,384 records, whole ones. Memory does not grow
 * with the input. while ((rc = assay_lines_next(session, &result, &error)) == ASSAY_OK) ... Thread: one at a
 * time. Cost: grows with the bytes that are read. Returns ASSAY_OK with the numbers of this part;
 * ASSAY_END after the last one. Add up `record_count`: where it stays 0, nothing was checked. Errors:
 * ASSAY_E_STATE without an open input; ASSAY_E_INPUT, ASSAY_E_CANCELLED, ASSAY_E_BUSY. The input is closed
 * then, and after ASSAY_END. */
ASSAY_EXPORT assay_rc assay_lines_next(assay_session *session, assay_result *result, assay_error *error);

/* which of assay_records */
#define ASSAY_RECORDS_VALID 0u
#define ASSAY_RECORDS_INVALID 1u

/* The valid or the invalid records of the part that assay_lines_next checked last, in the bytes of the input.
 * What the calls after each part and after ASSAY_END give, one after the other, is a file that the same
 * options read: of CSV with the same header, of JSON an array, in the same encoding. Thread: one at a time.
 * *bytes: valid until the next call of this function or of a check. Cost: that of a copy. Errors:
 * ASSAY_E_INPUT with the code `record.tooLong` for an invalid record that is longer than the session holds;
 * ASSAY_E_STATE unless the session's last check was such a part or such an end; ASSAY_E_ARGUMENT,
 * ASSAY_E_BUSY. Added after the first version. */
ASSAY_EXPORT assay_rc assay_records(assay_session *session, uint32_t which, assay_str *bytes,
                                    assay_error *error);

/* ---- data sets: rules about records ---- */

typedef struct assay_dataset assay_dataset;

/* The file of a source that keys refer to, in any format that `ruleshell validate` reads as lines. FROZEN, 32
 * bytes. */
typedef struct assay_source {
    assay_str name; /* as `sources` of the rule set calls it */
    assay_str path; /* UTF-8 */
} assay_source;

typedef struct assay_dataset_options {
    uint32_t struct_size;
    uint32_t flags; /* 0 */
    /* The directory of scratch files, which have no names: nothing is left there. Empty: TMPDIR, or /tmp. */
    assay_str scratch;
    /* How many bytes keys take in memory before they go to scratch files. 0: 16 MiB. */
    uint64_t scratch_memory;
    /* How many bytes the scratch files may have together. 0: any number. */
    uint64_t scratch_limit;
    /* Files in place of those that the rule set names, relative to its own file. */
    const assay_source *sources;
    uint32_t source_count;
    uint32_t reserved;
} assay_dataset_options;

#define ASSAY_DATASET_OPTIONS_INIT {sizeof(assay_dataset_options), 0, {0, 0}, 0, 0, 0, 0, 0}

/* Makes a data set without records, for the rules under `records` of the session's rules and its `select` and
 * `ignore`, and attaches the session.
 *     assay_dataset_create(session, NULL, &dataset, &error);
 *     assay_lines_open(session, &lines, &error);
 *     while (assay_lines_next(session, &result, &error) == ASSAY_OK) ...
 *     assay_dataset_finish(dataset, 0, &json, &error);
 *     while (assay_dataset_next(dataset, session, &input, &result, &error) == ASSAY_OK) ...
 * Thread: any. options: NULL for the defaults; copied. *dataset: the caller's, until assay_dataset_release.
 * Cost: reads the sources. Errors: ASSAY_E_ARGUMENT, also for rules without any under `records`, and for a
 * source that the rules do not have; ASSAY_E_STATE for a session that is attached; ASSAY_E_INPUT for a source
 * that is malformed or cannot be read, with the code `source.file` for one without a file; ASSAY_E_SCRATCH,
 * ASSAY_E_BUSY. Added after the first version, as all of this part. */
ASSAY_EXPORT assay_rc assay_dataset_create(assay_session *session, const assay_dataset_options *options,
                                           assay_dataset **dataset, assay_error *error);

/* Attaches another session of the same rules, `select` and `ignore`: all records that it checks from now on
 * are in the data set, once their check has succeeded, until the session's release. Lines, each table, and
 * single records and values together are inputs, numbered from 0 in the order in which they begin: a table
 * with a check of its columns alone, or with a batch whose first record is 0. Parts of several sessions are
 * in the order in which they are checked. A field's `tolerance` has no effect here. An Arrow batch whose
 * check is cancelled can be checked again; any other check that fails makes the data set incomplete, as do
 * lines that are not read to their end. Checks return ASSAY_E_SCRATCH where a scratch file cannot be used,
 * and ASSAY_E_STATE once the data set is finished. Thread: any. Errors: ASSAY_E_ARGUMENT for another session,
 * ASSAY_E_STATE for one that is attached or has an open input; ASSAY_E_BUSY. */
ASSAY_EXPORT assay_rc assay_dataset_attach(assay_dataset *dataset, assay_session *session,
                                           assay_error *error);

#define ASSAY_DATASET_INCOMPLETE (1u << 0) /* there are records that were not added */

/* Ends the records of a data set. Of one that is incomplete, each rule is `fault.recordsIncomplete` besides
 * what was found. Thread: any. *json: UTF-8, with NUL after it, belongs to the data set until its release:
 *   {"complete":true,"rules":[{"rule":"unique","expression":"unique(id)","severity":"error","repeatedKeys":2,
 *    "surplusRecords":2,"concernedRecords":4,"decided":9,"failed":2,"missing":0,"undecided":0,"malformed":0}]}
 * where `result` is that of `count`, `sum`, `average` and `fresh`, and a rule that `select` or `ignore`
 * leaves out has no numbers. Cost: sorts the keys. Errors: ASSAY_E_STATE for a data set that is finished;
 * ASSAY_E_SCRATCH. */
ASSAY_EXPORT assay_rc assay_dataset_finish(assay_dataset *dataset, uint32_t flags, assay_str *json,
                                           assay_error *error);

#define ASSAY_NO_INPUT 0xFFFFFFFFFFFFFFFFull /* findings about the data set, which come last */

/* Reads the next findings of a data set that is finished: some 4,096 at most, of one input, by their records.
 * They are the result of the session, as if it had checked them: assay_findings and the functions beside it
 * read them. `record` is that of the input, of whose place the line alone is known; `rule_index` is
 * ASSAY_NO_RULE. The result counts them; `invalid_count` is the number of records that were valid without
 * them, and `record_count` is 0. Thread: one at a time. *input: the number of the input, or ASSAY_NO_INPUT.
 * Cost: grows with the findings. Returns ASSAY_OK, or ASSAY_END after the last ones. Errors: ASSAY_E_STATE
 * before assay_dataset_finish, and for a session that is not attached; ASSAY_E_SCRATCH, ASSAY_E_BUSY. */
ASSAY_EXPORT assay_rc assay_dataset_next(assay_dataset *dataset, assay_session *session, uint64_t *input,
                                         assay_result *result, assay_error *error);

/* Gives a data set back; its scratch files end with it and its sessions. Thread: any. Never fails. */
ASSAY_EXPORT void assay_dataset_release(assay_dataset *dataset);

/* ---- what was found ---- */

/* A text with its number. Of two texts of one session that have the same number other than 0, the bytes are
 * equal: a binding makes a string of it once for the session. Numbers count from 1 without gaps. 0: a text of
 * this finding alone. FROZEN, 16 bytes. */
typedef struct assay_text {
    const uint8_t *ptr; /* UTF-8 */
    uint32_t len;
    uint32_t number;
} assay_text;

/* assay_finding.severity */
#define ASSAY_SEVERITY_ERROR 1u
#define ASSAY_SEVERITY_WARNING 2u
#define ASSAY_SEVERITY_FAULT 3u /* the rule could not decide */

/* assay_finding.rule_index of a finding about the record itself, or of a rule about records */
#define ASSAY_NO_RULE 0xFFFFFFFFu
/* assay_finding.record of a finding between records, or in a header */
#define ASSAY_NO_RECORD 0xFFFFFFFFFFFFFFFFull

/* FROZEN, 192 bytes. */
typedef struct assay_finding {
    uint64_t record; /* from 0, counted from the first record of the input */
    uint32_t severity;
    uint32_t rule_index;   /* in "rules" of assay_rules_describe */
    assay_text pointer;    /* JSON Pointer of the value: "/items/0/price" */
    assay_text field;      /* as written in the rule set: "items[*].price" */
    assay_text rule;       /* "range" */
    assay_text code;       /* "range.tooSmall" */
    assay_text message;    /* in the session's language */
    assay_text parameters; /* a JSON object: {"minimum":18} */
    assay_value value;     /* ABSENT for sensitive fields, for faults, and where the record has none */
    /* With ASSAY_FINDING_PLACE, for JSON and lines of text, else 0: where the value is in the input. */
    uint64_t byte_offset;
    uint64_t byte_length;
    uint64_t line;   /* from 1 */
    uint64_t column; /* in code points, from 1 */
    uint64_t reserved[3];
} assay_finding;

/* flags of the functions below */
#define ASSAY_FINDING_PLACE (1u << 0)    /* find the places in the input: costs a scan of the record */
#define ASSAY_FINDING_NO_VALUE (1u << 1) /* leave out the values */
#define ASSAY_FINDING_FROM_ONE (1u << 2) /* count `record` from 1, as assay_findings_json always does */

/* Reads findings of the last check, in the order of records, fields and rules.
 * Thread: one at a time. Writes findings[0] ... findings[*count - 1], those from `first` on, `capacity` at
 * most. Texts with a number stay until the session's release; other texts, and values, until the next call of
 * this function, of another one that reads findings, or of a check. Cost: grows with the findings; more for
 * messages that show a value, and for places. Errors: ASSAY_E_STATE before the first check; ASSAY_E_ARGUMENT
 * for `first` above finding_count; ASSAY_E_BUSY. */
ASSAY_EXPORT assay_rc assay_findings(assay_session *session, uint64_t first, uint64_t capacity,
                                     uint32_t flags, assay_finding *findings, uint64_t *count,
                                     assay_error *error);

/* The fields that rules name and that no record of the last input has had so far: of the lines that were
 * opened last, or of the table that assay_check_arrow began last. No rule about them has run, but those about
 * missing values: their names may be mistyped, in the rules or in the records. Call it after the last part.
 * Of a table and of CSV, these are the columns that are allowed to be missing, and members of objects.
 * Thread: one at a time. *json: an array, in the order of the rule set, of objects such as
 *   {"field":"nick","names":["nik","x"],"nearest":"nik"}:
 * the names at the place of the field that no rule is about, and the one that is probably meant, if there is
 * one. Without names, an optional field is in the array only after a second record, and a field inside of
 * such a field is not. UTF-8, with NUL after it; valid until the next call of this function or of a check.
 * Cost: grows with the fields and the names. Errors: ASSAY_E_STATE before the first such input;
 * ASSAY_E_BUSY. */
ASSAY_EXPORT assay_rc assay_never_seen(assay_session *session, assay_str *json, assay_error *error);

/* Notes about the lines that were opened last, besides findings, so far. Call it after the last
 * part. Thread: one at a time. *json: an object such as
 *   {"skippedLines":2,"comments":1,"warnings":[{"code":"cell.severalLines","message":"...","help":"..."}]}:
 * the numbers of lines and comments of CSV that are no records and were not checked, and warnings about cells
 * that may be read otherwise than they are meant. UTF-8, with NUL after it; valid until the next call of this
 * function or of a check. Errors: ASSAY_E_STATE before the first such input; ASSAY_E_BUSY. Added after the
 * first version. */
ASSAY_EXPORT assay_rc assay_input_notes(assay_session *session, assay_str *json, assay_error *error);

/* All findings of the last check as an Arrow record batch, for whoever wants a table:
 *   record uint64 (nullable), pointer large_utf8, field, rule, code, severity, message dictionary<int32,
 * large_utf8>, parameters dictionary<int32, large_utf8>, value large_utf8 (nullable: strings as they are,
 * other values as JSON), and with ASSAY_FINDING_PLACE line, column, byte_offset, byte_length uint64
 * (nullable). Thread: one at a time. *schema and *array are overwritten, and are the caller's: each has a
 * `release` of its own, on any thread, at any time, also after the session's release. Cost: grows with the
 * findings. Errors: ASSAY_E_STATE, ASSAY_E_BUSY, ASSAY_E_NOMEM. */
ASSAY_EXPORT assay_rc assay_findings_arrow(assay_session *session, uint32_t flags, struct ArrowSchema *schema,
                                           struct ArrowArray *array, assay_error *error);

/* format of assay_findings_json */
#define ASSAY_JSON_LINES                                                                                     \
    0u /* an object on each line, as `ruleshell validate -f ndjson` writes it, without the file */
#define ASSAY_JSON_PROBLEM 1u /* problem details (RFC 9457): one object, status 422; of errors and faults */

/* All findings of the last check as JSON.
 * Thread: one at a time. *json: UTF-8, with NUL after it; valid until the next call of this function or of a
 * check. Cost: grows with the findings. Errors: ASSAY_E_STATE, ASSAY_E_ARGUMENT, ASSAY_E_BUSY. */
ASSAY_EXPORT assay_rc assay_findings_json(assay_session *session, uint32_t format, uint32_t flags,
                                          assay_str *json, assay_error *error);

#ifdef __cplusplus
}
#endif
#endif
