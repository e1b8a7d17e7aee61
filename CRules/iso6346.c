/* SPDX-License-Identifier: Apache-2.0
 *
 * iso6346
 *
 * The number of a freight container by ISO 6346.
 *
 *     number = 3("A"-"Z") category 6digit check      category = "U" / "J" / "Z" / "R"
 *
 * The owner's code ends with the category of equipment: U for containers, J for detachable equipment, Z
 * for trailers and chassis, and R, in use for refrigerated ones. Letters count from 10 on without the
 * multiples of 11 (A is 10, B 12, ... Z 38); the place from 0 on is the power of two that each value is
 * multiplied with. The sum modulo 11, with 10 as 0, is the check digit, which therefore does not find
 * every wrong digit. Cost: eleven characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECK_DIGIT };

/* A letter's number from 10 to 35 with the multiples of 11 left out. */
static unsigned value_of(uint8_t byte) {
    unsigned value = assay_base36[byte];
    return value < 11 ? value : value + (value - 1) / 10;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 11 || !are_digits(text.ptr + 4, 7))
        return assay_fail(FORMAT);
    uint8_t category = text.ptr[3];
    if (!is_upper(text.ptr[0]) || !is_upper(text.ptr[1]) || !is_upper(text.ptr[2]) ||
        (category != 'U' && category != 'J' && category != 'Z' && category != 'R'))
        return assay_fail(FORMAT);
    unsigned sum = 0;
    for (size_t i = 0; i < 10; i++)
        sum += value_of(text.ptr[i]) << i;
    return assay_pass_if(sum % 11 % 10 == digit_value(text.ptr[10]), CHECK_DIGIT);
}

ASSAY_TEXT_RULE(iso6346, "A freight container number (ISO 6346)", check,
                ASSAY_CODES(ASSAY_CODE("iso6346.format", "must be a container number, like CSQU3054383"),
                            ASSAY_CODE("iso6346.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"CSQU3054383\"", "iso6346"),
                               ASSAY_VALID("\"TOLU4734787\"", "iso6346"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"CSQU3054384\"", "iso6346"),
                               ASSAY_INVALID(FORMAT, "\"CSQX3054383\"", "iso6346"),
                               ASSAY_INVALID(FORMAT, "\"CSQU 305438 3\"", "iso6346")));
