/* SPDX-License-Identifier: Apache-2.0
 *
 * crash_report.c: see assay_crash_report.h.
 */
#define _GNU_SOURCE
#include "assay_crash_report.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { STACK_BYTES = 1 << 15, LINE_BYTES = 512 };

static const struct {
    int number;
    const char *name;
} crashes[] = {
    {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
    {SIGSEGV, "SIGSEGV"}, {SIGSYS, "SIGSYS"}, {SIGTRAP, "SIGTRAP"},
};
enum { CRASH_COUNT = sizeof crashes / sizeof crashes[0] };

static const char *program = "";
/* What the program did for each signal before: the Swift runtime may write a backtrace. */
static struct sigaction earlier[CRASH_COUNT];
/* A stack overflow leaves a handler no room on the stack of the thread. */
static _Thread_local char signal_stack[STACK_BYTES];
static _Thread_local bool has_stack;
static _Thread_local const char *volatile current_rule;

/* Appends to a line; only plain characters, since what a plugin is called may hold anything. */
static size_t append(char *line, size_t length, const char *text) {
    for (; *text != '\0' && length + 1 < LINE_BYTES; text++) {
        line[length] = *text;
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            line[length] = '?';
        length++;
    }
    return length;
}

static size_t index_of(int number) {
    size_t index = 0;
    while (index + 1 < CRASH_COUNT && crashes[index].number != number)
        index++;
    return index;
}

static void write_all(const char *line, size_t length) {
    while (length > 0) {
        ssize_t count = write(STDERR_FILENO, line, length);
        if (count <= 0)
            return;
        line += count;
        length -= (size_t)count;
    }
}

static void report(int number, siginfo_t *info, void *context) {
    (void)context;
    const char *rule = current_rule;
    size_t index = index_of(number);
    if (rule != NULL) {
        static const char help[] =
            "help: the results are incomplete; 'ruleshell plugin check' looks for the value, and "
            "--plugin-debug lets a debugger see the place\n";
        char line[LINE_BYTES];
        size_t length = append(line, 0, program);
        length = append(line, length, ": error[plugin.crash] the rule '");
        length = append(line, length, rule);
        length = append(line, length, "' ended the program: ");
        length = append(line, length, crashes[index].name);
        line[length++] = '\n';
        write_all(line, length);
        write_all(help, sizeof help - 1);
    }
    /* Now as without this: a fault happens again, a signal that was sent does not. */
    (void)sigaction(number, &earlier[index], NULL);
    if (info->si_code <= 0)
        (void)raise(number);
}

void assay_crash_report_arm(const char *name) {
    program = name;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = report;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (size_t i = 0; i < CRASH_COUNT; i++)
        if (sigaction(crashes[i].number, NULL, &earlier[i]) == 0)
            (void)sigaction(crashes[i].number, &action, NULL);
}

void assay_crash_report_enter(const char *rule) {
    if (!has_stack) {
        stack_t old, stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
        has_stack = true;
        if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE))
            (void)sigaltstack(&stack, NULL);
    }
    current_rule = rule;
}

void assay_crash_report_leave(void) { current_rule = NULL; }
