// SPDX-License-Identifier: Apache-2.0
//
// Programs over masks: patterns of runs of character classes, decided for a short text as a whole. A class
// becomes one word with a bit for each byte of the text; a run of the class is then a count of trailing ones.
// Of a longer text each step looks at the bytes that it is about, 64 at a time.

#ifndef ASSAY_SCANS_H
#define ASSAY_SCANS_H

#include "assay_plugin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The longest text that is decided as a whole, in bytes: a mask always ends with a zero.
#define ASSAY_SCAN_LONGEST 63
// The bound of a run of any number of bytes.
#define ASSAY_SCAN_ANY_NUMBER 255
#define ASSAY_SCAN_CLASSES 8
#define ASSAY_SCAN_STEPS 32

enum {
    // The text ends here, or the program says no. Where it says yes, the program at `target` decides, unless
    // that is 0.
    ASSAY_SCAN_END,
    // The program says yes, whatever follows; `target` as before.
    ASSAY_SCAN_YES,
    // `least` to `most` bytes of the class, as many as there are.
    ASSAY_SCAN_RUN,
    // Bytes of the class at the places of `places`, which count from here; then goes on `least` bytes
    // further.
    ASSAY_SCAN_PLACES,
    // The `least` bytes of `places`, at most eight, the first of them lowest.
    ASSAY_SCAN_LITERAL,
    // Goes on at `target` unless a byte of the class is next.
    ASSAY_SCAN_UNLESS,
    // Goes on at `target` if a byte of the class is next.
    ASSAY_SCAN_IF,
    // Goes on at `target`.
    ASSAY_SCAN_JUMP,
    // Any number of labels, each `least` to `most` bytes of the class and one of `target`, another class.
    // Stays before the
    // bytes that no such byte follows.
    ASSAY_SCAN_LABELS,
    // The same, and at least one label.
    ASSAY_SCAN_SOME_LABELS,
    // Yes if the class occurs anywhere, otherwise no; `target` as before.
    ASSAY_SCAN_ANYWHERE,
};

typedef struct {
    uint8_t operation;
    uint8_t class_number;
    uint8_t target;
    uint8_t least;
    uint8_t most;
    uint64_t places;
} assay_scan_step;

// A program whose yes depends on the length of the text, and on each byte by its place alone.
typedef struct {
    // A bit for each length that matches; 0: it is no such program.
    uint64_t lengths;
    // A byte belongs to the group g if bit g is set in both, by its lower and by its upper half.
    uint8_t low[16], high[16];
    // Of each place: the groups of which the byte there belongs to one.
    uint8_t groups[ASSAY_SCAN_LONGEST + 1];
} assay_scan_places;

// A class is a set of bytes: any of ASCII, and all of the others or none.
typedef struct {
    uint32_t class_count;
    uint32_t step_count;
    // The steps are for texts of at most ASSAY_SCAN_LONGEST bytes alone: a bound is too large to be kept, or
    // a loop would look at the same bytes many times.
    bool is_short;
    // Of each class: bit h of the byte l says whether the byte h * 16 + l belongs to it. Those beyond the
    // number of classes are zero.
    uint8_t low[ASSAY_SCAN_CLASSES][16];
    // Of each class: all ones if the bytes from 0x80 on belong to it, otherwise zero.
    uint64_t beyond[ASSAY_SCAN_CLASSES];
    // Ends with ASSAY_SCAN_END, ASSAY_SCAN_YES or ASSAY_SCAN_ANYWHERE; every round of a loop takes a byte.
    assay_scan_step steps[ASSAY_SCAN_STEPS];
    // Says the same as the steps.
    assay_scan_places places;
} assay_scan;

// Tells whether a text matches, of at most ASSAY_SCAN_LONGEST bytes if the program is short. Reads the text
// where it is and may read, without using it, what follows it in its page of memory.
typedef bool (*assay_scan_function)(const assay_scan *scan, const uint8_t *text, size_t length);

// What a scan of rows came to.
typedef enum { ASSAY_SCAN_ALL_MATCH, ASSAY_SCAN_NO_MATCH, ASSAY_SCAN_NOT_SCANNED } assay_scan_outcome;

// Goes over rows of a column from rows[first] on, up to rows[count - 1], and stops at the first one that does
// not match, or that is no text, or one too long for a short program. Returns its index in `rows`, or
// `count`.
typedef size_t (*assay_row_scan_function)(const assay_scan *scan, const assay_value *column,
                                          const uint32_t *rows, size_t first, size_t count,
                                          assay_scan_outcome *outcome);

// Makes of two programs one that says yes where both do, and looks at the text once. An empty program, all of
// whose bytes are zero, says yes. Returns false, and changes nothing, where there is no room for both.
bool assay_scan_join(assay_scan *scan, const assay_scan *other);

// Fills in `places` for steps that are complete.
void assay_scan_find_places(assay_scan *scan);

#endif
