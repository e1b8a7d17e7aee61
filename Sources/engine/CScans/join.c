// SPDX-License-Identifier: Apache-2.0
//
// Makes one program of two.

#include "assay_scans.h"

#include <string.h>

static bool is_end(uint8_t operation) {
    return operation == ASSAY_SCAN_END || operation == ASSAY_SCAN_YES || operation == ASSAY_SCAN_ANYWHERE;
}

static bool has_labels(uint8_t operation) {
    return operation == ASSAY_SCAN_LABELS || operation == ASSAY_SCAN_SOME_LABELS;
}

static bool jumps(uint8_t operation) {
    return operation == ASSAY_SCAN_UNLESS || operation == ASSAY_SCAN_IF || operation == ASSAY_SCAN_JUMP;
}

static bool is_same_class(const assay_scan *scan, uint32_t number, const assay_scan *other, uint32_t class) {
    return scan->beyond[number] == other->beyond[class] &&
           memcmp(scan->low[number], other->low[class], sizeof scan->low[number]) == 0;
}

// The number of another scan's class, which is added where it is not there yet; ASSAY_SCAN_CLASSES where
// there is no room.
static uint8_t class_number(assay_scan *scan, const assay_scan *other, uint32_t class) {
    uint8_t number = 0;
    while (number < scan->class_count && !is_same_class(scan, number, other, class))
        number++;
    if (number == scan->class_count && number < ASSAY_SCAN_CLASSES) {
        memcpy(scan->low[number], other->low[class], sizeof scan->low[number]);
        scan->beyond[number] = other->beyond[class];
        scan->class_count++;
    }
    return number;
}

static void append(assay_scan *scan, assay_scan_step step, const uint8_t *numbers, uint8_t start) {
    step.class_number = numbers[step.class_number];
    if (has_labels(step.operation))
        step.target = numbers[step.target];
    else if (jumps(step.operation))
        step.target += start;
    scan->steps[scan->step_count++] = step;
}

bool assay_scan_join(assay_scan *scan, const assay_scan *other) {
    assay_scan joined = *scan;
    uint8_t numbers[ASSAY_SCAN_CLASSES];
    if (scan->step_count + other->step_count > ASSAY_SCAN_STEPS)
        return false;
    for (uint32_t number = 0; number < other->class_count; number++) {
        numbers[number] = class_number(&joined, other, number);
        if (numbers[number] == ASSAY_SCAN_CLASSES)
            return false;
    }
    const uint8_t start = (uint8_t)scan->step_count;
    for (uint8_t place = 0; place < start; place++) {
        if (is_end(joined.steps[place].operation) && joined.steps[place].target == 0)
            joined.steps[place].target = start;
    }
    joined.is_short |= other->is_short;
    for (uint32_t place = 0; place < other->step_count; place++)
        append(&joined, other->steps[place], numbers, start);
    *scan = joined;
    return true;
}
