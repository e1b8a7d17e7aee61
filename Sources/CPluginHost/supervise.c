/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "supervise.h"
#include "assay_plugin_probe.h"
#include "processes.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long the outer process looks for processes that start others faster than it can end them. */
enum { MILLISECONDS_TO_END = 1500 };

/* The outer process; 0 where there is none. */
static pid_t outer;

/* ---- the outer process ---------------------------------------------------------------------- */

/* Reaps others that have ended. The inner process is left unreaped, so that its number, and that of its
 * group, belong to no other process. */
static int has_ended(pid_t inner, siginfo_t *end) {
    for (;;) {
        memset(end, 0, sizeof *end);
        if (waitid(P_ALL, 0, end, WEXITED | WNOHANG | WNOWAIT) != 0 || end->si_pid == 0)
            return 0;
        if (end->si_pid == inner)
            return 1;
        (void)waitpid(end->si_pid, NULL, 0);
    }
}

/* Waits for the end of the inner process, or for SIGTERM: then `end` is that of no process. */
static void watch(pid_t inner, siginfo_t *end) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    while (!has_ended(inner, end))
        if (sigwaitinfo(&signals, NULL) == SIGTERM) {
            memset(end, 0, sizeof *end);
            return;
        }
}

static int end_child(const assay_process *process, void *context) {
    if (process->parent == *(pid_t *)context && process->state != 'Z')
        (void)kill(process->number, SIGKILL); /* a child that was not waited for */
    return 0;
}

static int has_children(void) {
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    return ended == 0 || errno != ECHILD;
}

/* The children of a process that is killed become children of this one, and their turn comes next. */
static void end_all(pid_t inner) {
    (void)kill(-inner, SIGKILL);
    (void)kill(inner, SIGKILL);
    pid_t own = getpid();
    int64_t deadline = assay_milliseconds() + MILLISECONDS_TO_END;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    const struct timespec moment = {0, 1000000};
    while (has_children() && assay_milliseconds() < deadline) {
        (void)assay_each_process(end_child, &own);
        (void)sigtimedwait(&child, NULL, &moment);
    }
}

_Noreturn static void end_as(const siginfo_t *end) {
    if (end->si_pid != 0 && end->si_code == CLD_EXITED)
        _exit(end->si_status);
    int number = end->si_pid != 0 ? end->si_status : SIGTERM;
    const struct rlimit no_core = {1, 1};
    (void)setrlimit(RLIMIT_CORE, &no_core);
    (void)signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    (void)kill(getpid(), number);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    _exit(2);
}

/* ---- the inner process ---------------------------------------------------------------------- */

int assay_supervise(void) {
    sigset_t all, before;
    sigfillset(&all);
    if (sigprocmask(SIG_SETMASK, &all, &before) != 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return -1;
    outer = getpid();
    pid_t inner = fork();
    if (inner < 0)
        return -1;
    if (inner > 0) {
        (void)setpgid(inner, inner); /* whoever comes first */
        siginfo_t end;
        watch(inner, &end);
        end_all(inner);
        end_as(&end);
    }
    (void)setpgid(0, 0);
    if (sigprocmask(SIG_SETMASK, &before, NULL) != 0 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return -1;
    return getppid() == outer ? 0 : -1;
}

static int is_other_child(const assay_process *process, void *context) {
    (void)context;
    return process->parent == outer && process->number != getpid() && process->state != 'Z';
}

int assay_probe_has_orphans(void) { return outer != 0 && assay_each_process(is_other_child, NULL); }
