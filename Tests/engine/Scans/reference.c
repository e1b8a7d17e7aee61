// SPDX-License-Identifier: Apache-2.0

#include "reference.h"

// ---- scans ----

static bool is_of(const assay_scan *scan, unsigned class_number, uint8_t byte) {
    if (byte >= 0x80)
        return scan->beyond[class_number] != 0;
    return scan->low[class_number][byte % 16] >> byte / 16 & 1;
}

static bool fits_places(const assay_scan_places *places, const uint8_t *text, size_t length) {
    for (size_t place = 0; place < length; place++) {
        if (!(places->low[text[place] % 16] & places->high[text[place] / 16] & places->groups[place]))
            return false;
    }
    return places->lengths >> length & 1;
}

typedef struct {
    const assay_scan *scan;
    const uint8_t *text;
    size_t length, place;
} reader;

static bool has_at(const reader *reader, unsigned class_number, size_t place) {
    return place < reader->length && is_of(reader->scan, class_number, reader->text[place]);
}

static size_t bound_of(const assay_scan_step *step) {
    return step->most == ASSAY_SCAN_ANY_NUMBER ? SIZE_MAX : step->most;
}

static bool take_run(reader *reader, const assay_scan_step *step) {
    size_t count = 0;
    while (count < bound_of(step) && has_at(reader, step->class_number, reader->place)) {
        reader->place++;
        count++;
    }
    return count >= step->least;
}

static bool take_places(reader *reader, const assay_scan_step *step) {
    for (unsigned place = 0; place < 64; place++) {
        if (step->places >> place & 1 && !has_at(reader, step->class_number, reader->place + place))
            return false;
    }
    reader->place += step->least;
    return true;
}

static bool take_literal(reader *reader, const assay_scan_step *step) {
    for (unsigned index = 0; index < step->least; index++) {
        if (reader->place >= reader->length ||
            reader->text[reader->place] != (uint8_t)(step->places >> 8 * index))
            return false;
        reader->place++;
    }
    return true;
}

static bool take_labels(reader *reader, const assay_scan_step *step, bool is_needed) {
    size_t start = reader->place, place = start;
    for (;; place++) {
        if (has_at(reader, step->target, place)) {
            const size_t length = place - start;
            if (length == 0 || length < step->least || length > bound_of(step))
                return false;
            start = place + 1;
        } else if (!has_at(reader, step->class_number, place)) {
            break;
        }
    }
    const bool has_some = start > reader->place;
    reader->place = start;
    return has_some || !is_needed;
}

static bool occurs(const reader *reader, unsigned class_number) {
    for (size_t place = 0; place < reader->length; place++) {
        if (has_at(reader, class_number, place))
            return true;
    }
    return false;
}

static bool take(reader *reader, const assay_scan_step *step) {
    switch (step->operation) {
    case ASSAY_SCAN_RUN:
        return take_run(reader, step);
    case ASSAY_SCAN_PLACES:
        return take_places(reader, step);
    case ASSAY_SCAN_LITERAL:
        return take_literal(reader, step);
    case ASSAY_SCAN_LABELS:
        return take_labels(reader, step, false);
    case ASSAY_SCAN_SOME_LABELS:
        return take_labels(reader, step, true);
    case ASSAY_SCAN_END:
        return reader->place == reader->length;
    case ASSAY_SCAN_ANYWHERE:
        return occurs(reader, step->class_number);
    default:
        return true;
    }
}

bool is_scanned(const assay_scan *scan, size_t length) {
    return length <= ASSAY_SCAN_LONGEST || !scan->is_short;
}

bool expected_match(const assay_scan *scan, const uint8_t *text, size_t length) {
    if (scan->places.lengths && length <= ASSAY_SCAN_LONGEST)
        return fits_places(&scan->places, text, length);
    reader reader = {scan, text, length, 0};
    for (const assay_scan_step *step = scan->steps;;) {
        const bool is_next = has_at(&reader, step->class_number, reader.place);
        if (!take(&reader, step))
            return false;
        switch (step->operation) {
        case ASSAY_SCAN_UNLESS:
            step = is_next ? step + 1 : scan->steps + step->target;
            break;
        case ASSAY_SCAN_IF:
            step = is_next ? scan->steps + step->target : step + 1;
            break;
        case ASSAY_SCAN_JUMP:
            step = scan->steps + step->target;
            break;
        case ASSAY_SCAN_END:
        case ASSAY_SCAN_YES:
        case ASSAY_SCAN_ANYWHERE:
            if (step->target == 0)
                return true;
            step = scan->steps + step->target;
            reader.place = 0;
            break;
        default:
            step++;
        }
    }
}

// ---- tests ----

bool expected_whole_number(const assay_value_test *test, const uint8_t *text, size_t length) {
    size_t place = length > 0 && (text[0] == '-' || text[0] == '+');
    if (length - place < 1 || length - place > 18)
        return false;
    int64_t number = 0;
    for (; place < length; place++) {
        if (text[place] < '0' || text[place] > '9')
            return false;
        number = number * 10 + (text[place] - '0');
    }
    if (text[0] == '-')
        number = -number;
    return test->least_integer <= number && number <= test->most_integer;
}

