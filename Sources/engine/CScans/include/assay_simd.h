// SPDX-License-Identifier: Apache-2.0
//
// The instructions that this processor has, and the functions that use them.

#ifndef ASSAY_SIMD_H
#define ASSAY_SIMD_H

#include "assay_scans.h"
#include "assay_value_tests.h"

// None, or vectors of 16, 32 or 64 bytes. Levels compare: a processor that has one has those below it. NEON
// is the level of ARM, the others are those of x86-64, and neither architecture knows those of the other.
typedef enum {
    ASSAY_SIMD_NONE = 0,
    ASSAY_SIMD_SSSE3 = 1,
    ASSAY_SIMD_NEON = 1,
    ASSAY_SIMD_AVX2 = 2,
    ASSAY_SIMD_AVX512 = 3,
} assay_simd_level;

// What a level does by its instructions.
typedef struct {
    // NULL without vectors, where there are no scans.
    assay_scan_function scan;
    assay_row_scan_function scan_rows;
    // Without vectors a test with a scan fails.
    assay_test_function test;
    assay_all_test_function test_all;
    assay_row_test_function test_rows;
    assay_record_test_function test_record;
} assay_simd_functions;

// The level by its name, or -1: none; on x86-64 ssse3, avx2, avx512; on ARM neon.
int assay_simd_level_named(const char *name);
// The name of a level.
const char *assay_simd_level_name(assay_simd_level level);
// The best level of this processor.
assay_simd_level assay_simd_best_level(void);
// The level to use: that of the environment's ASSAY_SIMD where this processor has it, otherwise the best one.
// The environment is read once.
assay_simd_level assay_simd_chosen_level(void);
// What the environment's ASSAY_SIMD is, if that is no level's name on any architecture: none, ssse3, avx2,
// avx512 and neon are. NULL if it is one, or empty, or not set. Valid until the environment changes.
const char *assay_simd_unknown_wish(void);
// The functions of a level that this processor has.
const assay_simd_functions *assay_simd_functions_of(assay_simd_level level);

#endif
