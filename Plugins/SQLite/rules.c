/* SPDX-License-Identifier: Apache-2.0
 *
 * sqlite.exists(table: string, column: string)
 * sqlite.absent(table: string, column: string)
 *
 * The value is, or is not, in a row of the table or view: `column = value` by SQLite's rules. Texts
 * are equal by the column's collation (bytes, unless it is NOCASE or RTRIM). A text that looks like a
 * number equals the number in a column of type INTEGER, REAL or NUMERIC, and a number equals its text
 * in a column of type TEXT; nothing is converted for a column without a type. true is 1, false is 0,
 * an integer above 2^63 - 1 is the nearest double, and NULL in the table equals nothing.
 *
 * Names are those of the main database, without regard to case. They are quoted, and the value is a
 * parameter of the statement: nothing of either is ever read as SQL.
 *
 * A lookup takes an index of the column if there is one, and reads the table to its end if there is
 * none. Rows that are not checked when the deadline passes are undecided, and so is a row for which the
 * database stays locked or cannot be read; a call that is cancelled decides no row. Each thread that
 * is in the rule has a connection of its own.
 *
 * The examples hold for any database with a table. */
#include "sqlite_plugin.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 1000 };

typedef struct rule {
    const database *database;
    char *sql;
    lookup_pool *pool;
    bool expects_row;
} rule;

/* ---- instances ------------------------------------------------------------------------------------ */

static void destroy(void *inst) {
    rule *rule = inst;
    if (rule->pool)
        lookup_pool_close(rule->pool);
    free(rule->pool);
    sqlite3_free(rule->sql);
    free(rule);
}

static lookup *open_lookup(const rule *rule, const assay_call *call) {
    lookup *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    int result = lookup_open(made, rule->database, rule->sql, call);
    if (result == SQLITE_OK)
        return made;
    call->error(call, result == SQLITE_ERROR ? ASSAY_E_PARAM : ASSAY_E_INTERNAL, lookup_message(made));
    lookup_close(made);
    free(made);
    return NULL;
}

static bool is_name(const assay_value *name) {
    return name->len > 0 && name->len <= NAME_BYTES && !memchr(name->as.ptr, 0, name->len);
}

static char *make_sql(const assay_value *table, const assay_value *column) {
    const char *table_name = (const char *)table->as.ptr, *column_name = (const char *)column->as.ptr;
    int table_length = (int)table->len, column_length = (int)column->len;
    return sqlite3_mprintf("SELECT 1 FROM main.\"%.*w\" WHERE \"%.*w\".\"%.*w\" = ?1 LIMIT 1", table_length,
                           table_name, table_length, table_name, column_length, column_name);
}

/* The first lookup is compiled at once: it says whether the names exist. */
static assay_rc fill(rule *rule, const assay_call *call, const assay_value *params) {
    rule->sql = make_sql(&params[0], &params[1]);
    rule->pool = calloc(1, sizeof *rule->pool);
    if (!rule->sql || !rule->pool)
        return ASSAY_E_NOMEM;
    pthread_mutex_init(&rule->pool->mutex, NULL);
    lookup *first = open_lookup(rule, call);
    if (!first)
        return ASSAY_E_PARAM;
    lookup_pool_return(rule->pool, first);
    return ASSAY_OK;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst,
                       bool expects_row) {
    if (!is_name(&params[0]) || !is_name(&params[1]))
        return assay_reject(call, ASSAY_E_PARAM,
                            ASSAY_TEXT("expected names of 1 to 1000 bytes without NUL for table and column"));
    rule *made = calloc(1, sizeof *made);
    if (!made)
        return ASSAY_E_NOMEM;
    made->database = state;
    made->expects_row = expects_row;
    assay_rc result = fill(made, call, params);
    if (result != ASSAY_OK)
        destroy(made);
    else
        *inst = made;
    return result;
}

static assay_rc create_exists(void *state, const assay_call *call, const assay_value *params, void **inst) {
    return create(state, call, params, inst, true);
}

static assay_rc create_absent(void *state, const assay_call *call, const assay_value *params, void **inst) {
    return create(state, call, params, inst, false);
}

/* ---- rows ------------------------------------------------------------------------------------------- */

static int bind(sqlite3_stmt *statement, const assay_value *value) {
    switch (value->kind) {
    case ASSAY_BOOL:
    case ASSAY_I64:
        return sqlite3_bind_int64(statement, 1, value->as.i64);
    case ASSAY_U64:
        return sqlite3_bind_double(statement, 1, (double)value->as.u64);
    case ASSAY_F64:
        return sqlite3_bind_double(statement, 1, value->as.f64);
    default:
        return sqlite3_bind_text64(statement, 1, value->len > 0 ? (const char *)value->as.ptr : "",
                                   value->len, SQLITE_STATIC, SQLITE_UTF8);
    }
}

