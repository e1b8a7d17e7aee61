// SPDX-License-Identifier: Apache-2.0

#include "draw.h"

#include <string.h>

enum { MOST_STEPS = ASSAY_SCAN_STEPS / 2 };

unsigned draw(unsigned count) {
    // SplitMix64.
    static uint64_t state;
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = state;
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((bits ^ bits >> 31) % count);
}

bool draw_once_in(unsigned count) { return draw(count) == 0; }

// ---- bytes and classes ----

// Mostly one of a few, so that classes overlap and texts match.
static uint8_t draw_byte(void) {
    static const uint8_t few[] = {'a', 'b', 'q', 'z', 'A',  'Z',  '0',  '9',  '-',  '.', '@',
                                  '_', ' ', 0,   9,   0x7f, 0x80, 0xc3, 0xa9, 0xff, 0xf0};
    return draw_once_in(4) ? (uint8_t)draw(256) : few[draw(sizeof few)];
}

static bool is_of(const assay_scan *scan, unsigned class_number, uint8_t byte) {
    return byte < 0x80 ? scan->low[class_number][byte & 15] >> (byte >> 4) & 1
                       : scan->beyond[class_number] != 0;
}

static uint8_t draw_byte_of(const assay_scan *scan, unsigned class_number) {
    uint8_t byte = draw_byte();
    for (unsigned tries = 0; tries < 256 && !is_of(scan, class_number, byte); tries++)
        byte = draw_once_in(4) ? draw_byte() : (uint8_t)(byte + 1);
    return byte;
}

static void add_range(assay_scan *scan, unsigned class_number, unsigned first, unsigned last) {
    for (unsigned byte = first; byte <= last && byte < 0x80; byte++)
        scan->low[class_number][byte & 15] |= (uint8_t)(1u << (byte >> 4));
}

static void draw_class(assay_scan *scan, unsigned class_number) {
    const unsigned range_count = 1 + draw(4), kind = draw(4);
    for (unsigned range = 0; range < range_count; range++) {
        const unsigned first = draw_byte() & 0x7f, length = kind == 0 ? 0 : draw(kind * 20);
        add_range(scan, class_number, first, first + length);
    }
    if (kind == 3)
        for (unsigned half = 0; half < 16; half++)
            scan->low[class_number][half] ^= 0xff;
    scan->beyond[class_number] = draw_once_in(3) ? ~UINT64_C(0) : 0;
}

// ---- steps ----

static assay_scan_step *add_step(assay_scan *scan, uint8_t operation) {
    assay_scan_step *step = &scan->steps[scan->step_count++];
    step->operation = operation;
    step->class_number = (uint8_t)draw(scan->class_count);
    return step;
}

static void draw_run(assay_scan *scan) {
    assay_scan_step *step = add_step(scan, ASSAY_SCAN_RUN);
    step->least = (uint8_t)draw(draw_once_in(4) ? 40 : 4);
    step->most = draw_once_in(3) ? step->least : (uint8_t)(step->least + 1 + draw(8));
    if (draw_once_in(8)) {
        step->least = (uint8_t)draw(200);
        step->most = (uint8_t)(step->least + draw(ASSAY_SCAN_ANY_NUMBER - step->least));
    } else if (draw_once_in(3)) {
        step->most = ASSAY_SCAN_ANY_NUMBER;
    }
}

// Two classes that take turns; a place of neither may have any byte.
static void draw_block(assay_scan *scan) {
    const unsigned width = 1 + draw(draw_once_in(4) ? 60 : 12);
    const uint64_t all = (UINT64_C(1) << width) - 1, first = (UINT64_C(1) << draw(width)) | draw(1u << 12);
    add_step(scan, ASSAY_SCAN_PLACES)->places = first & all;
    assay_scan_step *last = add_step(scan, ASSAY_SCAN_PLACES);
    last->places = (~first & all & (draw_once_in(2) ? ~UINT64_C(0) : draw(1u << 12))) | UINT64_C(1)
                                                                                            << (width - 1);
    last->least = (uint8_t)(draw_once_in(8) ? draw(width) : width);
}

static void draw_literal(assay_scan *scan) {
    assay_scan_step *step = add_step(scan, ASSAY_SCAN_LITERAL);
    step->least = (uint8_t)(1 + draw(8));
    for (unsigned index = 0; index < step->least; index++)
        step->places |= (uint64_t)draw_byte() << 8 * index;
}

static void draw_labels(assay_scan *scan) {
    assay_scan_step *step = add_step(scan, draw_once_in(2) ? ASSAY_SCAN_LABELS : ASSAY_SCAN_SOME_LABELS);
    step->target = (uint8_t)draw(scan->class_count);
    step->least = (uint8_t)(1 + draw(3));
    step->most = draw_once_in(2) ? ASSAY_SCAN_ANY_NUMBER : (uint8_t)(step->least + draw(12));
}

