/* SPDX-License-Identifier: Apache-2.0
 *
 * assay_process_state.h: what a process is limited to, its timers, and as whom it acts. Any thread.
 */
#ifndef ASSAY_PROCESS_STATE_H
#define ASSAY_PROCESS_STATE_H 1

#include <stdint.h>

/* The resources are numbered from 0, as RLIMIT_CPU and the others are. */
#define ASSAY_RESOURCE_COUNT 16
#define ASSAY_RESOURCE_UNLIMITED 0xFFFFFFFFFFFFFFFFu

/* "RLIMIT_CPU"; NULL for no resource. */
const char *assay_resource_name(int number);

/* 0 with the limits of the process, or -1 where the system has none for this resource. */
int assay_resource_limit(int number, uint64_t *soft, uint64_t *hard);

/* Whether a timer of setitimer, by its number, is set: 1 or 0 with its period in microseconds, or -1. */
int assay_interval_timer(int number, uint64_t *period);

/* The real, the effective and the saved user and group of the calling thread. */
void assay_identity(uint32_t user[3], uint32_t group[3]);

#endif
