/* SPDX-License-Identifier: Apache-2.0
 *
 * crash_report.c: see assay_crash_report.h.
 */
#define _GNU_SOURCE
#include "assay_crash_report.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
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
/* A line after that with the rule; may be none. */
static const char *help = "";
/* What the program did for each signal before: the Swift runtime may write a backtrace. */
static struct sigaction earlier[CRASH_COUNT];
/* A stack overflow leaves a handler no room on the stack of the thread. The memory is no thread-local
 * variable, which would be taken from the stack of every thread. */
static pthread_key_t signal_stack;
static bool has_key;
static _Thread_local bool has_stack;
static _Thread_local const char *volatile current_rule;
/* Whether a thread has reported, and whether it is this one. */
static atomic_bool is_reported;
static _Thread_local volatile bool reports;

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
    if (rule != NULL && !reports) {
        if (atomic_exchange(&is_reported, true))
            for (;;)
                (void)pause(); /* another thread writes and ends the process */
        reports = true;
        char line[LINE_BYTES];
        size_t length = append(line, 0, program);
        length = append(line, length, ": error[plugin.crash] the rule '");
        length = append(line, length, rule);
        length = append(line, length, "' ended the program: ");
        length = append(line, length, crashes[index].name);
        line[length++] = '\n';
        write_all(line, length);
        write_all(help, strlen(help));
    }
    /* Now as without this. A fault happens again; a trap for debuggers and a signal that was sent do not. */
    (void)sigaction(number, &earlier[index], NULL);
    if (info->si_code <= 0 || number == SIGTRAP || number == SIGSYS)
        (void)raise(number);
}

static void free_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    (void)sigaltstack(&none, NULL);
    (void)munmap(memory, STACK_BYTES);
}

void assay_crash_report_arm(const char *name, const char *hint) {
    program = name;
    help = hint;
    has_key = pthread_key_create(&signal_stack, free_stack) == 0;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = report;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (size_t i = 0; i < CRASH_COUNT; i++)
        if (sigaction(crashes[i].number, NULL, &earlier[i]) == 0)
            (void)sigaction(crashes[i].number, &action, NULL);
}

static void make_stack(void) {
    stack_t old;
    if (sigaltstack(NULL, &old) != 0 || !(old.ss_flags & SS_DISABLE))
        return;
    void *memory = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return;
    stack_t stack = {.ss_sp = memory, .ss_size = STACK_BYTES};
    if (pthread_setspecific(signal_stack, memory) != 0 || sigaltstack(&stack, NULL) != 0)
        (void)munmap(memory, STACK_BYTES);
}

void assay_crash_report_enter(const char *rule) {
    if (!has_stack && has_key) {
        has_stack = true;
        make_stack();
    }
    current_rule = rule;
}

void assay_crash_report_leave(void) { current_rule = NULL; }
