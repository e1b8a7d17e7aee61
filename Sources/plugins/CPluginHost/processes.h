/* SPDX-License-Identifier: Apache-2.0
 *
 * processes.h: the processes of this machine, as /proc has them, for those who have to end some.
 */
#ifndef ASSAY_PROCESSES_H
#define ASSAY_PROCESSES_H 1

#include <stdint.h>
#include <sys/types.h>

typedef struct assay_process {
    pid_t number;
    pid_t parent;
    /* With the number, what no other process has, before this one or after it. */
    unsigned long long start;
    char state; /* 'Z': it has ended */
} assay_process;

/* The variable by which the processes of a probe are known when their parents are gone. */
#define ASSAY_PROBE_MARK "ASSAY_PROBE_MARK="

/* Milliseconds of a clock that only goes forward. */
int64_t assay_milliseconds(void);

/* Process descriptors, where the kernel has them: -1 with errno ENOSYS where it does not. */
int assay_process_descriptor(pid_t process);

/* Signals the process of a descriptor, or, with -1 for the descriptor, the one with this number, which must
 * be a child that was not waited for. */
void assay_signal_process(int descriptor, pid_t process, int signal);

/* This process, with the numbers that /proc shows. 0 or -1. */
int assay_own_process(assay_process *process);

/* Calls `body` with each process until it returns a number that is not 0. Returns that, or 0. */
int assay_each_process(int (*body)(const assay_process *process, void *context), void *context);

/* Whether a process has been started by another one, or by one that was. */
int assay_is_descendant(pid_t process, pid_t ancestor);

/* Whether a descendant of a process, or one of its threads, knows itself by this number, which in a namespace
 * is not the one that /proc shows. `excluded` is not looked at. */
int assay_descendant_has_number(pid_t ancestor, pid_t excluded, pid_t number);

/* Whether the parent of a process knows itself by this number. */
int assay_has_parent(pid_t process, pid_t number);

/* Kills the descendants of a process, and all whose environment has the mark, until there are none or the
 * time is over. The process itself is not waited for meanwhile, so that its number stays its own. */
void assay_end_processes(pid_t ancestor, const char *mark, int64_t milliseconds);

#endif
