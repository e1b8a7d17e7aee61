/* SPDX-License-Identifier: Apache-2.0
 *
 * exit_report.c: see assay_exit_report_arm in assay_plugin_calls.h.
 *
 * Handlers of the exit run from the last one that was registered to the first. So this one runs after those
 * of plugins, and its status is the one of the process.
 */
#define _GNU_SOURCE
#include "plugin_calls.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static const char *program = "";
static const char *help = "";
static bool is_always_unexpected;
/* A child that a plugin has made may exit; another child of a program is watched as the program is. */
static pid_t process;

/* `file`: the plugin that was found by its code, or NULL. */
static _Noreturn void report(const char *file, const char *what, const char *more) {
    const call_slot *slot = plugin_calls_own();
    if (report_begin()) {
        line line = {.length = 0};
        line_add(&line, program);
        line_add(&line, ": error[plugin.exit] ");
        if (slot != NULL && atomic_load(&slot->depth) > 0) {
            const call_level *level = plugin_calls_level(slot);
            line_add(&line, atomic_load(&level->label));
            line_add(&line, " ended the program");
            line_add_records(&line, level);
            line_add(&line, ": ");
            line_add(&line, what);
            line_add(&line, more);
        } else if (file != NULL) {
            line_add(&line, "plugin '");
            line_add(&line, file);
            line_add(&line, "' ended the program: ");
            line_add(&line, what);
            line_add(&line, more);
        } else {
            line_add(
                &line,
                "the program was ended before its work was done; the last call of a plugin on each thread: ");
            line_add_last_calls(&line);
        }
        line_write(&line, help);
    }
    report_end();
}

static void at_exit(void) {
    if (getpid() != process || plugin_calls_first() == NULL)
        return;
    const call_slot *slot = plugin_calls_own();
    if (is_always_unexpected || (slot != NULL && atomic_load(&slot->depth) > 0))
        report(NULL, "it called a function that exits", "");
}

static void lose_thread(void) {
    if (getpid() == process)
        report(NULL, "it ended a thread of the program", "");
}

void assay_exit_report_call(const char *file, const char *call) { report(file, "it called ", call); }

void assay_exit_report_disarm(void) { process = 0; }

static void watch_child(void) {
    const call_slot *slot = plugin_calls_own();
    if (!is_always_unexpected && process != 0 && (slot == NULL || atomic_load(&slot->depth) == 0))
        process = getpid();
}

void assay_exit_report_arm(const char *name, const char *hint, bool is_unexpected) {
    program = name;
    help = hint;
    is_always_unexpected = is_unexpected;
    process = getpid();
    (void)pthread_atfork(NULL, NULL, watch_child);
    (void)atexit(at_exit);
    plugin_calls_on_lost_thread(lose_thread);
}
