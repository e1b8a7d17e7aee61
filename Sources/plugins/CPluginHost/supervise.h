/* SPDX-License-Identifier: Apache-2.0
 *
 * supervise.h: a process that is watched by another one of the same program.
 */
#ifndef ASSAY_SUPERVISE_H
#define ASSAY_SUPERVISE_H 1

#include <stdint.h>

/* Goes on in an inner process, in a group of its own. The process that called stays outside, as one that no
 * process of its user may look into: it is the one to which processes fall whose parents end, and when the
 * inner process ends, or on SIGTERM, it kills all of them and ends as the inner process did. The inner
 * process is killed when the outer one ends.
 *
 * With `has_namespace`, when the next process begins a namespace of processes, that process is between
 * the two, does what the outer one does otherwise, and nothing of the namespace outlives it.
 *
 * With `has_notices`, `line` is set to the inner process's end of the line (notices.h), and the outer process
 * answers to what is handed over by it; attempts in `allowed` are none. It is -1 otherwise.
 *
 * Before there are threads, once in a process. 0 in the inner process, or -1. */
int assay_supervise(int has_namespace, int has_notices, uint32_t allowed, int *line);

#endif
