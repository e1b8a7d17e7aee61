/* SPDX-License-Identifier: Apache-2.0
 *
 * crash_report.c: see assay_crash_report_arm in assay_plugin_calls.h.
 */
#define _GNU_SOURCE
#include "plugin_calls.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    int number;
    const char *name;
} crashes[] = {
    {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
    {SIGSEGV, "SIGSEGV"}, {SIGSYS, "SIGSYS"}, {SIGTRAP, "SIGTRAP"},
};
enum { CRASH_COUNT = sizeof crashes / sizeof crashes[0] };

static const char *program = "";
/* A line after that with the function; may be none. */
static const char *help = "";
/* What the program did for each signal before: the Swift runtime may write a backtrace. */
static struct sigaction earlier[CRASH_COUNT];

static size_t index_of(int number) {
    size_t index = 0;
    while (index + 1 < CRASH_COUNT && crashes[index].number != number)
        index++;
    return index;
}

static void write_report(const char *signal_name) {
    line line = {.length = 0};
    line_add(&line, program);
    line_add(&line, ": error[plugin.crash] ");
    const call_slot *slot = plugin_calls_own();
    if (slot != NULL && atomic_load(&slot->depth) > 0) {
        const call_level *level = plugin_calls_level(slot);
        line_add(&line, atomic_load(&level->label));
        line_add(&line, " ended the program");
        line_add_records(&line, level);
        line_add(&line, ": ");
        line_add(&line, signal_name);
    } else {
        line_add(&line, signal_name);
        line_add(
            &line,
            " ended the program outside the calls of plugins; the last call of a plugin on each thread: ");
        line_add_last_calls(&line);
    }
    line_write(&line, help);
}

static void report(int number, siginfo_t *info, void *context) {
    (void)context;
    size_t index = index_of(number);
    if (plugin_calls_first() != NULL && report_begin())
        write_report(crashes[index].name);
    /* Now as without this. A fault happens again once the handler returns. A trap for debuggers and a signal
     * that was sent do not, nor does one that a handler of the plugin raises again with the number of a
     * fault. */
    (void)sigaction(number, &earlier[index], NULL);
    bool is_default = !(earlier[index].sa_flags & SA_SIGINFO) && earlier[index].sa_handler == SIG_DFL;
    if (is_default || info->si_code <= 0 || number == SIGTRAP || number == SIGSYS) {
        if (syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), number, info) != 0)
            (void)raise(number);
    }
}

void assay_crash_report_arm(const char *name, const char *hint) {
    program = name;
    help = hint;
    plugin_calls_make_stacks();
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = report;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (size_t i = 0; i < CRASH_COUNT; i++)
        if (sigaction(crashes[i].number, NULL, &earlier[i]) == 0)
            (void)sigaction(crashes[i].number, &action, NULL);
}
