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
 * kernel can do that. `held` is what assay_jail_namespaces returned. There is no way back. */
uint32_t assay_jail_close(uint32_t wanted, uint32_t held);

/* Landlock: files are changed nowhere, but for devices that keep nothing; other processes are not looked
 * into. 0 or -1. */
int assay_jail_files(void);

/* seccomp: what the other layers do not hold. `held` are these. 0 or -1. */
int assay_jail_calls(uint32_t held);

#endif
