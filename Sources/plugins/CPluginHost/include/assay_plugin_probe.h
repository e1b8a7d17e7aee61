/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_probe.h: starting, watching and confining the process in which a plugin is tried.
 *
 * The functions up to assay_signal_name are the host's, from any thread; the others are the probe's,
 * before it has threads.
 */
#ifndef ASSAY_PLUGIN_PROBE_H
#define ASSAY_PLUGIN_PROBE_H 1

#include <stdint.h>
#include <sys/types.h>

/* The descriptors of the probe: what assay_probe_start is given, in this order. */
#define ASSAY_PROBE_LIBRARY 3
#define ASSAY_PROBE_REQUEST 4
#define ASSAY_PROBE_ANSWER 5

/* A variable of the environment; NULL where it is not set or the program has more rights than its user. */
const char *assay_trusted_variable(const char *name);

enum { ASSAY_PROBE_MARK_BYTES = 33 };

/* A probe that runs. */
typedef struct assay_probe {
    pid_t process;
    /* Of the process, where the kernel has such descriptors; or -1. */
    int descriptor;
    /* What its environment and that of its children has. */
    char mark[ASSAY_PROBE_MARK_BYTES];
} assay_probe;

/* Starts `program` with these arguments, its name first and NULL last, in a process group of its own, with
 * signals as at boot, the three descriptors, /dev/null as standard input, output and error, nothing else
 * open, and an environment of LD_LIBRARY_PATH (NULL: none), a mark and what keeps Swift from describing
 * crashes. The descriptors stay the caller's. 0 with *probe set, which is passed to assay_probe_finish, or an
 * errno. */
int assay_probe_start(const char *program, char *const arguments[], const char *library_path,
                      const int descriptors[3], assay_probe *probe);

/* assay_probe_end.kind */
#define ASSAY_PROBE_EXITED 0    /* `number` is the exit status */
#define ASSAY_PROBE_SIGNALLED 1 /* `number` is the signal */
#define ASSAY_PROBE_TIMED_OUT 2
#define ASSAY_PROBE_UNKNOWN 3 /* the program that embeds the host takes the status of all its children */
#define ASSAY_PROBE_STOPPED 4 /* by the signal `number`, it or what watches it; it was killed then */

typedef struct assay_probe_end {
    int32_t kind;
    int32_t number;
} assay_probe_end;

/* Keeps other processes of the user from looking into this one, until assay_host_show was called as often;
 * the user's own debuggers, too. Only needed where there is no Landlock in the probe. */
void assay_host_hide(void);
void assay_host_show(void);

int assay_host_is_hidden(void);

/* Waits until the process ends, for so many milliseconds at most; then has it end and, where it does not,
 * kills it with all that descends from it. What was started and is known by its mark or its process group
 * does not outlive it either. Reaps it. The wait is never longer than the time and six seconds. */
assay_probe_end assay_probe_finish(const assay_probe *probe, int64_t milliseconds);

/* "SEGV" for SIGSEGV; NULL for a signal without a name. */
const char *assay_signal_name(int signal);

/* Layers of the jail in which a plugin is tried. */
#define ASSAY_JAIL_PRIVILEGES                                                                                \
    (1U << 0)                      /* no new ones, and none that goes beyond those of a user but reading */
#define ASSAY_JAIL_CALLS (1U << 1) /* seccomp */
#define ASSAY_JAIL_FILES (1U << 2) /* Landlock */
#define ASSAY_JAIL_PROCESSES (1U << 3) /* namespaces, here and below */
#define ASSAY_JAIL_NETWORK (1U << 4)
#define ASSAY_JAIL_IPC (1U << 5)
#define ASSAY_JAIL_USERS (1U << 6)   /* what an ordinary user needs for the others; not used by root */
#define ASSAY_JAIL_NOTICES (1U << 7) /* seccomp reports calls to the process that watches */

/* What a plugin must not try with other processes and with files that exist; bits of `allowed` are 1 << these
 * numbers. */
#define ASSAY_ATTEMPT_NONE 0
#define ASSAY_ATTEMPT_KILL 1   /* a signal */
#define ASSAY_ATTEMPT_PTRACE 2 /* tracing, or memory or descriptors of another process */
#define ASSAY_ATTEMPT_OPEN 3   /* for writing */
#define ASSAY_ATTEMPT_TRUNCATE 4
#define ASSAY_ATTEMPT_RENAME 5
#define ASSAY_ATTEMPT_UNLINK 6
#define ASSAY_ATTEMPT_COUNT 7

/* assay_probe_notice.target_kind */
#define ASSAY_TARGET_FILE 0    /* `target` is its path */
#define ASSAY_TARGET_PROCESS 1 /* `process` is its number as the plugin knows it */
#define ASSAY_TARGET_PARENT 2
#define ASSAY_TARGET_GROUP 3 /* of the processes of the caller */
#define ASSAY_TARGET_ALL 4   /* all processes that there are */

enum { ASSAY_NOTICE_CALLS = 32, ASSAY_NOTICE_PATH = 4096 };

/* What the process that watches has seen. It is at the end of the memory of ASSAY_PROBE_ANSWER, of
 * ASSAY_NOTICE_BYTES bytes, and is written when no process of the plugin is left. */
typedef struct assay_probe_notice {
    uint32_t attempt; /* ASSAY_ATTEMPT_*, of the first one, which ended the process */
    uint32_t target_kind;
    int32_t process;
    int32_t signal;
    /* Calls that failed and were no attempt, each once, in the order in which they were made. */
    uint32_t call_count;
    int32_t calls[ASSAY_NOTICE_CALLS];
    char target[ASSAY_NOTICE_PATH]; /* with NUL at its end */
} assay_probe_notice;

#define ASSAY_NOTICE_BYTES 8192

/* The status of the exit after an attempt that is not allowed. */
#define ASSAY_PROBE_ATTEMPT 80

/* The name of a system call of this machine, "socket", or NULL for one that is not denied anywhere. */
const char *assay_denied_call_name(int32_t call);

/* Goes on in a process of its own, in a jail, limited to what loading a plugin takes, which ends when
 * `parent` does. What it prints goes to a file in memory. The process that called watches it, ends as it
 * does, and takes all with it that it has started. It may address
 * `addresses` bytes besides what the program takes. An attempt whose bit is not in `allowed` ends it.
 * `held` is set to the layers, of those that are wanted, that hold. 0 or -1. */
int assay_probe_confine(pid_t parent, uint32_t cpu_seconds, uint64_t addresses, uint32_t wanted,
                        uint32_t allowed, uint32_t *held);

/* The version of Landlock that the kernel has; -1 without. */
long assay_jail_landlock_version(void);

/* Whether a process lives that the confined process has started and that has left it. */
int assay_probe_has_orphans(void);

/* Exits as a host does; under a sanitizer, which has its own opinion of the status, at once. */
_Noreturn void assay_probe_exit(int status);

/* The environment of this process: texts "NAME=value", NULL at the end; NULL for none. */
char **assay_environment(void);

#endif
