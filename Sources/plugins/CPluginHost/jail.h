/* SPDX-License-Identifier: Apache-2.0
 *
 * jail.h: what keeps a process that tries a plugin from doing harm, a layer at a time. Each function takes
 * the layers that are wanted, ASSAY_JAIL_*, and returns those of them that hold: a kernel that does not have
 * one, or does not allow it to this user, is no error.
 */
#ifndef ASSAY_JAIL_H
#define ASSAY_JAIL_H 1

#include <stdint.h>

/* Enters namespaces. What they hold begins with the next process that this one starts; the network, IPC and
 * user ids are those of this process at once. Before there are threads. */
uint32_t assay_jail_namespaces(uint32_t wanted);

/* Gives up privileges, files and system calls, those of threads that are there already included where the
 * kernel can do that. `held` is what assay_jail_namespaces returned, `line` what assay_supervise set. There
 * is no way back. */
uint32_t assay_jail_close(uint32_t wanted, uint32_t held, int line);

/* Landlock: files are changed nowhere, but for devices that keep nothing; other processes are not looked
 * into. 0 or -1. */
int assay_jail_files(void);

/* seccomp: what the other layers do not hold. `held` are these. With a line (see notices.h), the process at
 * its other end decides about calls that are denied, and about attempts. Returns ASSAY_JAIL_CALLS and, if so,
 * ASSAY_JAIL_NOTICES; or 0. */
uint32_t assay_jail_calls(uint32_t held, int line);

/* What is answered to a call that is no attempt, with these layers: 0 if another layer decides about it, or
 * an errno. */
int assay_jail_answer(int call, uint32_t held);

#endif