static uint32_t expected_of_text(const assay_value_test *test, const assay_value *value, bool has_scans) {
    const bool is_ascii = (value->flags & ASSAY_FLAG_ASCII) != 0;
    const uint8_t *text = value->as.ptr;
    if (value->len < (is_ascii ? test->least_ascii : test->least_bytes))
        return ASSAY_TEST_UNCLEAR;
    if (text == NULL && (test->begins_visibly || test->scan || test->check_count > 0))
        return ASSAY_TEST_UNCLEAR;
    if (test->begins_visibly && (value->len == 0 || text[0] <= ' ' || text[0] >= 0x7f))
        return ASSAY_TEST_UNCLEAR;
    if (value->len > test->most_bytes)
        return ASSAY_TEST_LONG;
    if (test->scan && (!is_scanned(test->scan, value->len) || !has_scans))
        return ASSAY_TEST_UNCLEAR;
    if (test->scan && !expected_match(test->scan, text, value->len))
        return ASSAY_TEST_NO_MATCH;
    for (uint32_t check = 0; check < test->check_count; check++) {
        const uint32_t failure = test->checks[check] == assay_check_whole_number
                                     ? !expected_whole_number(test->contexts[check], text, value->len)
                                     : test->checks[check](test->contexts[check], text, value->len);
        if (failure > 0 && check == test->told_check && failure <= test->told_failures)
            return ASSAY_TEST_FAILURE + failure - 1;
        if (failure > 0)
            return ASSAY_TEST_CHECK + check;
    }
    return ASSAY_TEST_PASSED;
}

uint32_t expected_outcome(const assay_value_test *test, const assay_value *value, bool has_scans) {
    if (!(test->kinds & 1u << value->kind))
        return value->kind == ASSAY_ABSENT ? ASSAY_TEST_ABSENT : ASSAY_TEST_UNCLEAR;
    if (value->kind == ASSAY_STR)
        return expected_of_text(test, value, has_scans);
    if (value->kind == ASSAY_I64 && value->as.i64 < test->least_integer)
        return ASSAY_TEST_LESS;
    if (value->kind == ASSAY_I64 && value->as.i64 > test->most_integer)
        return ASSAY_TEST_MORE;
    const bool has_count = value->kind == ASSAY_ARRAY || value->kind == ASSAY_OBJECT;
    if (has_count && value->len < test->least_count)
        return ASSAY_TEST_FEW;
    if (has_count && value->len > test->most_count)
        return ASSAY_TEST_MANY;
    return ASSAY_TEST_PASSED;
}

static bool all_pass(const assay_value_test *test, const assay_value *values, uint64_t count,
                     bool has_scans) {
    for (uint64_t index = 0; index < count; index++) {
        if (expected_outcome(test, &values[index], has_scans) != ASSAY_TEST_PASSED)
            return false;
    }
    return true;
}

// What failed before them counts against the elements of an array, if they are many.
static uint32_t outcome_of_elements(const assay_value_test *test, const assay_value *value, bool has_failed,
                                    bool has_scans) {
    if (value->kind != ASSAY_ARRAY || value->as.items == NULL) {
        const bool is_right =
            value->kind == ASSAY_ARRAY || value->kind == ASSAY_NULL || value->kind == ASSAY_ABSENT;
        return is_right ? ASSAY_TEST_PASSED : ASSAY_TEST_UNCLEAR;
    }
    const bool is_tested = !has_failed || value->len <= ASSAY_FEW_ELEMENTS;
    const bool pass = test && is_tested && all_pass(test, value->as.items, value->len, has_scans);
    return pass ? ASSAY_TEST_PASSED : ASSAY_TEST_UNCLEAR;
}

static bool is_text_equal(const assay_value *value, const assay_value *other) {
    if (value->kind != ASSAY_STR || other->kind != ASSAY_STR || value->len != other->len)
        return false;
    if (value->as.ptr == NULL || other->as.ptr == NULL)
        return false;
    for (uint64_t i = 0; i < value->len; i++)
        if (value->as.ptr[i] != other->as.ptr[i])
            return false;
    return true;
}

size_t expected_failures(const assay_record_test *tests, size_t count, const assay_value *const *columns,
                         size_t row, bool has_scans, assay_failed_test *failed) {
    size_t found = 0;
    for (size_t index = 0; index < count; index++) {
        const assay_value_test *test = tests[index].test;
        const assay_value *value = &columns[tests[index].field][row];
        uint32_t outcome = ASSAY_TEST_UNCLEAR;
        if (tests[index].is_of_elements)
            outcome = outcome_of_elements(test, value, found > 0, has_scans);
        else if (test)
            outcome = expected_outcome(test, value, has_scans);
        else if (tests[index].equal_field != ASSAY_NO_FIELD)
            outcome = ASSAY_TEST_PASSED;
        const bool is_compared = !tests[index].is_of_elements && tests[index].equal_field != ASSAY_NO_FIELD;
        if (is_compared && outcome == ASSAY_TEST_PASSED &&
            !is_text_equal(value, &columns[tests[index].equal_field][row]))
            outcome = ASSAY_TEST_UNCLEAR;
        if (outcome != ASSAY_TEST_PASSED)
            failed[found++] = (assay_failed_test){(uint32_t)index, outcome};
    }
    return found;
}
