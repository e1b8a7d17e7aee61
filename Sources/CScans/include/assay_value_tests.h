// SPDX-License-Identifier: Apache-2.0
//
// Tests of values: conditions on one value that prove that it passes some rules. A value that fails a test
// may pass the rules nevertheless: they are run to find out.

#ifndef ASSAY_VALUE_TESTS_H
#define ASSAY_VALUE_TESTS_H

#include "assay_scans.h"

#define ASSAY_TEST_CHECKS 3

// A condition on a text, whose address is not NULL.
typedef bool (*assay_text_check)(const void *context, const uint8_t *text, size_t length);

// All of the conditions that are about the value's kind have to be met.
typedef struct {
    // The kinds that can pass, a bit for each.
    uint32_t kinds;
    // A text begins with a byte of ASCII that is no white space and no control character.
    bool begins_visibly;
    uint8_t check_count;
    // The bytes of a text: the least number where it is known to be ASCII, the least one otherwise, the most.
    uint64_t least_ascii, least_bytes, most_bytes;
    // A text of at most ASSAY_SCAN_LONGEST bytes that the scan says yes to; NULL: any text.
    const assay_scan *scan;
    assay_text_check checks[ASSAY_TEST_CHECKS];
    const void *contexts[ASSAY_TEST_CHECKS];
    // The bounds of a number of 64 bits with sign.
    int64_t least_integer, most_integer;
    // The number of elements of an array, or of members of an object.
    uint64_t least_count, most_count;
} assay_value_test;

// A check: the text is a whole number of at most 18 digits, within the bounds of numbers of a test, the
// context.
bool assay_check_whole_number(const void *context, const uint8_t *text, size_t length);

typedef bool (*assay_test_function)(const assay_value_test *test, const assay_value *value);

// Tells whether all of `count` values pass.
typedef bool (*assay_all_test_function)(const assay_value_test *test, const assay_value *values,
                                        uint64_t count);

// Writes those of `count` rows whose values fail the test to `failed`, in their order; returns how many. Of
// the rows after them, `following` are tested next, at most `count`: what these need is fetched on the way.
typedef size_t (*assay_row_test_function)(const assay_value_test *test, const assay_value *column,
                                          const uint32_t *rows, size_t count, size_t following,
                                          uint32_t *failed);

// A test of one field of a record.
typedef struct {
    // The place of the field among the columns.
    uint32_t field;
    // The test is about the elements of the field's value, if that is an array.
    bool is_of_elements;
    // NULL: no value passes.
    const assay_value_test *test;
} assay_record_test;

// Tests one record, a row of columns. Writes the numbers of the tests that it fails to `failed`, in their
// order, which has room for all of them; returns how many. After one that failed, those of elements count as
// failed too.
typedef size_t (*assay_record_test_function)(const assay_record_test *tests, size_t count,
                                             const assay_value *const *columns, size_t row, uint32_t *failed);

#endif
