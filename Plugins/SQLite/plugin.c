/* SPDX-License-Identifier: Apache-2.0
 *
 * The plugin `sqlite`: values against a table of an SQLite database, as an example of a plugin that
 * waits for something else, and stops waiting when it is told to.
 *
 *     file: string, required             the database; a relative path begins at the working directory
 *     immutable: bool = false            no process writes the file while it is in use: nothing is locked
 *     busyMilliseconds: int = 1000       how long another process may lock the database (0 to 60,000)
 *
 * The database is opened for reading alone. One that is written by others in WAL mode needs its
 * files -wal and -shm or a directory in which they can be made; a copy of one is `immutable`. SQLite opens
 * -shm for writing, which a host has to allow: --plugin-allow-call open. */
#define _GNU_SOURCE
#include "sqlite_plugin.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_SETTING, IMMUTABLE_SETTING, BUSY_SETTING };
enum { PATH_BYTES = 4096 };

/* Hosts cut long messages: the end of a long path is left out rather than the reason. */
static assay_rc reject(const assay_call *call, const char *path, const char *what) {
    char text[1024];
    (void)snprintf(text, sizeof text, "file '%.700s' %s", path, what);
    return assay_reject(call, ASSAY_E_CONFIG, (assay_str){(const uint8_t *)text, strlen(text)});
}

static assay_rc take_path(char path[PATH_BYTES], const assay_value *file, const assay_call *call) {
    if (file->len == 0 || file->len >= PATH_BYTES)
        return assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("file: expected a path of 1 to 4095 bytes"));
    if (memchr(file->as.ptr, 0, file->len))
        return assay_reject(call, ASSAY_E_CONFIG, ASSAY_TEXT("file: the path has a NUL"));
    for (uint64_t i = 0; i < file->len; i++)
        path[i] = (char)file->as.ptr[i];
    path[file->len] = 0;
    return ASSAY_OK;
}

/* SQLite itself would wait for the other end of a pipe. */
static assay_rc check_file(const char *path, const assay_call *call) {
    struct stat status;
    char what[256], words[128];
    if (stat(path, &status) == 0)
        return S_ISREG(status.st_mode) ? ASSAY_OK : reject(call, path, "is not a regular file");
    (void)snprintf(what, sizeof what, "cannot be opened: %s", strerror_r(errno, words, sizeof words));
    return reject(call, path, what);
}

/* Opening reads nothing yet: whether the file is a database shows the first lookup. */
static assay_rc check_database(const database *database, const char *path, const assay_call *call) {
    lookup lookup = {0};
    int result = lookup_open(&lookup, database, "SELECT 1 FROM main.sqlite_master LIMIT 1", call);
    if (result == SQLITE_OK)
        result = sqlite3_step(lookup.statement);
    bool is_good = result == SQLITE_ROW || result == SQLITE_DONE;
    char what[256];
    (void)snprintf(what, sizeof what, "cannot be used: %s", sqlite3_errmsg(lookup.connection));
    lookup_close(&lookup);
    return is_good ? ASSAY_OK : reject(call, path, what);
}

static void stop_plugin(void *state) {
    database *database = state;
    sqlite3_free(database->uri);
    free(database);
}

static assay_rc start(const assay_host *host, const assay_call *call, const assay_value *config,
                      void **state) {
    (void)host;
    const assay_member *given = config->as.members;
    char path[PATH_BYTES];
    if (!sqlite3_threadsafe())
        return assay_reject(call, ASSAY_E_INTERNAL, ASSAY_TEXT("the SQLite library is for one thread only"));
    assay_rc result = take_path(path, &given[FILE_SETTING].value, call);
    if (result == ASSAY_OK)
        result = check_file(path, call);
    if (result != ASSAY_OK)
        return result;
    database *made = malloc(sizeof *made);
    if (!made)
        return ASSAY_E_NOMEM;
    *made = (database){database_uri(path, given[IMMUTABLE_SETTING].value.as.i64 != 0),
                       given[BUSY_SETTING].value.as.i64};
    result = made->uri ? check_database(made, path, call) : ASSAY_E_NOMEM;
    if (result != ASSAY_OK)
        stop_plugin(made);
    else
        *state = made;
    return result;
}

ASSAY_PLUGIN("sqlite", "1.0.0", ASSAY_RULES(&assay_rule_exists, &assay_rule_absent),
             ASSAY_CONFIGURATION(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "file", "the database", ASSAY_REQUIRED),
                                 ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "immutable",
                                                 "whether no process writes the file while it is in use",
                                                 ASSAY_DEFAULT_BOOLEAN(0)),
                                 ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "busyMilliseconds",
                                                 "how long another process may lock the database",
                                                 ASSAY_BETWEEN(0, 60000), ASSAY_DEFAULT_INTEGER(1000))),
             .init = start, .shutdown = stop_plugin);
