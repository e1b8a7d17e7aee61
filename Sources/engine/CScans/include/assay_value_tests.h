// SPDX-License-Identifier: Apache-2.0
//
// Tests of values: conditions on one value that prove that it passes some rules. A value that fails a test
// may pass the rules nevertheless: they are run to find out.

#ifndef ASSAY_VALUE_TESTS_H
#define ASSAY_VALUE_TESTS_H

#include "assay_scans.h"

#define ASSAY_TEST_CHECKS 3
// So many failures of a check are told from each other.
#define ASSAY_TEST_FAILURES 16

// What a test came to: the first condition that a value does not meet. Those of one kind of value are in the
// order in which they are looked at.
typedef enum {
    ASSAY_TEST_PASSED,
    // Its kind, that it is too short, or how it begins.
    ASSAY_TEST_UNCLEAR,
    ASSAY_TEST_ABSENT,
    // A text: more bytes than `most_bytes`, the scan says no, or a check does, from this number on.
    ASSAY_TEST_LONG,
    ASSAY_TEST_NO_MATCH,
    ASSAY_TEST_CHECK,
    // A number, or the number of elements or members.
    ASSAY_TEST_LESS = ASSAY_TEST_CHECK + ASSAY_TEST_CHECKS,
    ASSAY_TEST_MORE,
    ASSAY_TEST_FEW,
    ASSAY_TEST_MANY,
    // A failure of the check whose failures are told, from the first one on.
    ASSAY_TEST_FAILURE,
    ASSAY_TEST_OUTCOMES = ASSAY_TEST_FAILURE + ASSAY_TEST_FAILURES,
} assay_test_outcome;

// A condition on a text, whose address is not NULL. 0: it is met; else the number of the failure, from 1.
typedef uint32_t (*assay_text_check)(const void *context, const uint8_t *text, size_t length);

// All of the conditions that are about the value's kind have to be met.
typedef struct {
    // The kinds that can pass, a bit for each.
    uint32_t kinds;
    // A text begins with a byte of ASCII that is no white space and no control character.
    bool begins_visibly;
    uint8_t check_count;
    // The check whose failures are told, and how many of them, the first ones; 0: of no check.
    uint8_t told_check, told_failures;
    // The bytes of a text: the least number where it is known to be ASCII, the least one otherwise, the most.
    uint64_t least_ascii, least_bytes, most_bytes;
    // A text that the scan says yes to, and is short if the scan is; NULL: any text.
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
uint32_t assay_check_whole_number(const void *context, const uint8_t *text, size_t length);

typedef bool (*assay_test_function)(const assay_value_test *test, const assay_value *value);

// Tells whether all of `count` values pass.
typedef bool (*assay_all_test_function)(const assay_value_test *test, const assay_value *values,
                                        uint64_t count);

// Writes those of `count` rows whose values fail the test to `failed`, in their order, and what the test came
// to for each; returns how many. Of the rows after them, `following` are tested next, at most `count`: what
// these need is fetched on the way.
typedef size_t (*assay_row_test_function)(const assay_value_test *test, const assay_value *column,
                                          const uint32_t *rows, size_t count, size_t following,
                                          uint32_t *failed, uint8_t *outcomes);

// Copies those of `count` rows that have one of some outcomes, a bit for each, to `selected`, which has room
// for all and may be where the rows are; returns how many.
size_t assay_select_rows(const uint32_t *rows, const uint8_t *outcomes, size_t count, uint32_t wanted,
                         uint32_t *selected);

// A test of one field of a record.
typedef struct {
    // The place of the field among the columns.
    uint32_t field;
    // The test is about the elements of the field's value, if that is an array. It fails on a value that is
    // neither an array nor null or absent.
    bool is_of_elements;
    // NULL: no value passes, unless it has to be equal to another one.
    const assay_value_test *test;
    // The place of a field whose text a text that passes has to be equal to, or ASSAY_NO_FIELD.
    uint32_t equal_field;
} assay_record_test;

#define ASSAY_NO_FIELD UINT32_MAX
// So few elements are tested even where another test has failed.
#define ASSAY_FEW_ELEMENTS 64

// A test that a record fails, by its number, and what it came to: unclear for elements and unequal texts.
typedef struct {
    uint32_t test;
    uint32_t outcome;
} assay_failed_test;

// Tests one record, a row of columns, which `following` rows come after. Writes the tests that it fails to
// `failed`, in their order, which has room for all of them; returns how many. After one that failed, those of
// many elements count as failed too.
typedef size_t (*assay_record_test_function)(const assay_record_test *tests, size_t count,
                                             const assay_value *const *columns, size_t row, size_t following,
                                             assay_failed_test *failed);

#endif
