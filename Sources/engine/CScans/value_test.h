// SPDX-License-Identifier: Apache-2.0
//
// What the levels share: tests of values.

#ifndef ASSAY_VALUE_TEST_H
#define ASSAY_VALUE_TEST_H

#include "assay_fetch.h"
#include "assay_value_tests.h"
#include "scan.h"

#include <string.h>

// A level's function that tells whether a scan matches a text; NULL: it has no scans.
typedef assay_scan_function scan_matcher;

static inline __attribute__((always_inline)) uint32_t test_text(const assay_value_test *test,
                                                                const assay_value *value,
                                                                scan_matcher matches) {
    const uint64_t length = value->len;
    const uint8_t *text = value->as.ptr;
    const uint64_t least = value->flags & ASSAY_FLAG_ASCII ? test->least_ascii : test->least_bytes;
    if (length < least)
        return ASSAY_TEST_UNCLEAR;
    if (text == NULL)
        return test->begins_visibly || test->scan || test->check_count ? ASSAY_TEST_UNCLEAR
                                                                       : ASSAY_TEST_PASSED;
    if (test->begins_visibly && (length == 0 || (uint8_t)(text[0] - 0x21) >= 0x7f - 0x21))
        return ASSAY_TEST_UNCLEAR;
    if (length > test->most_bytes)
        return ASSAY_TEST_LONG;
    if (test->scan) {
        if (matches == NULL || !reads_text(test->scan, length))
            return ASSAY_TEST_UNCLEAR;
        if (!matches(test->scan, text, length))
            return ASSAY_TEST_NO_MATCH;
    }
    for (uint8_t index = 0; index < test->check_count; index++) {
        const uint32_t failure = test->checks[index](test->contexts[index], text, length);
        if (failure != 0)
            return index == test->told_check && failure <= test->told_failures
                       ? ASSAY_TEST_FAILURE + failure - 1
                       : ASSAY_TEST_CHECK + (uint32_t)index;
    }
    return ASSAY_TEST_PASSED;
}

static inline __attribute__((always_inline)) uint32_t outcome_of(const assay_value_test *test,
                                                                 const assay_value *value,
                                                                 scan_matcher matches) {
    if (!(test->kinds >> (value->kind & 31) & 1))
        return value->kind == ASSAY_ABSENT ? ASSAY_TEST_ABSENT : ASSAY_TEST_UNCLEAR;
    // Most values are texts, which a switch would find last.
    if (__builtin_expect(value->kind == ASSAY_STR, 1))
        return test_text(test, value, matches);
    switch (value->kind) {
    case ASSAY_I64:
        return value->as.i64 < test->least_integer  ? ASSAY_TEST_LESS
               : value->as.i64 > test->most_integer ? ASSAY_TEST_MORE
                                                    : ASSAY_TEST_PASSED;
    case ASSAY_ARRAY:
    case ASSAY_OBJECT:
        return value->len < test->least_count  ? ASSAY_TEST_FEW
               : value->len > test->most_count ? ASSAY_TEST_MANY
                                               : ASSAY_TEST_PASSED;
    default:
        return ASSAY_TEST_PASSED;
    }
}

static inline __attribute__((always_inline)) bool passes(const assay_value_test *test,
                                                         const assay_value *value, scan_matcher matches) {
    return outcome_of(test, value, matches) == ASSAY_TEST_PASSED;
}

static inline __attribute__((always_inline)) bool
pass_all(const assay_value_test *test, const assay_value *values, uint64_t count, scan_matcher matches) {
    while (count > 0 && passes(test, values, matches))
        values++, count--;
    return count == 0;
}

// Has the processor fetch the value that is `ahead` further on than another one, if there is one.
static inline __attribute__((always_inline)) void fetch_value(const assay_value *value, size_t ahead) {
    __builtin_prefetch((const void *)((uintptr_t)value + ahead * sizeof *value));
}

// The same, and the text or the elements of the value.
static inline __attribute__((always_inline)) void fetch(const assay_value *with_text, size_t ahead) {
    fetch_value(with_text, ahead);
    assay_fetch_text(with_text);
}

// Of records that are tested one by one, mostly in their order, the values lie in a line of the cache each:
// those of so many records further on are fetched, a line or two.
enum { RECORDS_AHEAD = 4, TEXTS_AHEAD = 2 };

static inline bool are_equal_texts(const assay_value *value, const assay_value *other) {
    return value->kind == ASSAY_STR && other->kind == ASSAY_STR && value->len == other->len &&
           value->as.ptr && other->as.ptr && memcmp(value->as.ptr, other->as.ptr, value->len) == 0;
}

// Has the processor fetch a long text, of which a rule is asked.
static inline void fetch_long(const assay_value *value) {
    enum { LINE = 64, MOST = 2048 };
    for (uint64_t place = LINE; place < value->len && place < MOST; place += LINE)
        __builtin_prefetch(value->as.ptr + place);
}

