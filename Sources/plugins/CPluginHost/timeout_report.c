/* SPDX-License-Identifier: Apache-2.0
 *
 * timeout_report.c: see assay_timeout_report_arm in assay_plugin_calls.h.
 *
 * A thread looks at the calls of all others at intervals. It adds the intervals in which it found a thread in
 * one and the same call; an interval that took much longer than it should, because the process was stopped,
 * counts as one interval.
 */
#define _GNU_SOURCE
#include "plugin_calls.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOKS = 16 };
#define SHORTEST_NS 1000000u
#define LONGEST_NS 100000000u

static const char *program = "";
static const char *help = "";
static uint64_t limit_ns, interval_ns;

/* How long a thread has been seen in one call. */
typedef struct observed {
    unsigned long long calls;
    uint64_t spent_ns;
} observed;

static uint64_t now_ns(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void add_duration(line *line, uint64_t nanoseconds) {
    char digits[32];
    size_t start = sizeof digits - 1;
    uint64_t milliseconds = nanoseconds / 1000000u;
    bool is_whole = milliseconds % 1000 == 0;
    uint64_t number = is_whole ? milliseconds / 1000 : milliseconds;
    digits[start] = '\0';
    do
        digits[--start] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    line_add(line, digits + start);
    line_add(line, is_whole ? " s" : " ms");
}

static _Noreturn void report(const call_slot *slot) {
    if (report_begin()) {
        const call_level *level = plugin_calls_level(slot);
        line line = {.length = 0};
        line_add(&line, program);
        line_add(&line, ": error[plugin.timeout] ");
        line_add(&line, atomic_load(&level->label));
        line_add(&line, " did not return within ");
        add_duration(&line, limit_ns);
        line_add_records(&line, level);
        line_write(&line, help);
    }
    report_end();
}

/* The list of slots grows at its beginning: the last one has place 0. */
static void look(observed **seen, size_t *count, uint64_t elapsed_ns) {
    call_slot *first = plugin_calls_first();
    size_t place = 0;
    for (call_slot *slot = first; slot != NULL; slot = slot->next)
        place++;
    if (place > *count) {
        observed *more = realloc(*seen, place * sizeof **seen);
        if (more == NULL)
            return;
        memset(more + *count, 0, (place - *count) * sizeof *more);
        *count = place;
        *seen = more;
    }
    for (call_slot *slot = first; slot != NULL; slot = slot->next) {
        observed *own = &(*seen)[--place];
        unsigned long long calls = atomic_load(&slot->calls);
        if (atomic_load(&slot->depth) == 0 || calls != own->calls) {
            *own = (observed){calls, 0};
            continue;
        }
        own->spent_ns += elapsed_ns;
        if (own->spent_ns >= limit_ns && atomic_load(&slot->calls) == calls && atomic_load(&slot->depth) > 0)
            report(slot);
    }
}

static void *watch(void *unused) {
    (void)unused;
    observed *seen = NULL;
    size_t count = 0;
    uint64_t before = now_ns();
    for (;;) {
        struct timespec pause = {(time_t)(interval_ns / 1000000000u), (long)(interval_ns % 1000000000u)};
        (void)nanosleep(&pause, NULL);
        uint64_t now = now_ns();
        uint64_t elapsed = now - before;
        look(&seen, &count, elapsed > 2 * interval_ns ? interval_ns : elapsed);
        before = now;
    }
    return NULL;
}

/* No signal of the program is for this thread. */
static int start(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, old;
    int error = pthread_attr_init(&attributes);
    if (error != 0)
        return error;
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, &old);
    error = pthread_create(&thread, &attributes, watch, NULL);
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    (void)pthread_attr_destroy(&attributes);
    return error;
}

/* A child of a fork that goes on, such as a worker of Python, has no threads but its own. What a child does
 * that a plugin has made is no matter of the program. */
static void start_in_child(void) {
    const call_slot *slot = plugin_calls_own();
    if (slot == NULL || atomic_load(&slot->depth) == 0)
        (void)start();
}

static atomic_bool is_armed;

int assay_timeout_report_arm(const char *name, const char *hint, uint64_t nanoseconds) {
    if (atomic_exchange(&is_armed, true))
        return 0;
    program = name;
    help = hint;
    limit_ns = nanoseconds;
    interval_ns = nanoseconds / LOOKS;
    if (interval_ns < SHORTEST_NS)
        interval_ns = SHORTEST_NS;
    if (interval_ns > LONGEST_NS)
        interval_ns = LONGEST_NS;
    (void)pthread_atfork(NULL, NULL, start_in_child);
    return start();
}
