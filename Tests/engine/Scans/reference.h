// SPDX-License-Identifier: Apache-2.0
//
// What scans and tests say, one byte after the other: what every level of vectors has to say too.

#ifndef ASSAY_SCANS_REFERENCE_H
#define ASSAY_SCANS_REFERENCE_H

#include "assay_value_tests.h"

// Tells whether a scan says something about a text of a length.
bool is_scanned(const assay_scan *scan, size_t length);

// Tells whether a text matches by the table of places, or by the steps where there is none.
bool expected_match(const assay_scan *scan, const uint8_t *text, size_t length);

// What a test comes to for a value. Without vectors a text that has to be scanned is unclear.
uint32_t expected_outcome(const assay_value_test *test, const assay_value *value, bool has_scans);

// The tests that a row of columns fails; returns how many.
size_t expected_failures(const assay_record_test *tests, size_t count, const assay_value *const *columns,
                         size_t row, bool has_scans, assay_failed_test *failed);

// Tells whether a text is a whole number of at most 18 digits within the bounds of a test.
bool expected_whole_number(const assay_value_test *test, const uint8_t *text, size_t length);

#endif
