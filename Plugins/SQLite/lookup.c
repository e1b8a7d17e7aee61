/* SPDX-License-Identifier: Apache-2.0
 *
 * Connections with a statement each. SQLite calls its progress handler every 1,000 instructions, and
 * its busy handler while another process locks the database, whether the call must stop. */
#define _GNU_SOURCE
#include "sqlite_plugin.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INSTRUCTIONS_BETWEEN_CHECKS = 1000 };

stop stop_of(const assay_call *call) {
    if (call->cancelled && __atomic_load_n(call->cancelled, __ATOMIC_RELAXED) != 0)
        return CANCELLED;
    if (call->deadline_ns == 0)
        return GO_ON;
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return nanoseconds >= call->deadline_ns ? DEADLINE_PASSED : GO_ON;
}

static int must_stop(void *context) {
    const lookup *lookup = context;
    return lookup->call && stop_of(lookup->call) != GO_ON;
}

/* Each round waits a millisecond. */
static int wait_for_lock(void *context, int rounds) {
    const lookup *lookup = context;
    if (rounds >= lookup->busy_milliseconds || must_stop(context))
        return 0;
    (void)nanosleep(&(const struct timespec){.tv_nsec = 1000000}, NULL);
    return 1;
}

/* ---- the database ----------------------------------------------------------------------------------- */

static bool stands_for_itself(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '/' || byte == '.' || byte == '-' || byte == '_';
}

/* A path that has a meaning of its own to SQLite, such as `:memory:`, has none after `./`. */
char *database_uri(const char *path, bool is_immutable) {
    sqlite3_str *uri = sqlite3_str_new(NULL);
    sqlite3_str_appendall(uri, path[0] == '/' ? "file://" : "file:./");
    for (; *path; path++)
        if (stands_for_itself(*path))
            sqlite3_str_appendchar(uri, 1, *path);
        else
            sqlite3_str_appendf(uri, "%%%02X", (unsigned)(unsigned char)*path);
    sqlite3_str_appendall(uri, is_immutable ? "?mode=ro&immutable=1" : "?mode=ro");
    return sqlite3_str_finish(uri);
}

/* A name in double quotes is a name and never a text, and functions in the schema of a database that
 * came from somewhere have no effects. */
static int configure(lookup *lookup) {
    sqlite3 *connection = lookup->connection;
    int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_busy_handler(connection, wait_for_lock, lookup);
    sqlite3_progress_handler(connection, INSTRUCTIONS_BETWEEN_CHECKS, must_stop, lookup);
    return result;
}

int lookup_open(lookup *lookup, const database *database, const char *sql, const assay_call *call) {
    lookup->busy_milliseconds = database->busy_milliseconds;
    lookup->call = call;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    int result = sqlite3_open_v2(database->uri, &lookup->connection, flags, NULL);
    if (result == SQLITE_OK)
        result = configure(lookup);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v3(lookup->connection, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                    &lookup->statement, NULL);
    return result;
}

void lookup_close(lookup *lookup) {
    sqlite3_finalize(lookup->statement);
    sqlite3_close(lookup->connection);
}

assay_str lookup_message(const lookup *lookup) {
    const char *message = sqlite3_errmsg(lookup->connection);
    return (assay_str){(const uint8_t *)message, strlen(message)};
}

/* ---- lookups at hand -------------------------------------------------------------------------------- */

lookup *lookup_pool_take(lookup_pool *pool) {
    pthread_mutex_lock(&pool->mutex);
    lookup *taken = pool->idle;
    if (taken)
        pool->idle = taken->next;
    pthread_mutex_unlock(&pool->mutex);
    return taken;
}

void lookup_pool_return(lookup_pool *pool, lookup *lookup) {
    lookup->call = NULL;
    pthread_mutex_lock(&pool->mutex);
    lookup->next = pool->idle;
    pool->idle = lookup;
    pthread_mutex_unlock(&pool->mutex);
}

void lookup_pool_close(lookup_pool *pool) {
    for (lookup *each; (each = pool->idle);) {
        pool->idle = each->next;
        lookup_close(each);
        free(each);
    }
    pthread_mutex_destroy(&pool->mutex);
}
