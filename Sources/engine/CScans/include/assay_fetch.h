// SPDX-License-Identifier: Apache-2.0
//
// Has the processor fetch what is about to be read.

#ifndef ASSAY_FETCH_H
#define ASSAY_FETCH_H

#include "assay_plugin.h"

#include <stdint.h>

// What is at a place, which need not be in memory.
static inline void assay_fetch(const void *place) { __builtin_prefetch(place); }

// The text or the elements of a value: their beginning, and their end, which may lie in the next line of the
// cache.
static inline __attribute__((always_inline)) void assay_fetch_text(const assay_value *value) {
    // Without a branch: which values point to something may be hard to predict. A compiler that sees where
    // this comes from would make one.
    uintptr_t pointer = -(uintptr_t)(value->kind >= ASSAY_STR);
    __asm__("" : "+r"(pointer));
    const uintptr_t text = ((uintptr_t)value->as.ptr & pointer) | ((uintptr_t)value & ~pointer);
    __builtin_prefetch((const void *)text);
    __builtin_prefetch((const void *)(text + value->len));
}

#endif