// The functions of a level, which may begin with ATTRIBUTES.
#define VALUE_TESTS(ATTRIBUTES, MATCHES)                                                                     \
    ATTRIBUTES static bool test(const assay_value_test *test, const assay_value *value) {                    \
        return passes(test, value, MATCHES);                                                                 \
    }                                                                                                        \
                                                                                                             \
    ATTRIBUTES static bool test_all(const assay_value_test *test, const assay_value *values,                 \
                                    uint64_t count) {                                                        \
        return pass_all(test, values, count, MATCHES);                                                       \
    }                                                                                                        \
                                                                                                             \
    ATTRIBUTES static size_t test_rows(const assay_value_test *test, const assay_value *column,              \
                                       const uint32_t *rows, size_t count, size_t following,                 \
                                       uint32_t *failed, uint8_t *outcomes) {                                \
        size_t found = 0;                                                                                    \
        for (size_t index = 0; index < count; index++) {                                                     \
            if (index < following)                                                                           \
                fetch(column + rows[index + count], count);                                                  \
            const uint32_t outcome = outcome_of(test, column + rows[index], MATCHES);                        \
            if (outcome != ASSAY_TEST_PASSED) {                                                              \
                if (outcome == ASSAY_TEST_LONG)                                                              \
                    fetch_long(column + rows[index]);                                                        \
                failed[found] = rows[index];                                                                 \
                outcomes[found++] = (uint8_t)outcome;                                                        \
            }                                                                                                \
        }                                                                                                    \
        return found;                                                                                        \
    }                                                                                                        \
                                                                                                             \
    ATTRIBUTES static size_t test_record(const assay_record_test *tests, size_t count,                       \
                                         const assay_value *const *columns, size_t row, size_t following,    \
                                         assay_failed_test *failed) {                                        \
        for (size_t index = 0; index < count && following >= TEXTS_AHEAD; index++) {                         \
            const assay_value *value = columns[tests[index].field] + row;                                    \
            fetch_value(value, RECORDS_AHEAD);                                                               \
            assay_fetch_text(value + TEXTS_AHEAD);                                                           \
        }                                                                                                    \
        size_t found = 0;                                                                                    \
        for (size_t index = 0; index < count; index++) {                                                     \
            const assay_record_test *one = &tests[index];                                                    \
            const assay_value *value = columns[one->field] + row;                                            \
            uint32_t outcome = ASSAY_TEST_UNCLEAR;                                                           \
            if (one->is_of_elements) {                                                                       \
                const bool is_array = value->kind == ASSAY_ARRAY && value->as.items;                         \
                /* What failed may keep the rules of elements from running, of which there could be many. */ \
                const bool is_tested = one->test && (found == 0 || value->len <= ASSAY_FEW_ELEMENTS);        \
                if (is_array ? is_tested && pass_all(one->test, value->as.items, value->len, MATCHES)        \
                             : value->kind <= ASSAY_NULL || value->kind == ASSAY_ARRAY)                      \
                    outcome = ASSAY_TEST_PASSED;                                                             \
            } else {                                                                                         \
                if (one->test)                                                                               \
                    outcome = outcome_of(one->test, value, MATCHES);                                         \
                else if (one->equal_field != ASSAY_NO_FIELD)                                                 \
                    outcome = ASSAY_TEST_PASSED;                                                             \
                if (one->equal_field != ASSAY_NO_FIELD && outcome == ASSAY_TEST_PASSED &&                    \
                    !are_equal_texts(value, columns[one->equal_field] + row))                                \
                    outcome = ASSAY_TEST_UNCLEAR;                                                            \
            }                                                                                                \
            if (outcome == ASSAY_TEST_PASSED)                                                                \
                continue;                                                                                    \
            if (outcome == ASSAY_TEST_LONG)                                                                  \
                fetch_long(value);                                                                           \
            failed[found++] = (assay_failed_test){(uint32_t)index, outcome};                                 \
        }                                                                                                    \
        return found;                                                                                        \
    }

// The functions of a level that has scans, and their table. ATTRIBUTES choose its instructions.
#define SCAN_LEVEL(TABLE, ATTRIBUTES, MATCHES)                                                               \
    ATTRIBUTES static bool scan(const assay_scan *scan, const uint8_t *text, size_t length) {                \
        return MATCHES(scan, text, length);                                                                  \
    }                                                                                                        \
                                                                                                             \
    ATTRIBUTES static size_t scan_rows(const assay_scan *scan, const assay_value *column,                    \
                                       const uint32_t *rows, size_t first, size_t count,                     \
                                       assay_scan_outcome *outcome) {                                        \
        SCAN_ROWS(MATCHES);                                                                                  \
    }                                                                                                        \
                                                                                                             \
    VALUE_TESTS(ATTRIBUTES, MATCHES)                                                                         \
                                                                                                             \
    const assay_simd_functions TABLE = {scan, scan_rows, test, test_all, test_rows, test_record};

#endif
