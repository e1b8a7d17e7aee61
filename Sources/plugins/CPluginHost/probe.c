/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "assay_plugin_probe.h"
#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
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

/* A number that no other probe has, as text. */
static int make_mark(char mark[ASSAY_PROBE_MARK_BYTES]) {
    unsigned char bytes[(ASSAY_PROBE_MARK_BYTES - 1) / 2];
    if (getentropy(bytes, sizeof bytes) != 0)
        return errno;
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(mark + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

/* What the environment of a probe holds. */
struct environment {
    char mark[sizeof ASSAY_PROBE_MARK + ASSAY_PROBE_MARK_BYTES];
    char library_path[1 << 14];
    const char *texts[4];
};

/* The environment is not empty, as that of a host: a library that takes it for something else is to be seen
 * in the probe. */
static int make_environment(const char *mark, const char *library_path, struct environment *environment) {
    (void)snprintf(environment->mark, sizeof environment->mark, "%s%s", ASSAY_PROBE_MARK, mark);
    environment->texts[0] = environment->mark;
    /* Swift's runtime would start a program to describe each crash. */
    environment->texts[1] = "SWIFT_BACKTRACE=enable=no";
    environment->texts[2] = environment->texts[3] = NULL;
    if (library_path == NULL)
        return 0;
    char *text = environment->library_path;
    int length = snprintf(text, sizeof environment->library_path, "LD_LIBRARY_PATH=%s", library_path);
    if (length < 0 || (size_t)length >= sizeof environment->library_path)
        return E2BIG;
    environment->texts[2] = text;
    return 0;
}

int assay_probe_start(const char *program, char *const arguments[], const char *library_path,
                      const int descriptors[3], assay_probe *probe) {
    struct environment environment;
    int copies[DESCRIPTORS] = {-1, -1, -1};
    int error = make_mark(probe->mark);
    if (error == 0)
        error = make_environment(probe->mark, library_path, &environment);
    if (error == 0)
        error = duplicate(descriptors, copies);
    if (error == 0)
        error = spawn(program, arguments, (char *const *)environment.texts, copies, &probe->process);
    for (int i = 0; i < DESCRIPTORS; i++)
        if (copies[i] >= 0)
            (void)close(copies[i]);
    probe->descriptor = error == 0 ? assay_process_descriptor(probe->process) : -1;
    return error;
}

/* ---- hiding --------------------------------------------------------------------------------- */

static pthread_mutex_t hiding = PTHREAD_MUTEX_INITIALIZER;
static unsigned hidden;
static int was_dumpable;

void assay_host_hide(void) {
    (void)pthread_mutex_lock(&hiding);
    if (hidden++ == 0) {
        was_dumpable = prctl(PR_GET_DUMPABLE) == 1;
        if (was_dumpable)
            (void)prctl(PR_SET_DUMPABLE, 0);
    }
    (void)pthread_mutex_unlock(&hiding);
}

void assay_host_show(void) {
    (void)pthread_mutex_lock(&hiding);
    if (--hidden == 0 && was_dumpable)
        (void)prctl(PR_SET_DUMPABLE, 1);
    (void)pthread_mutex_unlock(&hiding);
}

int assay_host_is_hidden(void) { return prctl(PR_GET_DUMPABLE) == 0; }

/* ---- watching ------------------------------------------------------------------------------- */

/* How long the probe may take to end what the plugin has started, on SIGTERM, and how long its host takes
 * for that where the probe does not. */
enum { MILLISECONDS_TO_OBEY = 2000, MILLISECONDS_TO_END = 1500, MILLISECONDS_TO_REAP = 1000 };

/* A process descriptor does not tell of a stop. */
enum { MILLISECONDS_TO_SEE_STOP = 100 };

static assay_probe_end end_of(const siginfo_t *info) {
    int kind = info->si_code == CLD_EXITED    ? ASSAY_PROBE_EXITED
               : info->si_code == CLD_STOPPED ? ASSAY_PROBE_STOPPED
                                              : ASSAY_PROBE_SIGNALLED;
    return (assay_probe_end){kind, info->si_status};
}

/* Waits for one of the events (WEXITED, WSTOPPED). The process stays a zombie, so that its number, and that
 * of its group, belong to no other process. */
static assay_probe_end await(const assay_probe *probe, int events, int64_t milliseconds) {
    int64_t deadline = assay_milliseconds() + milliseconds;
    for (;;) {
        siginfo_t info;
        memset(&info, 0, sizeof info);
        if (waitid(P_PID, (id_t)probe->process, &info, events | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
            return (assay_probe_end){ASSAY_PROBE_UNKNOWN, 0};
        if (info.si_pid == probe->process)
            return end_of(&info);
        int64_t left = deadline - assay_milliseconds();
        if (left <= 0)
            return (assay_probe_end){ASSAY_PROBE_TIMED_OUT, 0};
        /* A kernel without process descriptors is asked every millisecond. */
        struct pollfd end = {.fd = probe->descriptor, .events = POLLIN};
        int longest = events & WSTOPPED ? MILLISECONDS_TO_SEE_STOP : 60000;
        int patience = left > longest ? longest : (int)left;
        (void)poll(&end, probe->descriptor >= 0, probe->descriptor >= 0 ? patience : 1);
    }
}

/* Ends a probe whose time is over, stopped or not, and all that it has started. */
static assay_probe_end stop(const assay_probe *probe) {
    assay_signal_process(probe->descriptor, probe->process, SIGTERM);
    assay_signal_process(probe->descriptor, probe->process, SIGCONT);
    assay_probe_end end = await(probe, WEXITED, MILLISECONDS_TO_OBEY);
    if (end.kind != ASSAY_PROBE_TIMED_OUT)
        return end;
    /* As long as the probe lives, whatever becomes of it, all that it has started descends from it. */
    assay_end_processes(probe->process, probe->mark, MILLISECONDS_TO_END);
    assay_signal_process(probe->descriptor, probe->process, SIGKILL);
    return await(probe, WEXITED, MILLISECONDS_TO_REAP);
}

assay_probe_end assay_probe_finish(const assay_probe *probe, int64_t milliseconds) {
    assay_probe_end answer = await(probe, WEXITED | WSTOPPED, milliseconds), end = answer;
    if (end.kind == ASSAY_PROBE_TIMED_OUT || end.kind == ASSAY_PROBE_STOPPED)
        end = stop(probe);
    if (end.kind == ASSAY_PROBE_SIGNALLED) /* it may have been killed before it could end the others */
        assay_end_processes(probe->process, probe->mark, MILLISECONDS_TO_END);
    if (end.kind != ASSAY_PROBE_UNKNOWN) {
        (void)kill(-probe->process, SIGKILL);
        while (waitpid(probe->process, NULL, WNOHANG) < 0 && errno == EINTR) {
        }
    }
    if (probe->descriptor >= 0)
        (void)close(probe->descriptor);
    return answer;
}

const char *assay_signal_name(int signal) { return sigabbrev_np(signal); }
