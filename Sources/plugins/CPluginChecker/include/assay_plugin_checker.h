/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_plugin_checker.h: system calls of the process in which a plugin is checked that Swift's Glibc module
 * does not show.
 */
#ifndef ASSAY_PLUGIN_CHECKER_H
#define ASSAY_PLUGIN_CHECKER_H 1

#include <stddef.h>
#include <stdint.h>

/* assay_fault.flags */
#define ASSAY_FAULT_WRITE (1u << 0)   /* the access was a write */
#define ASSAY_FAULT_WATCHED (1u << 1) /* the address lies in the watched memory */
#define ASSAY_FAULT_STACK (1u << 2)   /* the address lies beside the end of the stack */

/* The access to memory that ended the process. */
typedef struct assay_fault {
    int32_t signal; /* 0: none */
    uint32_t flags;
    uint64_t address;
} assay_fault;

/* Writes SIGSEGV and SIGBUS to `record`, which stays for the life of the process, before they end it.
 * Once in a process. 0 or -1. */
int assay_faults_record(assay_fault *record);

/* Gives the calling thread the stack on which an overflow of its own can be recorded; it is not freed.
 * 0 or -1. */
int assay_faults_prepare_thread(void);

/* Flags faults in this memory as watched; the last call counts. */
void assay_faults_watch(const void *start, size_t bytes);

/* Bytes that malloc has given out and not taken back. */
uint64_t assay_heap_bytes(void);

/* The most memory that the process had so far, in bytes; 0 if the system does not say. */
uint64_t assay_peak_bytes(void);

/* The signal of a time limit. */
int assay_time_limit_signal(void);

/* Ends the process with that signal in so many milliseconds; 0 cancels that. */
void assay_time_limit(uint64_t milliseconds);

/* From now on this process can start no other: trying to ends it with SIGSYS or, if `ends_process` is 0,
 * fails with EAGAIN. Threads can be started. 0, or -1 where the kernel has no such filter. */
int assay_forbid_processes(int ends_process);

#endif
