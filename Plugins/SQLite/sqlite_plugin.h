/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files of the plugin `sqlite` share: the database of the settings, lookups in it, and when
 * to stop. */
#ifndef SQLITE_PLUGIN_H
#define SQLITE_PLUGIN_H
#include "assay_plugin_c.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#define INTERNAL __attribute__((visibility("hidden")))

/* The settings. Immutable after `start`. */
typedef struct database {
    char *uri;
    int64_t busy_milliseconds;
} database;

/* Takes the path of a database; the caller frees the result with sqlite3_free. NULL: no memory. */
INTERNAL char *database_uri(const char *path, bool is_immutable);

/* ---- when to stop -------------------------------------------------------------------------------- */

typedef enum stop { GO_ON, DEADLINE_PASSED, CANCELLED } stop;

INTERNAL stop stop_of(const assay_call *call);

/* ---- lookups -------------------------------------------------------------------------------------- */

/* A connection of its own with one statement, used by one thread at a time. */
typedef struct lookup {
    struct lookup *next;
    sqlite3 *connection;
    sqlite3_stmt *statement;
    int64_t busy_milliseconds;
    const assay_call *call; /* that the lookup works for; NULL while it is idle */
} lookup;

/* Opens the database and compiles `sql`. Returns a result of SQLite; whatever it is, the caller
 * closes the lookup, whose connection says what is wrong. */
INTERNAL int lookup_open(lookup *lookup, const database *database, const char *sql, const assay_call *call);
INTERNAL void lookup_close(lookup *lookup);
/* What SQLite says of its last result, valid until it is asked again. */
INTERNAL assay_str lookup_message(const lookup *lookup);

/* The lookups of one use of a rule: as many as there were threads in it at once. */
typedef struct lookup_pool {
    pthread_mutex_t mutex;
    lookup *idle;
} lookup_pool;

/* Frees the lookups, which all are idle. */
INTERNAL void lookup_pool_close(lookup_pool *pool);
/* An idle lookup, or NULL. */
INTERNAL lookup *lookup_pool_take(lookup_pool *pool);
INTERNAL void lookup_pool_return(lookup_pool *pool, lookup *lookup);

ASSAY_DECLARE_RULE(exists);
ASSAY_DECLARE_RULE(absent);

#endif
