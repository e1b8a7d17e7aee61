// SPDX-License-Identifier: Apache-2.0
//
// Holds the levels of vectors that this processor has against the reference, on random scans, tests and
// texts.
//
//     check_levels ROUNDS      exit status 1 at the first difference
//     check_levels --chosen    prints the level that is chosen here

#include "assay_simd.h"
#include "draw.h"
#include "placed_texts.h"
#include "reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 24, FIELDS = 3, ELEMENTS = 3, RECORD_TESTS = 6 };

// What is looked at, for messages.
static struct {
    const char *level, *function;
    uint64_t round;
} current;

// How often what came out, so that nothing is left out.
static struct {
    uint64_t matches, texts, long_matches, long_texts, found_places, joined, outcomes[ASSAY_TEST_OUTCOMES],
        scan_outcomes[3], passed_all;
} counts;

static void fail(const char *what) {
    printf("%s: %s: round %" PRIu64 ": %s\n", current.level, current.function, current.round, what);
    exit(1);
}

static void expect(bool is_so, const char *what) {
    if (!is_so)
        fail(what);
}

// ---- values ----

static assay_value text_value(const assay_scan *scan) {
    uint8_t text[LONGEST_TEXT];
    const size_t length = draw_once_in(4) ? draw_other_text(text) : draw_text(scan, text);
    assay_value value = {.kind = ASSAY_STR, .len = length, .as.ptr = place_text(text, length)};
    bool is_ascii = true;
    for (size_t place = 0; place < length; place++)
        is_ascii &= text[place] < 0x80;
    if (is_ascii && draw_once_in(2))
        value.flags = ASSAY_FLAG_ASCII;
    if (length == 0 && draw_once_in(2))
        value.as.ptr = NULL;
    return value;
}

// A value; an array has `elements` if there is room for them.
static assay_value any_value(const assay_scan *scan, assay_value *elements) {
    assay_value value = {0};
    if (!draw_once_in(3))
        return text_value(scan);
    do
        value.kind = draw(ASSAY_KIND_COUNT);
    while (value.kind == ASSAY_STR || value.kind == ASSAY_DECIMAL || value.kind == ASSAY_BYTES);
    if (value.kind == ASSAY_ARRAY && elements) {
        value.as.items = draw_once_in(4) ? NULL : elements;
        value.len = draw(ELEMENTS + 1);
        for (unsigned index = 0; index < value.len; index++)
            elements[index] = any_value(scan, NULL);
    } else if (value.kind == ASSAY_OBJECT) {
        value.len = draw(6);
    } else if (value.kind == ASSAY_I64) {
        value.as.i64 = (int64_t)draw(3000) - 1500;
    }
    return value;
}

// ---- functions ----

typedef struct {
    const assay_simd_functions *functions;
    bool has_scans;
    const assay_scan *scan;
    // Says the same by its steps, unless the scan's table of places is another program.
    const assay_scan *by_steps;
    // The tests of a record; the first one is that of columns.
    assay_value_test tests[RECORD_TESTS];
    assay_value columns[FIELDS][ROWS], elements[FIELDS][ROWS][ELEMENTS];
    uint32_t rows[ROWS];
} trial;

static void check_scan(const trial *trial) {
    current.function = "scan";
    for (size_t row = 0; row < ROWS; row++) {
        const assay_value *value = &trial->columns[0][row];
        if (value->kind != ASSAY_STR || !is_scanned(trial->scan, value->len) || value->as.ptr == NULL)
            continue;
        const bool expected = expected_match(trial->by_steps, value->as.ptr, value->len);
        counts.texts++;
        counts.matches += expected;
        counts.long_texts += value->len > ASSAY_SCAN_LONGEST;
        counts.long_matches += expected && value->len > ASSAY_SCAN_LONGEST;
        expect(trial->functions->scan(trial->scan, value->as.ptr, value->len) == expected, "another answer");
    }
}