static assay_verdict undecided(const assay_call *call, uint32_t row, assay_rc rc, assay_str reason) {
    assay_error_at(call, row, rc, reason);
    return (assay_verdict){.status = ASSAY_UNDECIDED};
}

static assay_verdict verdict_of(int result, const lookup *lookup, uint32_t row, const rule *rule) {
    if (result == SQLITE_ROW || result == SQLITE_DONE)
        return assay_pass_if((result == SQLITE_ROW) == rule->expects_row, 0);
    if (stop_of(lookup->call) == DEADLINE_PASSED)
        return undecided(lookup->call, row, ASSAY_E_CANCELLED, ASSAY_TEXT("the deadline passed"));
    return undecided(lookup->call, row, ASSAY_E_INTERNAL, lookup_message(lookup));
}

/* Between rows nothing is locked. */
static assay_verdict check(const lookup *lookup, const assay_batch *batch, uint32_t row, const rule *rule) {
    const assay_value *value = &batch->columns[0][row];
    if (stop_of(lookup->call) == DEADLINE_PASSED)
        return undecided(lookup->call, row, ASSAY_E_CANCELLED, ASSAY_TEXT("the deadline passed"));
    if (value->kind == ASSAY_DECIMAL)
        return undecided(lookup->call, row, ASSAY_E_INTERNAL,
                         ASSAY_TEXT("SQLite has no number of this size"));
    int result = bind(lookup->statement, value);
    if (result == SQLITE_OK)
        result = sqlite3_step(lookup->statement);
    assay_verdict verdict = verdict_of(result, lookup, row, rule);
    sqlite3_reset(lookup->statement);
    sqlite3_clear_bindings(lookup->statement);
    return verdict;
}

static assay_rc check_rows(const lookup *lookup, const assay_batch *batch, const rule *rule,
                           assay_verdict *out) {
    for (uint32_t row = 0; row < batch->count && stop_of(lookup->call) != CANCELLED; row++)
        out[row] = check(lookup, batch, row, rule);
    if (stop_of(lookup->call) != CANCELLED)
        return ASSAY_OK;
    return assay_reject(lookup->call, ASSAY_E_CANCELLED, ASSAY_TEXT("the call was cancelled"));
}

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    const rule *rule = inst;
    lookup *lookup = lookup_pool_take(rule->pool);
    if (!lookup)
        lookup = open_lookup(rule, call);
    if (!lookup)
        return ASSAY_E_INTERNAL;
    lookup->call = call;
    assay_rc result = check_rows(lookup, batch, rule, out);
    lookup_pool_return(rule->pool, lookup);
    return result;
}

#define TABLE_KINDS (ASSAY_KINDS_NUMBER | ASSAY_KIND_BIT(ASSAY_BOOL) | ASSAY_KIND_BIT(ASSAY_STR))
#define TABLE_PARAMETERS                                                                                     \
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "table", "a table or view", ASSAY_REQUIRED),        \
                     ASSAY_PARAMETER(ASSAY_PARAM_STRING, "column", "its column", ASSAY_REQUIRED))
#define GERMAN(message) ASSAY_TRANSLATIONS({ASSAY_STR_LITERAL("de"), ASSAY_STR_LITERAL(message)})

/* Not pure: a database changes. */
ASSAY_DEFINE_RULE(exists, .flags = ASSAY_RULE_CONCURRENT,
                  .summary = ASSAY_STR_LITERAL("A value of a column in a database"), .kinds = TABLE_KINDS,
                  TABLE_PARAMETERS,
                  ASSAY_CODES(ASSAY_CODE_WITH("exists.missing",
                                              "must be one of the values of {table}.{column}",
                                              GERMAN("muss einer der Werte von {table}.{column} sein"))),
                  ASSAY_EXAMPLES(ASSAY_VALID("\"table\"", "exists(\"sqlite_master\", \"type\")"),
                                 ASSAY_INVALID(0, "\"chair\"", "exists(\"sqlite_master\", \"type\")")),
                  .create = create_exists, .evaluate = evaluate, .destroy = destroy);

ASSAY_DEFINE_RULE(absent, .flags = ASSAY_RULE_CONCURRENT,
                  .summary = ASSAY_STR_LITERAL("No value of a column in a database"), .kinds = TABLE_KINDS,
                  TABLE_PARAMETERS,
                  ASSAY_CODES(ASSAY_CODE_WITH("absent.present",
                                              "must not be one of the values of {table}.{column}",
                                              GERMAN("darf keiner der Werte von {table}.{column} sein"))),
                  ASSAY_EXAMPLES(ASSAY_VALID("\"chair\"", "absent(\"sqlite_master\", \"type\")"),
                                 ASSAY_INVALID(0, "\"table\"", "absent(\"sqlite_master\", \"type\")")),
                  .create = create_absent, .evaluate = evaluate, .destroy = destroy);
