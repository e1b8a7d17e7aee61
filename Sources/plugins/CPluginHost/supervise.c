/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "supervise.h"
#include "assay_plugin_probe.h"
#include "notices.h"
#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long the outer process looks for processes that start others faster than it can end them. */
enum { MILLISECONDS_TO_END = 1500 };

/* Whether this is an inner process. */
static int is_supervised;

/* ---- the outer process ---------------------------------------------------------------------- */

/* Reaps others that have ended. The inner process is left unreaped, so that its number, and that of its
 * group, belong to no other process. One that is stopped has ended, too: it does not go on by itself. */
static int has_ended(pid_t inner, siginfo_t *end) {
    for (;;) {
        memset(end, 0, sizeof *end);
        if (waitid(P_ALL, 0, end, WEXITED | WNOHANG | WNOWAIT) != 0 || end->si_pid == 0)
            return waitid(P_PID, (id_t)inner, end, WSTOPPED | WNOHANG | WNOWAIT) == 0 && end->si_pid == inner;
        if (end->si_pid == inner)
            return 1;
        (void)waitpid(end->si_pid, NULL, 0);
    }
}

/* Waits for the end of the inner process, or, unless only SIGCHLD is `awaited`, for SIGTERM: then `end` is
 * that of no process. */
static void watch(pid_t inner, const sigset_t *awaited, siginfo_t *end) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    while (!has_ended(inner, end))
        if (assay_notices_wait(awaited != NULL ? awaited : &signals) == SIGTERM) {
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
    if (assay_notices_write())
        _exit(ASSAY_PROBE_ATTEMPT);
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

/* ---- a namespace of processes --------------------------------------------------------------- */

/* Tells the outer process how the inner one ended: the first process of a namespace cannot end by a signal of
 * its own. What is left in the namespace ends with it. */
_Noreturn static void tell_end(pid_t inner, int report) {
    siginfo_t end;
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    watch(inner, &child, &end);
    ssize_t written = write(report, &end, sizeof end);
    _exit(written == (ssize_t)sizeof end ? 0 : 2);
}

/* Whether the process at the other end of the pipe is there: that of a process outside has no number here. */
static int has_reader(int report) {
    struct pollfd pipe = {.fd = report, .events = POLLOUT};
    return poll(&pipe, 1, 0) >= 0 && !(pipe.revents & POLLERR);
}

_Noreturn static void end_as_reported(pid_t first, int report) {
    siginfo_t end, inner;
    watch(first, NULL, &end);
    (void)kill(first, SIGKILL);
    (void)waitpid(first, NULL, 0); /* it ends after all that are in the namespace */
    if (end.si_pid != 0 && read(report, &inner, sizeof inner) == (ssize_t)sizeof inner)
        end_as(&inner);
    end_as(&end);
}

/* Has the outer process, which calls this, answer to the calls of a child. */
static void begin_answers(const int lines[2], pid_t child, int has_namespace, uint32_t allowed) {
    if (lines[0] < 0)
        return;
    (void)close(lines[1]);
    assay_notices_begin(lines[0], child, has_namespace, allowed);
}

/* Goes on in the first process of the namespace, with a parent that ends as it reports. */
static int begin_namespace(int *report, int lines[2], uint32_t allowed) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t first = fork();
    if (first < 0)
        return -1;
    if (first > 0) {
        (void)close(ends[1]);
        begin_answers(lines, first, 1, allowed);
        end_as_reported(first, ends[0]);
    }
    if (lines[0] >= 0)
        (void)close(lines[0]);
    lines[0] = -1;
    (void)close(ends[0]);
    *report = ends[1];
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0)
        return -1;
    return has_reader(*report) ? 0 : -1;
}

/* ---- the inner process ---------------------------------------------------------------------- */

_Noreturn static void supervise(pid_t inner, int report, const int lines[2], uint32_t allowed) {
    (void)setpgid(inner, inner); /* whoever comes first */
    if (report >= 0) {
        if (lines[1] >= 0)
            (void)close(lines[1]);
        tell_end(inner, report);
    }
    begin_answers(lines, inner, 0, allowed);
    siginfo_t end;
    watch(inner, NULL, &end);
    end_all(inner);
    end_as(&end);
}

int assay_supervise(int has_namespace, int has_notices, uint32_t allowed, int *line) {
    int lines[2] = {-1, -1};
    *line = -1;
    sigset_t all, before;
    int report = -1;
    sigfillset(&all);
    if (sigprocmask(SIG_SETMASK, &all, &before) != 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        return -1;
    if (has_notices && assay_notices_open(lines) != 0)
        lines[0] = lines[1] = -1; /* a plugin can be tried without them */
    int is_dumpable = prctl(PR_GET_DUMPABLE) == 1;
    if (prctl(PR_SET_DUMPABLE, 0) != 0 || (has_namespace && begin_namespace(&report, lines, allowed) != 0))
        return -1;
    pid_t outer = getpid();
    pid_t inner = fork();
    if (inner < 0)
        return -1;
    if (inner > 0)
        supervise(inner, report, lines, allowed);
    is_supervised = 1;
    if (lines[0] >= 0)
        (void)close(lines[0]);
    *line = lines[1];
    if (report >= 0)
        (void)close(report);
    (void)setpgid(0, 0);
    if (sigprocmask(SIG_SETMASK, &before, NULL) != 0 || prctl(PR_SET_DUMPABLE, is_dumpable) != 0 ||
        prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return -1;
    return getppid() == outer ? 0 : -1;
}

/* The numbers are those that /proc shows, which in a namespace are not those that a process has of itself. */
static int is_sibling(const assay_process *process, void *context) {
    const assay_process *own = context;
    return process->parent == own->parent && process->number != own->number && process->state != 'Z';
}

int assay_probe_has_orphans(void) {
    assay_process own;
    return is_supervised && assay_own_process(&own) == 0 && assay_each_process(is_sibling, &own);
}