static assay_scan_outcome expected_of_row(const assay_scan *scan, const assay_value *value) {
    if (value->kind != ASSAY_STR || !is_scanned(scan, value->len) || value->as.ptr == NULL)
        return ASSAY_SCAN_NOT_SCANNED;
    return expected_match(scan, value->as.ptr, value->len) ? ASSAY_SCAN_ALL_MATCH : ASSAY_SCAN_NO_MATCH;
}

static void check_scan_rows(const trial *trial) {
    current.function = "scan_rows";
    const assay_value *column = trial->columns[0];
    for (size_t first = 0, next; first <= ROWS; first = next + 1) {
        assay_scan_outcome outcome, expected = ASSAY_SCAN_ALL_MATCH;
        size_t index = first;
        while (index < ROWS) {
            expected = expected_of_row(trial->scan, &column[trial->rows[index]]);
            if (expected != ASSAY_SCAN_ALL_MATCH)
                break;
            index++;
        }
        next = trial->functions->scan_rows(trial->scan, column, trial->rows, first, ROWS, &outcome);
        expect(next == index, "another index");
        expect(outcome == expected, "another outcome");
        counts.scan_outcomes[outcome]++;
    }
}

static void check_test(const trial *trial) {
    current.function = "test";
    size_t passed = 0;
    for (size_t row = 0; row < ROWS; row++) {
        const assay_value *value = &trial->columns[0][row];
        const uint32_t outcome = expected_outcome(&trial->tests[0], value, trial->has_scans);
        expect(trial->functions->test(&trial->tests[0], value) == (outcome == ASSAY_TEST_PASSED),
               "another answer");
        counts.outcomes[outcome]++;
        passed += outcome == ASSAY_TEST_PASSED && passed == row;
    }
    current.function = "test_all";
    for (size_t count = 0; count <= ROWS; count++)
        expect(trial->functions->test_all(&trial->tests[0], trial->columns[0], count) == (count <= passed),
               "another answer");
    counts.passed_all += passed;
}

static void check_test_rows(const trial *trial) {
    current.function = "test_rows";
    const size_t count = draw(ROWS + 1), rest = ROWS - count,
                 following = draw((unsigned)(rest < count ? rest : count) + 1);
    uint32_t failed[ROWS];
    uint8_t outcomes[ROWS];
    const size_t found = trial->functions->test_rows(&trial->tests[0], trial->columns[0], trial->rows, count,
                                                     following, failed, outcomes);
    size_t expected = 0;
    for (size_t index = 0; index < count; index++) {
        const uint32_t row = trial->rows[index];
        const uint32_t outcome =
            expected_outcome(&trial->tests[0], &trial->columns[0][row], trial->has_scans);
        if (outcome == ASSAY_TEST_PASSED)
            continue;
        expect(expected < found && failed[expected] == row, "another row");
        expect(outcomes[expected++] == outcome, "another outcome");
    }
    expect(found == expected, "more rows");
}

static void check_test_record(const trial *trial) {
    current.function = "test_record";
    assay_record_test tests[RECORD_TESTS];
    const assay_value *columns[FIELDS];
    for (size_t field = 0; field < FIELDS; field++)
        columns[field] = trial->columns[field];
    for (size_t index = 0; index < RECORD_TESTS; index++)
        tests[index] = (assay_record_test){
            .field = draw(FIELDS),
            .is_of_elements = draw_once_in(2),
            .test = draw_once_in(6) ? NULL : &trial->tests[index],
            .equal_field = draw_once_in(3) ? draw(FIELDS) : ASSAY_NO_FIELD,
        };
    for (size_t row = 0; row < ROWS; row++) {
        assay_failed_test failed[RECORD_TESTS], expected[RECORD_TESTS];
        const size_t count = draw(RECORD_TESTS + 1);
        const size_t found =
            trial->functions->test_record(tests, count, columns, row, ROWS - row - 1, failed);
        expect(found == expected_failures(tests, count, columns, row, trial->has_scans, expected),
               "another number");
        for (size_t index = 0; index < found; index++)
            expect(failed[index].test == expected[index].test &&
                       failed[index].outcome == expected[index].outcome,
                   "another test");
    }
}