static void draw_part(assay_scan *scan) {
    switch (draw(6)) {
    case 0:
        return draw_block(scan);
    case 1:
        return draw_literal(scan);
    case 2:
        return draw_labels(scan);
    default:
        return draw_run(scan);
    }
}

static void land(assay_scan *scan, uint32_t jump) { scan->steps[jump].target = (uint8_t)scan->step_count; }

// One part or another, or nothing.
static void draw_choice(assay_scan *scan) {
    const uint32_t otherwise = scan->step_count;
    add_step(scan, ASSAY_SCAN_UNLESS);
    draw_part(scan);
    const uint32_t end = scan->step_count;
    add_step(scan, ASSAY_SCAN_JUMP);
    land(scan, otherwise);
    if (draw_once_in(2))
        draw_part(scan);
    land(scan, end);
}

// A part for each byte of a class.
static void draw_loop(assay_scan *scan) {
    const uint32_t end = scan->step_count;
    const uint8_t class_number = add_step(scan, ASSAY_SCAN_UNLESS)->class_number;
    const uint8_t start = (uint8_t)scan->step_count;
    assay_scan_step *taken = add_step(scan, ASSAY_SCAN_PLACES);
    taken->class_number = class_number;
    taken->places = taken->least = 1;
    draw_part(scan);
    assay_scan_step *again = add_step(scan, ASSAY_SCAN_IF);
    again->class_number = class_number;
    again->target = start;
    land(scan, end);
}

void draw_scan(assay_scan *scan) {
    // The most that a choice takes, and the end.
    enum { ROOM = 7 };
    memset(scan, 0, sizeof *scan);
    scan->is_short = draw_once_in(4);
    scan->class_count = 1 + draw(ASSAY_SCAN_CLASSES);
    for (unsigned number = 0; number < scan->class_count; number++)
        draw_class(scan, number);
    const unsigned part_count = 1 + draw(5), kind = draw(8);
    for (unsigned part = 0; part < part_count && scan->step_count + ROOM <= MOST_STEPS && kind > 0; part++) {
        const unsigned form = draw(8);
        if (form == 0)
            draw_choice(scan);
        else if (form == 1)
            draw_loop(scan);
        else
            draw_part(scan);
    }
    add_step(scan, kind == 0 ? ASSAY_SCAN_ANYWHERE : kind == 1 ? ASSAY_SCAN_YES : ASSAY_SCAN_END);
}

void draw_places(assay_scan_places *places) {
    places->lengths = (uint64_t)draw(UINT32_MAX) << 32 | draw(UINT32_MAX) | 1;
    for (unsigned half = 0; half < 16; half++) {
        places->low[half] = (uint8_t)(draw(256) | draw(256));
        places->high[half] = (uint8_t)(draw(256) | draw(256));
    }
    for (unsigned place = 0; place <= ASSAY_SCAN_LONGEST; place++)
        places->groups[place] = (uint8_t)(draw(256) | draw(256) | draw(256));
}

// ---- texts ----

typedef struct {
    uint8_t *text;
    size_t length, most;
} writer;

static void put(writer *writer, uint8_t byte) {
    if (writer->length < writer->most)
        writer->text[writer->length++] = byte;
}

static void put_some_of(writer *writer, const assay_scan *scan, unsigned class_number, unsigned count) {
    for (unsigned index = 0; index < count; index++)
        put(writer, draw_byte_of(scan, class_number));
}

static unsigned draw_between(unsigned least, unsigned most) {
    const unsigned width = most > least ? most - least + 1 : 1;
    return least + draw(draw_once_in(4) || width < 6 ? width : 6);
}

static void put_labels(writer *writer, const assay_scan *scan, const assay_scan_step *step) {
    for (unsigned count = draw(4); count > 0; count--) {
        put_some_of(writer, scan, step->class_number, draw_between(step->least, step->most));
        put_some_of(writer, scan, step->target, 1);
    }
}

// The bytes of one class of a block, over those of another one.
static void put_places(writer *writer, const assay_scan *scan, const assay_scan_step *step) {
    for (unsigned place = 0; place < 64; place++) {
        const size_t at = writer->length + place;
        if (step->places >> place & 1 && at < writer->most)
            writer->text[at] = draw_byte_of(scan, step->class_number);
    }
    writer->length += step->least;
    if (writer->length > writer->most)
        writer->length = writer->most;
}

static void put_step(writer *writer, const assay_scan *scan, const assay_scan_step *step) {
    switch (step->operation) {
    case ASSAY_SCAN_RUN:
        return put_some_of(writer, scan, step->class_number, draw_between(step->least, step->most));
    case ASSAY_SCAN_PLACES:
        return put_places(writer, scan, step);
    case ASSAY_SCAN_LITERAL:
        for (unsigned index = 0; index < step->least; index++)
            put(writer, (uint8_t)(step->places >> 8 * index));
        return;
    case ASSAY_SCAN_LABELS:
    case ASSAY_SCAN_SOME_LABELS:
        return put_labels(writer, scan, step);
    case ASSAY_SCAN_ANYWHERE:
    case ASSAY_SCAN_YES:
        for (unsigned count = draw(20); count > 0; count--)
            put(writer, draw_byte());
        return;
    default:
        return;
    }
}

