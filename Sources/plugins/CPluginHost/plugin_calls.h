/* SPDX-License-Identifier: Apache-2.0
 *
 * plugin_calls.h: the calls of all threads, and lines about them, for the files of this module.
 */
#ifndef PLUGIN_CALLS_H
#define PLUGIN_CALLS_H 1

#include "assay_plugin_calls.h"

#include <signal.h>
#include <stdatomic.h>

enum { CALL_LEVELS = 4, LINE_BYTES = 1024 };

/* A function that a thread is in. */
typedef struct call_level {
    _Atomic(const char *) label;
    atomic_ullong first, last;
    uint64_t float_mode;
} call_level;

/* The calls of one thread: written by it alone, read by every thread and by signal handlers. */
typedef struct call_slot {
    struct call_slot *next;
    atomic_bool is_taken;
    /* The number of functions that the thread is in, each within the one before. */
    atomic_uint depth;
    /* The number of calls so far. */
    atomic_ullong calls;
    /* The signals that the thread blocked, and its locale, when it first called a plugin; for the thread
     * alone. */
    sigset_t mask;
    void *locale;
    call_level levels[CALL_LEVELS];
} call_slot;

/* The slots of all threads that have ever been in a plugin; the list only grows. */
call_slot *plugin_calls_first(void);

/* The slot of the calling thread, or NULL; for signal handlers too. */
call_slot *plugin_calls_own(void);

/* The innermost function that the thread of a slot is in, or, in none, the last one. */
const call_level *plugin_calls_level(const call_slot *slot);

/* Gives a new thread of plugins a stack for signals, from then on. */
void plugin_calls_make_stacks(void);

/* Called on a thread that ends within a function of a plugin. */
void plugin_calls_on_lost_thread(void (*report)(void));

/* Lines: only plain characters, since what a plugin is called may hold anything. For signal handlers too. */
typedef struct line {
    char text[LINE_BYTES];
    size_t length;
} line;

void line_add(line *line, const char *text);
/* "in records 1 to 1024", with a space before it, or nothing. */
void line_add_records(line *line, const call_level *level);
/* The last function of each thread, with its records: "the rule ...; the rule ...". */
void line_add_last_calls(line *line);
void line_write(line *line, const char *help);

/* Returns once in the process, to the thread that is to write a report and end the process; others wait. A
 * second time it returns `false` to the same thread. */
bool report_begin(void);

/* Ends the process, and runs nothing else. */
_Noreturn void report_end(void);

#endif