// ---- rounds ----

static void draw_steps(assay_scan *scan) {
    draw_scan(scan);
    if (draw_once_in(4)) {
        assay_scan other;
        draw_scan(&other);
        counts.joined += assay_scan_join(scan, &other);
    }
}

static void run_round(const assay_simd_functions *functions) {
    static trial trial;
    assay_scan scan, by_steps;
    draw_steps(&scan);
    by_steps = scan;
    if (draw_once_in(2))
        assay_scan_find_places(&scan);
    counts.found_places += scan.places.lengths != 0;
    if (draw_once_in(4)) {
        draw_places(&scan.places);
        by_steps = scan;
    }
    trial.functions = functions;
    trial.has_scans = functions->scan != NULL;
    trial.scan = &scan;
    trial.by_steps = &by_steps;
    for (size_t index = 0; index < RECORD_TESTS; index++)
        draw_test(&trial.tests[index], &scan);
    for (size_t field = 0; field < FIELDS; field++) {
        for (size_t row = 0; row < ROWS; row++)
            trial.columns[field][row] = any_value(&scan, trial.elements[field][row]);
    }
    for (size_t row = 0; row < ROWS; row++)
        trial.rows[row] = draw(ROWS);
    if (trial.has_scans) {
        check_scan(&trial);
        check_scan_rows(&trial);
    }
    check_test(&trial);
    check_test_rows(&trial);
    check_test_record(&trial);
}

// Tells what the rounds were about; a test that no longer meets what it is for fails.
static void check_counts(bool has_scans) {
    current.function = "what the rounds met";
    for (unsigned outcome = 0; outcome < ASSAY_TEST_OUTCOMES; outcome++) {
        const bool is_of_scans = outcome == ASSAY_TEST_NO_MATCH;
        expect(counts.outcomes[outcome] > 0 || (is_of_scans && !has_scans), "no test had some outcome");
    }
    expect(counts.passed_all > 0, "no test passed");
    if (!has_scans)
        return;
    expect(counts.matches > counts.texts / 5 && counts.matches < counts.texts / 5 * 4,
           "too few answers of a kind");
    expect(counts.long_matches > counts.long_texts / 20 && counts.long_matches < counts.long_texts / 10 * 9,
           "too few answers of a kind about long texts");
    expect(counts.found_places > current.round / 50 && counts.joined > current.round / 50,
           "too few kinds of scans");
    for (unsigned outcome = 0; outcome < 3; outcome++)
        expect(counts.scan_outcomes[outcome] > 0, "no rows had some outcome");
    printf("%s: %" PRIu64 " texts, of which %" PRIu64 " match; %" PRIu64 " are long, of which %" PRIu64
           " match\n",
           current.level, counts.texts, counts.matches, counts.long_texts, counts.long_matches);
}

static void check_level(assay_simd_level level, uint64_t rounds) {
    const assay_simd_functions *functions = assay_simd_functions_of(level);
    memset(&counts, 0, sizeof counts);
    current.level = assay_simd_level_name(level);
    current.function = "names";
    current.round = 0;
    expect(assay_simd_level_named(current.level) == (int)level, "another level");
    expect((functions->scan == NULL) == (level == ASSAY_SIMD_NONE), "no scans");
    for (current.round = 0; current.round < rounds; current.round++)
        run_round(functions);
    check_counts(functions->scan != NULL);
}

int main(int argument_count, char **arguments) {
    if (argument_count == 2 && strcmp(arguments[1], "--chosen") == 0)
        return puts(assay_simd_level_name(assay_simd_chosen_level())) < 0;
    const uint64_t rounds = argument_count == 2 ? strtoull(arguments[1], NULL, 10) : 0;
    if (rounds == 0)
        return fputs("usage: check_levels ROUNDS | --chosen\n", stderr), 2;
    if (map_pages())
        puts("half of the texts have tags of memory");
    for (unsigned level = ASSAY_SIMD_NONE; level <= assay_simd_best_level(); level++)
        check_level((assay_simd_level)level, rounds);
    return 0;
}