// Follows the steps, one way or the other, to the end of the program.
static void put_match(writer *writer, const assay_scan *scan) {
    const assay_scan_step *step = scan->steps;
    for (unsigned count = 0; count < 100; count++) {
        put_step(writer, scan, step);
        if (step->operation == ASSAY_SCAN_END || step->operation == ASSAY_SCAN_YES ||
            step->operation == ASSAY_SCAN_ANYWHERE)
            return;
        const bool may_jump = step->operation == ASSAY_SCAN_IF || step->operation == ASSAY_SCAN_UNLESS;
        if (step->operation == ASSAY_SCAN_JUMP || (may_jump && draw_once_in(2)))
            step = scan->steps + step->target;
        else
            step++;
    }
}

static void put_fitting(writer *writer, const assay_scan_places *places) {
    const unsigned length = draw(ASSAY_SCAN_LONGEST + 1);
    for (unsigned place = 0; place < length; place++) {
        uint8_t byte = draw_byte();
        for (unsigned tries = 0; tries < 256; tries++, byte++) {
            if (places->low[byte & 15] & places->high[byte >> 4] & places->groups[place])
                break;
        }
        put(writer, byte);
    }
}

// The length of a text that was changed a little, or not.
static size_t spoil(uint8_t *text, size_t length, size_t most) {
    switch (draw(8)) {
    case 0:
        if (length < most)
            text[length++] = draw_byte();
        return length;
    case 1:
        return length > 0 ? length - 1 : 0;
    case 2:
        if (length > 0)
            text[draw((unsigned)length)] = draw_byte();
        return length;
    default:
        return length;
    }
}

size_t draw_text(const assay_scan *scan, uint8_t text[LONGEST_TEXT]) {
    writer writer = {text, 0, draw_once_in(3) ? LONGEST_TEXT : ASSAY_SCAN_LONGEST};
    for (unsigned place = 0; place < LONGEST_TEXT; place++)
        text[place] = draw_byte();
    if (draw_once_in(8))
        return draw((unsigned)writer.most + 1);
    // By the table of places where that is not of the steps.
    if (scan->places.lengths && draw_once_in(2))
        put_fitting(&writer, &scan->places);
    else
        put_match(&writer, scan);
    return spoil(text, writer.length, writer.most);
}

size_t draw_other_text(uint8_t text[LONGEST_TEXT]) {
    const unsigned kind = draw(3);
    const size_t length = draw(kind == 0 ? LONGEST_TEXT : 21);
    for (size_t place = 0; place < length; place++)
        text[place] = kind == 1 ? draw_byte() : (uint8_t)('0' + draw(10));
    if (length > 0 && draw_once_in(3))
        text[0] = draw_once_in(2) ? '-' : '+';
    return spoil(text, length, LONGEST_TEXT);
}

// ---- tests ----

// 0 for every second sum, and one of the failures for the others.
static uint32_t rest_of_sum(const void *context, const uint8_t *text, size_t length) {
    unsigned sum = *(const uint8_t *)context;
    for (size_t place = 0; place < length; place++)
        sum += text[place];
    return sum % 2 == 0 ? 0 : sum / 2 % ASSAY_TEST_FAILURES + 1;
}

void draw_test(assay_value_test *test, const assay_scan *scan) {
    static const uint8_t starts[] = {0, 1};
    memset(test, 0, sizeof *test);
    test->kinds = draw(1u << ASSAY_KIND_COUNT) | (draw_once_in(8) ? 0 : 1u << ASSAY_STR);
    test->begins_visibly = draw_once_in(4);
    test->least_ascii = draw_once_in(2) ? draw(8) : 0;
    test->least_bytes = test->least_ascii * (1 + draw(3));
    test->most_bytes = draw_once_in(2) ? draw(LONGEST_TEXT) : UINT64_MAX;
    test->scan = draw_once_in(4) ? NULL : scan;
    test->check_count = (uint8_t)(draw_once_in(2) ? draw(ASSAY_TEST_CHECKS + 1) : 0);
    test->told_check = (uint8_t)draw(draw_once_in(2) ? 1 : ASSAY_TEST_CHECKS);
    test->told_failures = (uint8_t)(draw_once_in(4) ? draw(ASSAY_TEST_FAILURES) : ASSAY_TEST_FAILURES);
    for (unsigned check = 0; check < test->check_count; check++) {
        const bool is_number = draw_once_in(4);
        test->checks[check] = is_number ? assay_check_whole_number : rest_of_sum;
        test->contexts[check] = is_number ? (const void *)test : &starts[draw(2)];
    }
    test->least_integer = -(int64_t)draw(1000);
    test->most_integer = draw_once_in(2) ? INT64_MAX : (int64_t)draw(1000);
    test->least_count = draw(3);
    test->most_count = test->least_count + draw(3);
}
