/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H
#include <stdint.h>

/* Linked into the tests, this takes the place of malloc and counts the calls of the thread that asks. Under a
 * sanitizer, which takes that place itself, nothing is counted and `is_available` is 0. */
int32_t allocation_counter_is_available(void);

/* Starts counting on this thread. */
void allocation_counter_start(void);

/* Stops counting; returns how often this thread allocated since the start. */
uint64_t allocation_counter_stop(void);

#endif
