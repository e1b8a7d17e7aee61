/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DESCRIPTORS = 3, ABOVE = ASSAY_PROBE_ANSWER + 1 };

/* ---- starting ------------------------------------------------------------------------------- */

const char *assay_trusted_variable(const char *name) { return secure_getenv(name); }

/* Copies with numbers at which no descriptor of the probe arrives. */
static int duplicate(const int from[DESCRIPTORS], int copies[DESCRIPTORS]) {
    for (int i = 0; i < DESCRIPTORS; i++) {
        copies[i] = fcntl(from[i], F_DUPFD_CLOEXEC, ABOVE);
        if (copies[i] < 0)
            return errno;
    }
    return 0;
}

static int add_actions(posix_spawn_file_actions_t *actions, const int copies[DESCRIPTORS]) {
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    for (int output = STDOUT_FILENO; error == 0 && output <= STDERR_FILENO; output++)
        error = posix_spawn_file_actions_addopen(actions, output, "/dev/null", O_WRONLY, 0);
    for (int i = 0; error == 0 && i < DESCRIPTORS; i++)
        error = posix_spawn_file_actions_adddup2(actions, copies[i], ASSAY_PROBE_LIBRARY + i);
    return error != 0 ? error : posix_spawn_file_actions_addclosefrom_np(actions, ABOVE);
}

static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setsigdefault(attributes, &all);
    if (error == 0)
        error = posix_spawnattr_setsigmask(attributes, &none);
    if (error == 0)
        error = posix_spawnattr_setpgroup(attributes, 0);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
    return error != 0 ? error : posix_spawnattr_setflags(attributes, flags);
}

static int spawn(const char *program, char *const arguments[], char *const environment[],
                 const int copies[DESCRIPTORS], pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        error = add_actions(&actions, copies);
        if (error == 0)
            error = set_attributes(&attributes);
        if (error == 0)
            error = posix_spawn(process, program, &actions, &attributes, arguments, environment);
        (void)posix_spawnattr_destroy(&attributes);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    return error;
}

int assay_probe_start(const char *program, char *const arguments[], const char *library_path,
                      const int descriptors[3], pid_t *process) {
    char variable[1 << 14];
    /* Swift's runtime would start a program to describe each crash. The environment is not empty, as
     * that of a host: a library that takes it for something else is to be seen here. */
    char backtrace[] = "SWIFT_BACKTRACE=enable=no";
    char *environment[] = {backtrace, NULL, NULL};
    if (library_path != NULL) {
        int length = snprintf(variable, sizeof variable, "LD_LIBRARY_PATH=%s", library_path);
        if (length < 0 || (size_t)length >= sizeof variable)
            return E2BIG;
        environment[1] = variable;
    }
    int copies[DESCRIPTORS] = {-1, -1, -1};
    int error = duplicate(descriptors, copies);
    if (error == 0)
        error = spawn(program, arguments, environment, copies, process);
    for (int i = 0; i < DESCRIPTORS; i++)
        if (copies[i] >= 0)
            (void)close(copies[i]);
    return error;
}

/* ---- watching ------------------------------------------------------------------------------- */

static int64_t now_in_milliseconds(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail */
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static assay_probe_end end_of(const siginfo_t *info) {
    int kind = info->si_code == CLD_EXITED ? ASSAY_PROBE_EXITED : ASSAY_PROBE_SIGNALLED;
    return (assay_probe_end){kind, info->si_status};
}

/* The process stays a zombie, so that its number, and that of its group, belong to nobody else. */
static assay_probe_end await(pid_t process, int observer, int64_t deadline) {
    for (;;) {
        siginfo_t info;
        memset(&info, 0, sizeof info);
        if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
            return (assay_probe_end){ASSAY_PROBE_UNKNOWN, 0};
        if (info.si_pid == process)
            return end_of(&info);
        int64_t left = deadline - now_in_milliseconds();
        if (left <= 0)
            return (assay_probe_end){ASSAY_PROBE_TIMED_OUT, 0};
        /* A kernel without process descriptors is asked every millisecond. */
        struct pollfd end = {.fd = observer, .events = POLLIN};
        int patience = left > 60000 ? 60000 : (int)left;
        (void)poll(&end, observer >= 0, observer >= 0 ? patience : 1);
    }
}

assay_probe_end assay_probe_finish(pid_t process, int64_t milliseconds) {
    int observer = (int)syscall(SYS_pidfd_open, process, 0);
    assay_probe_end end = await(process, observer, now_in_milliseconds() + milliseconds);
    if (observer >= 0)
        (void)close(observer);
    if (end.kind == ASSAY_PROBE_UNKNOWN)
        return end;
    (void)kill(-process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
    }
    return end;
}

const char *assay_signal_name(int signal) { return sigabbrev_np(signal); }
