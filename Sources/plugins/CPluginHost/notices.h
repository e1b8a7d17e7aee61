/* SPDX-License-Identifier: Apache-2.0
 *
 * notices.h: what a plugin tries in the jail, as the process that watches it hears of it from the kernel.
 */
#ifndef ASSAY_NOTICES_H
#define ASSAY_NOTICES_H 1

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

/* Makes the line between a process that is watched and the one that watches it. 0 or -1. */
int assay_notices_open(int ends[2]);

/* The side of the watched process: hands the kernel's listener over, with the layers that hold. 0 or -1. */
int assay_notices_hand_over(int listener, uint32_t held, int line);

/* The side of the process that watches: from now on, assay_notices_wait answers to calls, and kills `child`,
 * with which all ends that descends from it, at the first attempt that is not in `allowed`. `line` is closed
 * there. */
void assay_notices_begin(int line, pid_t child, int has_namespace, uint32_t allowed);

/* Waits for one of some blocked signals, and returns its number; or -1 and an errno. */
int assay_notices_wait(const sigset_t *signals);

/* Writes what was seen to the end of the memory of ASSAY_PROBE_ANSWER, when nothing of the plugin runs any
 * more. Returns whether there was such an attempt. */
int assay_notices_write(void);

#endif
