// SPDX-License-Identifier: Apache-2.0
//
// The one place that chooses instructions by what the processor has.

#include "scan.h"
#include "value_test.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [ASSAY_SIMD_NONE] = "none",
#if defined(ASSAY_SCANS_X86)
    [ASSAY_SIMD_SSSE3] = "ssse3",
    [ASSAY_SIMD_AVX2] = "avx2",
    [ASSAY_SIMD_AVX512] = "avx512",
#elif defined(ASSAY_SCANS_NEON)
    [ASSAY_SIMD_NEON] = "neon",
#endif
};

// The names of every architecture, so that what is set for several machines is no mistake on one of them.
static const char *const all_names[] = {"none", "ssse3", "avx2", "avx512", "neon"};

int assay_simd_level_named(const char *name) {
    for (int level = 0; level < (int)(sizeof names / sizeof *names); level++) {
        if (strcmp(name, names[level]) == 0)
            return level;
    }
    return -1;
}

const char *assay_simd_level_name(assay_simd_level level) { return names[level]; }

static const char *wanted_level(void) { return getenv("ASSAY_SIMD"); }

const char *assay_simd_unknown_wish(void) {
    const char *name = wanted_level();
    if (!name || !*name)
        return NULL;
    for (size_t index = 0; index < sizeof all_names / sizeof *all_names; index++) {
        if (strcmp(name, all_names[index]) == 0)
            return NULL;
    }
    return name;
}

assay_simd_level assay_simd_best_level(void) {
#if defined(ASSAY_SCANS_X86)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) {
        // Processors without VBMI slow down for vectors of 64 bytes.
        const bool has_vectors = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                                 __builtin_cpu_supports("avx512vbmi");
        if (has_vectors && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt"))
            return ASSAY_SIMD_AVX512;
        return ASSAY_SIMD_AVX2;
    }
    if (__builtin_cpu_supports("ssse3"))
        return ASSAY_SIMD_SSSE3;
#elif defined(ASSAY_SCANS_NEON)
    return ASSAY_SIMD_NEON;
#endif
    return ASSAY_SIMD_NONE;
}

assay_simd_level assay_simd_chosen_level(void) {
    static atomic_int kept = -1;
    int level = atomic_load_explicit(&kept, memory_order_relaxed);
    if (level >= 0)
        return (assay_simd_level)level;
    level = (int)assay_simd_best_level();
    const char *name = wanted_level();
    int forced = name ? assay_simd_level_named(name) : -1;
    if (forced >= 0 && forced < level)
        level = forced;
    atomic_store_explicit(&kept, level, memory_order_relaxed);
    return (assay_simd_level)level;
}

VALUE_TESTS(, NULL)

static const assay_simd_functions without_vectors = {NULL, NULL, test, test_all, test_rows, test_record};

const assay_simd_functions *assay_simd_functions_of(assay_simd_level level) {
    switch (level) {
#if defined(ASSAY_SCANS_X86)
    case ASSAY_SIMD_AVX512:
        return &assay_simd_avx512;
    case ASSAY_SIMD_AVX2:
        return &assay_simd_avx2;
    case ASSAY_SIMD_SSSE3:
        return &assay_simd_ssse3;
#elif defined(ASSAY_SCANS_NEON)
    case ASSAY_SIMD_NEON:
        return &assay_simd_neon;
#endif
    default:
        return &without_vectors;
    }
}
