/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_services.h: what a host offers a plugin beside the contract: the engine's own patterns, dates,
 * numbers and texts, and counters. Needs assay_plugin.h alone.
 *
 * A service is a table of functions with an id that ends with its version. `host->extension(host, id)`
 * gives the table, or NULL: this host does not have it. A plugin does without, or rejects itself in
 * `init`. The functions below find a table that has all that this header knows:
 *
 *     static const assay_pattern_service *patterns;
 *
 *     static assay_rc init(const assay_host *host, ...) {
 *         patterns = assay_find_patterns(host);
 *         if (!patterns) ... a way without, or: return assay_reject(...)
 *
 * How a table grows: at its end, `struct_size` tells. What a function means never changes; another
 * meaning is another version, under another id. Structs marked FROZEN never change.
 *
 * Threads: `extension` may be called in the entry function, all else from `init` on until `shutdown`
 * returns; all functions on any thread, several at once. None waits for another plugin.
 *
 * Ownership: what a function receives is borrowed until it returns. What it gives is a number, is
 * written to where the plugin says, or is lent to a function of the plugin. Tables, and texts that
 * are returned, stay for the life of the process; a plugin must not write them.
 *
 * Errors: every text is checked to be UTF-8. Bytes that are none, a NULL address where there must be
 * something, a text longer than ASSAY_SERVICE_TEXT_MAX and a number that is no handle are
 * ASSAY_E_PARAM; then nothing was written. A length that is a lie about readable memory is the
 * plugin's own crash, as everywhere in C.
 */
#ifndef ASSAY_SERVICES_H
#define ASSAY_SERVICES_H 1
#include "assay_plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The longest text that a function takes, in bytes: 64 MiB. */
#define ASSAY_SERVICE_TEXT_MAX (1u << 26)

/* ---- patterns ------------------------------------------------------------------------------- */

#define ASSAY_PATTERN_SERVICE "assay.pattern/1"

/* A compiled pattern: a number that the host looks up. 0 is none; one that was released, or that the
 * host has never given, is an error. FROZEN, 8 bytes. */
typedef struct assay_pattern {
    uint64_t number;
} assay_pattern;

/* Options, as the letters i, m, s, x, n after a pattern; WHOLE: the text from its first to its last
 * byte has to match, not some part. */
#define ASSAY_PATTERN_IGNORE_CASE (1u << 0)
#define ASSAY_PATTERN_MULTILINE (1u << 1)
#define ASSAY_PATTERN_DOT_ALL (1u << 2)
#define ASSAY_PATTERN_EXTENDED (1u << 3)
#define ASSAY_PATTERN_NO_AUTO_CAPTURE (1u << 4)
#define ASSAY_PATTERN_WHOLE (1u << 8)

/* The outcome of a search. Below ASSAY_MATCH_UNDECIDED: nothing is known, because a limit was
 * reached; ASSAY_E_PARAM: a wrong argument. */
#define ASSAY_MATCH_NO (0)
#define ASSAY_MATCH_YES (1)
#define ASSAY_MATCH_UNDECIDED (-100)
#define ASSAY_MATCH_STEPS (-101)     /* the backtracking steps were used up */
#define ASSAY_MATCH_DEPTH (-102)     /* backtracking points were nested too deep */
#define ASSAY_MATCH_MEMORY (-103)    /* the working memory was used up */
#define ASSAY_MATCH_STACK (-104)     /* the matcher's stack was used up */
#define ASSAY_MATCH_LENGTH (-105)    /* the text is longer than this pattern is searched for in */
#define ASSAY_MATCH_DEADLINE (-106)  /* assay_call.deadline_ns passed */
#define ASSAY_MATCH_CANCELLED (-107) /* assay_call.cancelled was set */
#define ASSAY_MATCH_FAILED (-108)    /* the matcher failed otherwise */

/* Why a pattern does not compile. The caller sets `struct_size`. */
typedef struct assay_pattern_error {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t offset;   /* where, in bytes from the start of the source */
    assay_str message; /* one line of English; stays for the life of the process */
} assay_pattern_error;

/* Bytes of a subject from `start` up to `end`; both UINT64_MAX: the group took no part. FROZEN, 16 bytes. */
typedef struct assay_range {
    uint64_t start;
    uint64_t end;
} assay_range;

/* The patterns of the rule `regex`: the same syntax (PCRE2), the same automata and machine code, the
 * same limits. */
typedef struct assay_pattern_service {
    uint32_t struct_size;
    uint32_t reserved;
    /* Compiles `source`, at most 65,536 bytes, with ASSAY_PATTERN_... `options`. `host` is that which
     * the plugin received. Sets *pattern, which is the plugin's until `release`: compile in `create` or
     * `init`, release in `destroy` or `shutdown`. ASSAY_E_PARAM: the pattern or an argument is wrong,
     * and `error`, which may be NULL, says why; ASSAY_E_NOMEM: the plugin holds 16,384 patterns. Takes
     * microseconds to milliseconds. */
    assay_rc (*compile)(const assay_host *host, assay_str source, uint32_t options, assay_pattern *pattern,
                        assay_pattern_error *error);
    /* Ends a pattern. Searches on other threads that use it end as if they had begun before.
     * ASSAY_E_PARAM: there is no such pattern, or not any more. */
    assay_rc (*release)(assay_pattern pattern);
    /* Searches one text: ASSAY_MATCH_... or ASSAY_E_PARAM. `call` may be NULL; otherwise its deadline and
     * its flag end a long search. Allocates nothing. Costs about 100 ns and the search. */
    int32_t (*match)(assay_pattern pattern, const assay_call *call, assay_str subject);
    /* The same for each of `count` values, into outcomes[0] ... outcomes[count - 1]; one that is no
     * ASSAY_STR is ASSAY_E_PARAM there. Faster than one after the other. */
    assay_rc (*match_values)(assay_pattern pattern, const assay_call *call, const assay_value *values,
                             uint32_t count, int32_t *outcomes);
    /* Searches, and after ASSAY_MATCH_YES says where: groups[0] is the match, groups[1] the first pair of
     * parentheses, up to groups[group_count - 1]; group_count is 1 to 64. Slower than `match`: positions
     * come from PCRE2, whose limits then hold for every pattern. */
    int32_t (*search)(assay_pattern pattern, const assay_call *call, assay_str subject, assay_range *groups,
                      uint32_t group_count);
    /* An outcome below ASSAY_MATCH_UNDECIDED as a clause: "the match limit was reached". Empty for others. */
    assay_str (*reason)(int32_t outcome);
} assay_pattern_service;

/* ---- dates and times ---------------------------------------------------------------------------- */

#define ASSAY_TIME_SERVICE "assay.time/1"

/* What a text is read as. */
#define ASSAY_TIME_DATE 1u      /* as the rule `date`: 2024-02-29 */
#define ASSAY_TIME_TIME 2u      /* as `time`: 17:45:00.5+02:00 */
#define ASSAY_TIME_DATE_TIME 3u /* as `dateTime`: 2024-02-29T17:45:00Z */
#define ASSAY_TIME_DAY 4u       /* a date, whatever follows it */

/* What the rules `time` and `dateTime` leave open; 0: an offset, seconds and a T are required. */
#define ASSAY_TIME_OFFSET_OPTIONAL (1u << 0)
#define ASSAY_TIME_OFFSET_FORBIDDEN (1u << 1)
#define ASSAY_TIME_SECONDS_OPTIONAL (1u << 2) /* of TIME */
#define ASSAY_TIME_SPACE (1u << 3)            /* a space between date and time instead of T */
#define ASSAY_TIME_T_OR_SPACE (1u << 4)
#define ASSAY_TIME_LENIENT (1u << 5) /* of parse_format: MM and dd take one digit too */

/* What is wrong with a text, as the codes of the rules say. */
#define ASSAY_TIME_OK (0)
#define ASSAY_TIME_SYNTAX (1)      /* it has another form */
#define ASSAY_TIME_CALENDAR (2)    /* the day does not exist */
#define ASSAY_TIME_LEAP_SECOND (3) /* there is no second 60 at this time */

/* assay_time.parts */
#define ASSAY_TIME_HAS_DATE (1u << 0)
#define ASSAY_TIME_HAS_CLOCK (1u << 1)
#define ASSAY_TIME_HAS_OFFSET (1u << 2)
#define ASSAY_TIME_HAS_INSTANT (1u << 3)

/* The parts of a date or time; those that it does not have are 0. FROZEN, 48 bytes. */
typedef struct assay_time {
    uint32_t parts;
    int32_t year;   /* 0 to 9999, proleptic Gregorian */
    uint32_t month; /* 1 to 12 */
    uint32_t day;   /* 1 to 31 */
    uint32_t hour;
    uint32_t minute;
    uint32_t second;        /* 60: a leap second */
    uint32_t nanosecond;    /* further digits are cut off */
    int32_t offset_minutes; /* east of UTC */
    uint32_t reserved;
    int64_t unix_seconds; /* HAS_INSTANT: since 1970-01-01T00:00:00Z; a leap second counts as the next one */
} assay_time;

/* The dates of the rules `date`, `time`, `dateTime`, `before` and their like. Nothing allocates but
 * parse_format; costs some 10 ns. */
typedef struct assay_time_service {
    uint32_t struct_size;
    uint32_t reserved;
    /* Reads a whole text as ASSAY_TIME_DATE, ...; sets *time, which may be NULL, if it is one. Returns
     * ASSAY_TIME_OK and the like, ASSAY_E_PARAM for wrong arguments. */
    int32_t (*parse)(assay_str text, uint32_t form, uint32_t options, assay_time *time);
    /* The same for a date of another form, as `date(format)` takes it: "d.M.yyyy". */
    int32_t (*parse_format)(assay_str text, assay_str format, uint32_t options, assay_time *time);
    /* Sets *order to -1, 0 or 1: by day, as `before` and `after` do. ASSAY_E_PARAM without both dates. */
    assay_rc (*compare)(const assay_time *left, const assay_time *right, int32_t *order);
} assay_time_service;

/* ---- numbers -------------------------------------------------------------------------------------- */

#define ASSAY_NUMBER_SERVICE "assay.number/1"

/* Exact decimals, as `range`, `multipleOf` and `precision` compare them: a number with its source text by
 * the text, a double without by its shortest decimal. Every function takes values of the four kinds of
 * numbers; another kind, a double that is no number and a text that spells none are ASSAY_E_PARAM. */
typedef struct assay_number_service {
    uint32_t struct_size;
    uint32_t reserved;
    /* Reads a number as JSON writes it. *value borrows `text`. */
    assay_rc (*parse)(assay_str text, assay_value *value);
    /* Sets *order to -1, 0 or 1. */
    assay_rc (*compare)(const assay_value *left, const assay_value *right, int32_t *order);
    /* Sets *is_multiple to 0 or 1. The divisor is above 0, with at most 18 significant digits. */
    assay_rc (*multiple_of)(const assay_value *value, const assay_value *divisor, uint32_t *is_multiple);
    /* Sets the digits before the point, without leading zeros, and those after it, without trailing ones:
     * 120.50 has 3 and 1. A huge exponent gives UINT64_MAX. */
    assay_rc (*digits)(const assay_value *value, uint64_t *whole, uint64_t *fraction);
} assay_number_service;

/* ---- texts ---------------------------------------------------------------------------------------- */

#define ASSAY_TEXT_SERVICE "assay.text/1"

/* Forms of Unicode (UAX #15); FOLD: without regard to case, by full case folding (CaseFolding.txt, C and
 * F), alone or before one of the forms. */
#define ASSAY_TEXT_NFC 1u
#define ASSAY_TEXT_NFD 2u
#define ASSAY_TEXT_NFKC 3u
#define ASSAY_TEXT_NFKD 4u
#define ASSAY_TEXT_FOLD (1u << 8)

/* What `length` counts, as the rule `length` does. */
#define ASSAY_TEXT_CHARACTERS 1u /* extended grapheme clusters (UAX #29) */
#define ASSAY_TEXT_CODE_POINTS 2u
#define ASSAY_TEXT_UTF16 3u
#define ASSAY_TEXT_BYTES 4u

/* Takes a text that is lent until it returns; must return, neither throw nor jump. */
typedef assay_rc (*assay_take_text)(void *context, assay_str text);

typedef struct assay_text_service {
    uint32_t struct_size;
    uint32_t reserved;
    /* Calls `take` once, on this thread, with the text in a form, and returns what it returns. A text
     * that is in the form already may be lent as it is. Time and memory grow with the length: a text can
     * become up to 11 times as long. */
    assay_rc (*normalize)(assay_str text, uint32_t form, assay_take_text take, void *context);
    assay_rc (*length)(assay_str text, uint32_t unit, uint64_t *count);
    /* ASSAY_OK for UTF-8; otherwise ASSAY_E_PARAM, and *valid, which may be NULL, is how many bytes of it
     * come first. */
    assay_rc (*check)(assay_str text, uint64_t *valid);
    /* The version of Unicode of the forms, as 0x0F0000 for 15.0.0. */
    uint32_t unicode_version;
    uint32_t reserved1;
} assay_text_service;

/* ---- counters ------------------------------------------------------------------------------------- */

#define ASSAY_COUNTER_SERVICE "assay.counter/1"

/* A counter of the plugin: a number that the host looks up. 0 is none. FROZEN, 8 bytes. */
typedef struct assay_counter {
    uint64_t number;
} assay_counter;

/* Named numbers that the host shows under the plugin's id, beside its statistics. */
typedef struct assay_counter_service {
    uint32_t struct_size;
    uint32_t reserved;
    /* Finds or makes the counter of a name: 1 to 64 ASCII letters, digits, '.', '-' and '_'. `host` is
     * that which the plugin received. It stays for the life of the process. ASSAY_E_PARAM: a wrong name;
     * ASSAY_E_NOMEM: the plugin has 64 counters. Takes a lock: open in `init` or `create`. */
    assay_rc (*open)(const assay_host *host, assay_str name, assay_counter *counter);
    /* Adds to a counter, which ends at UINT64_MAX. Without a lock; some nanoseconds. ASSAY_E_PARAM: there
     * is no such counter. */
    assay_rc (*add)(assay_counter counter, uint64_t count);
} assay_counter_service;

/* ---- finding them ----------------------------------------------------------------------------------- */

/* The table under `id` if it has at least `bytes` bytes, or NULL. */
static inline const void *assay_find_service(const assay_host *host, const char *id, uint32_t bytes) {
    const void *table = host && host->extension ? host->extension(host, id) : (const void *)0;
    return table && *(const uint32_t *)table >= bytes ? table : (const void *)0;
}

static inline const assay_pattern_service *assay_find_patterns(const assay_host *host) {
    return (const assay_pattern_service *)assay_find_service(host, ASSAY_PATTERN_SERVICE,
                                                             sizeof(assay_pattern_service));
}

static inline const assay_time_service *assay_find_times(const assay_host *host) {
    return (const assay_time_service *)assay_find_service(host, ASSAY_TIME_SERVICE,
                                                          sizeof(assay_time_service));
}

static inline const assay_number_service *assay_find_numbers(const assay_host *host) {
    return (const assay_number_service *)assay_find_service(host, ASSAY_NUMBER_SERVICE,
                                                            sizeof(assay_number_service));
}

static inline const assay_text_service *assay_find_texts(const assay_host *host) {
    return (const assay_text_service *)assay_find_service(host, ASSAY_TEXT_SERVICE,
                                                          sizeof(assay_text_service));
}

static inline const assay_counter_service *assay_find_counters(const assay_host *host) {
    return (const assay_counter_service *)assay_find_service(host, ASSAY_COUNTER_SERVICE,
                                                             sizeof(assay_counter_service));
}

/* A text in a form, in `call->scratch`, for assay_take_text; see assay_normalized. */
typedef struct assay_scratch_text {
    const assay_call *call;
    assay_str text;
} assay_scratch_text;

static inline assay_rc assay_take_into_scratch(void *context, assay_str text) {
    assay_scratch_text *target = (assay_scratch_text *)context;
    uint8_t *copy = (uint8_t *)target->call->scratch(target->call, text.len);
    if (!copy)
        return ASSAY_E_NOMEM;
    for (uint64_t index = 0; index < text.len; index++)
        copy[index] = text.ptr[index];
    target->text.ptr = copy;
    target->text.len = text.len;
    return ASSAY_OK;
}

/* Sets *out to a text in a form; it lives as long as the call. */
static inline assay_rc assay_normalized(const assay_text_service *texts, const assay_call *call,
                                        uint32_t form, assay_str text, assay_str *out) {
    assay_scratch_text target = {call, {(const uint8_t *)0, 0}};
    assay_rc rc = texts->normalize(text, form, assay_take_into_scratch, &target);
    if (rc == ASSAY_OK)
        *out = target.text;
    return rc;
}

#ifdef __cplusplus
}
#endif
#endif
