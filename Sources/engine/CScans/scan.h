// SPDX-License-Identifier: Apache-2.0
//
// What the levels share: the program's steps.

#ifndef ASSAY_SCAN_H
#define ASSAY_SCAN_H

#include "assay_simd.h"

#include <string.h>

#if defined(__x86_64__)
#define ASSAY_SCANS_X86 1
extern const assay_simd_functions assay_simd_avx512, assay_simd_avx2, assay_simd_ssse3;
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define ASSAY_SCANS_NEON 1
extern const assay_simd_functions assay_simd_neon;
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define ASSAY_SCANS_COPY 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ASSAY_SCANS_COPY 1
#endif

enum { PAGE = 4096, BLOCK = 64 };

// What an address says about the bytes after it: its place in its page and, on ARM, the tag of its memory,
// which they may not have.
#ifdef ASSAY_SCANS_NEON
#define ADDRESS_BITS ((uintptr_t)UINT64_C(0xff00000000000000) | (PAGE - 1))
#else
#define ADDRESS_BITS ((uintptr_t)(PAGE - 1))
#endif

// The text, or a copy of it where reading a whole block could leave the page or meet another tag. A page is
// there as a whole or not at all; an empty text may lie where there is none.
static inline __attribute__((always_inline)) const uint8_t *readable_block(const uint8_t *text, size_t length,
                                                                           uint8_t copy[BLOCK]) {
#ifndef ASSAY_SCANS_COPY
    if (length > 0 && ((uintptr_t)text & ADDRESS_BITS) <= PAGE - BLOCK)
        return text;
#endif
    memset(copy, 0, BLOCK);
    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

// How many bytes of a class follow one another from `place` on, at most 63: the highest bit of a mask is
// zero.
static inline __attribute__((always_inline)) unsigned run_from(uint64_t mask, unsigned place) {
    return (unsigned)__builtin_ctzll(~(mask >> place));
}

// Eight bytes from a place of a block on, those beyond its end zero; the first is the lowest.
static inline __attribute__((always_inline)) uint64_t eight_bytes(const uint8_t *block, unsigned place) {
    const unsigned last = BLOCK - 8, start = place < last ? place : last;
    uint64_t bytes;
    memcpy(&bytes, block + start, sizeof bytes);
    return bytes >> (place - start) * 8;
}

// The place after the highest bit of a mask.
static inline __attribute__((always_inline)) unsigned bit_width(uint64_t mask) {
    return mask ? 64 - (unsigned)__builtin_clzll(mask) : 0;
}

// Tells whether labels, each of which ends at a separator, have `least` to `most` bytes, at least one.
static inline __attribute__((always_inline)) bool labels_fit(uint64_t separators, unsigned least,
                                                             unsigned most) {
    if (separators & (separators << 1 | 1))
        return false;
    if (least <= 1 && most >= ASSAY_SCAN_LONGEST)
        return true;
    while (separators) {
        unsigned length = (unsigned)__builtin_ctzll(separators);
        if (length < least || length > most)
            return false;
        separators >>= length + 1;
    }
    return true;
}

static inline __attribute__((always_inline)) bool run_steps(const assay_scan *scan, const uint8_t *block,
                                                            const uint64_t *masks, unsigned length) {
    unsigned place = 0;
    const assay_scan_step *step = scan->steps;
    for (;;) {
        const uint64_t mask = masks[step->class_number];
        switch (step->operation) {
        case ASSAY_SCAN_RUN: {
            unsigned run = run_from(mask, place);
            if (run < step->least)
                return false;
            place += run < step->most ? run : step->most;
            step++;
            break;
        }
        case ASSAY_SCAN_PLACES:
            if ((mask >> place & step->places) != step->places)
                return false;
            place += step->least;
            step++;
            break;
        case ASSAY_SCAN_LITERAL: {
            const uint64_t used = ~UINT64_C(0) >> (64 - 8 * step->least);
            if (step->least > length - place || ((eight_bytes(block, place) ^ step->places) & used))
                return false;
            place += step->least;
            step++;
            break;
        }
        case ASSAY_SCAN_UNLESS:
            step = mask >> place & 1 ? step + 1 : scan->steps + step->target;
            break;
        case ASSAY_SCAN_IF:
            step = mask >> place & 1 ? scan->steps + step->target : step + 1;
            break;
        case ASSAY_SCAN_JUMP:
            step = scan->steps + step->target;
            break;
        case ASSAY_SCAN_LABELS:
        case ASSAY_SCAN_SOME_LABELS: {
            const uint64_t all_separators = masks[step->target] >> place, labels = mask >> place;
            const uint64_t separators =
                all_separators & ((UINT64_C(1) << run_from(all_separators | labels, 0)) - 1);
            if (!labels_fit(separators, step->least, step->most) ||
                (separators == 0 && step->operation == ASSAY_SCAN_SOME_LABELS))
                return false;
            place += bit_width(separators);
            step++;
            break;
        }
        case ASSAY_SCAN_ANYWHERE:
            if (mask == 0)
                return false;
            goto yes;
        case ASSAY_SCAN_YES:
            goto yes;
        default:
            // No other operation is left: the dispatch needs no check.
            __builtin_unreachable();
        case ASSAY_SCAN_END:
            if (place != length)
                return false;
        yes:
            if (step->target == 0)
                return true;
            step = scan->steps + step->target;
            place = 0;
        }
    }
}

// Tells whether a program can say something about a text.
static inline __attribute__((always_inline)) bool reads_text(const assay_scan *scan, size_t length) {
    return __builtin_expect(length <= ASSAY_SCAN_LONGEST, 1) || !scan->is_short;
}

// ---- longer texts ----

// A level's function for the mask of a class in a block, all of which can be read.
typedef uint64_t (*block_mask)(const assay_scan *scan, unsigned class_number, const uint8_t *block);

// A text of at least a block.
typedef struct {
    const assay_scan *scan;
    const uint8_t *bytes;
    size_t length;
} long_text;

// Which of the 64 bytes from a place on belong to a class; none that follows the text does.
static inline __attribute__((always_inline)) uint64_t mask_at(long_text text, unsigned class_number,
                                                              size_t place, block_mask mask_of) {
    const size_t left = text.length - place;
    if (left >= BLOCK)
        return mask_of(text.scan, class_number, text.bytes + place);
    // The last block of the text, without what comes before the place.
    return left == 0 ? 0
                     : mask_of(text.scan, class_number, text.bytes + text.length - BLOCK) >> (BLOCK - left);
}

// How many bytes of a class that are not of the class `but`, if that is one, follow one another from a place
// on; more than `most` need not be counted.
static inline __attribute__((always_inline)) size_t long_run(long_text text, unsigned class_number,
                                                             unsigned but, size_t place, size_t most,
                                                             block_mask mask_of) {
    size_t run = 0;
    for (;;) {
        uint64_t others = ~mask_at(text, class_number, place + run, mask_of);
        if (but < ASSAY_SCAN_CLASSES)
            others |= mask_at(text, but, place + run, mask_of);
        if (others != 0)
            return run + (unsigned)__builtin_ctzll(others);
        run += BLOCK;
        if (run > most)
            return run;
    }
}

static inline __attribute__((always_inline)) size_t bound_of(uint8_t most) {
    return most == ASSAY_SCAN_ANY_NUMBER ? SIZE_MAX : most;
}

// Goes over labels that each end at a separator; returns false where one does not fit.
static inline __attribute__((always_inline)) bool take_labels(long_text text, const assay_scan_step *step,
                                                              size_t *place, block_mask mask_of) {
    const size_t start = *place;
    for (;;) {
        const size_t label = long_run(text, step->class_number, step->target, *place, SIZE_MAX, mask_of);
        if (!(mask_at(text, step->target, *place + label, mask_of) & 1))
            return *place > start || step->operation == ASSAY_SCAN_LABELS;
        if (label == 0 || label < step->least || label > bound_of(step->most))
            return false;
        *place += label + 1;
    }
}

static inline __attribute__((always_inline)) bool occurs(long_text text, unsigned class_number,
                                                         block_mask mask_of) {
    for (size_t place = 0; place < text.length; place += BLOCK) {
        if (mask_at(text, class_number, place, mask_of) != 0)
            return true;
    }
    return false;
}

// The steps of a program that is not short, for a text of at least a block.
static inline __attribute__((always_inline)) bool run_long_steps(long_text text, block_mask mask_of) {
    size_t place = 0;
    const assay_scan_step *step = text.scan->steps;
    for (;;) {
        switch (step->operation) {
        case ASSAY_SCAN_RUN: {
            const size_t most = bound_of(step->most);
            const size_t run = long_run(text, step->class_number, ASSAY_SCAN_CLASSES, place, most, mask_of);
            if (run < step->least)
                return false;
            place += run < most ? run : most;
            step++;
            break;
        }
        case ASSAY_SCAN_PLACES:
            if (step->places & ~mask_at(text, step->class_number, place, mask_of))
                return false;
            place += step->least;
            step++;
            break;
        case ASSAY_SCAN_LITERAL:
            if (step->least > text.length - place ||
                memcmp(text.bytes + place, &step->places, step->least) != 0)
                return false;
            place += step->least;
            step++;
            break;
        case ASSAY_SCAN_UNLESS:
            step = mask_at(text, step->class_number, place, mask_of) & 1 ? step + 1
                                                                         : text.scan->steps + step->target;
            break;
        case ASSAY_SCAN_IF:
            step = mask_at(text, step->class_number, place, mask_of) & 1 ? text.scan->steps + step->target
                                                                         : step + 1;
            break;
        case ASSAY_SCAN_JUMP:
            step = text.scan->steps + step->target;
            break;
        case ASSAY_SCAN_LABELS:
        case ASSAY_SCAN_SOME_LABELS:
            if (!take_labels(text, step, &place, mask_of))
                return false;
            step++;
            break;
        case ASSAY_SCAN_ANYWHERE:
            if (!occurs(text, step->class_number, mask_of))
                return false;
            goto yes;
        case ASSAY_SCAN_YES:
            goto yes;
        default:
            __builtin_unreachable();
        case ASSAY_SCAN_END:
            if (place != text.length)
                return false;
        yes:
            if (step->target == 0)
                return true;
            step = text.scan->steps + step->target;
            place = 0;
        }
    }
}

// A level's function for a text of any length, from those for a short one and for a class in a block.
#define MATCH_ANY_LENGTH(ATTRIBUTES, MATCHES, MASK_OF)                                                       \
    ATTRIBUTES static __attribute__((noinline)) bool matches_long(const assay_scan *scan,                    \
                                                                  const uint8_t *text, size_t length) {      \
        return run_long_steps((long_text){scan, text, length}, MASK_OF);                                     \
    }                                                                                                        \
                                                                                                             \
    ATTRIBUTES static inline __attribute__((always_inline)) bool matches_any(                                \
        const assay_scan *scan, const uint8_t *text, size_t length) {                                        \
        return __builtin_expect(length <= ASSAY_SCAN_LONGEST, 1) ? MATCHES(scan, text, length)               \
                                                                 : matches_long(scan, text, length);         \
    }

// ---- rows ----

// Goes over rows with MATCHES, a level's function for one text.
#define SCAN_ROWS(MATCHES)                                                                                   \
    for (size_t index = first; index < count; index++) {                                                     \
        const assay_value *value = column + rows[index];                                                     \
        if (value->kind != ASSAY_STR || !reads_text(scan, value->len) || value->as.ptr == NULL) {            \
            *outcome = ASSAY_SCAN_NOT_SCANNED;                                                               \
            return index;                                                                                    \
        }                                                                                                    \
        if (!MATCHES(scan, value->as.ptr, value->len)) {                                                     \
            *outcome = ASSAY_SCAN_NO_MATCH;                                                                  \
            return index;                                                                                    \
        }                                                                                                    \
    }                                                                                                        \
    *outcome = ASSAY_SCAN_ALL_MATCH;                                                                         \
    return count

#endif
