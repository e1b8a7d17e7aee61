// SPDX-License-Identifier: Apache-2.0
//
// Random scans, tests and texts, the same in every run.

#ifndef ASSAY_SCANS_DRAW_H
#define ASSAY_SCANS_DRAW_H

#include "assay_value_tests.h"

enum { LONGEST_TEXT = 200 };

// A number below `count`, which is not 0.
unsigned draw(unsigned count);

// True once in `count` times.
bool draw_once_in(unsigned count);

// A scan of up to 16 steps, so that two can be joined, without a table of places.
void draw_scan(assay_scan *scan);

// A table of places that has nothing to do with the steps.
void draw_places(assay_scan_places *places);

// A text that a scan is likely to match, or misses by little, mostly a short one; returns its length.
size_t draw_text(const assay_scan *scan, uint8_t text[LONGEST_TEXT]);

// A text that may be longer, a number, or one that scans know nothing about; returns its length.
size_t draw_other_text(uint8_t text[LONGEST_TEXT]);

// A test, with a scan or NULL. It is the context of its check of whole numbers, so it has to stay where it
// is.
void draw_test(assay_value_test *test, const assay_scan *scan);

#endif
