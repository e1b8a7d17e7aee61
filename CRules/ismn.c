/* SPDX-License-Identifier: Apache-2.0
 *
 * ismn(hyphen: optional | required = optional)
 *
 * An International Standard Music Number by ISO 10957: thirteen digits, or the form of before 2008 with
 * "M" for "979-0".
 *
 *     ismn = ( "9790" / "M" ) publisher item check      publisher item = 8digit
 *
 * All hyphens or, with hyphen = optional, none. They are after the prefix, the publisher and the item:
 * 979-0-2306-7118-7, M-2306-7118-7. A publisher has three to seven digits, as its first ones say (ISMN
 * users' manual). The check digit is that of GS1, with "M" as 3. Cost: at most 17 characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, HYPHENS, CHECK_DIGIT };

/* The digits of a publisher, by the first digit of the eight that it shares with the item. */
static const uint8_t publisher_digits[] = {3, 4, 4, 4, 5, 5, 5, 6, 6, 7};

/* Copies the form with hyphens after the prefix, in which they are known to be, to eight digits and the
 * check digit; false where hyphens are elsewhere. */
static bool without_hyphens(const uint8_t *text, uint8_t *kept) {
    if (!is_digit(text[0]))
        return false;
    size_t publisher = publisher_digits[digit_value(text[0])], count = 0;
    for (size_t i = 0; i < 11; i++) {
        bool hyphen = i == publisher || i == 9;
        if (hyphen != (text[i] == '-'))
            return false;
        if (!hyphen)
            kept[count++] = text[i];
    }
    return true;
}

static assay_verdict check_compact(const uint8_t *digits) {
    if (!are_digits(digits, 9))
        return assay_fail(FORMAT);
    /* 979-0 has the sum 9 + 3 * 7 + 9, which is the 9 of "M": 3 times 3. */
    return assay_pass_if((9 + gs1_sum(digits, 9)) % 10 == 0, CHECK_DIGIT);
}

/* The length of the prefix, with its hyphens if there are any; 0 without. */
static size_t prefix_length(assay_str text, const char *prefix) {
    size_t i = 0;
    for (; prefix[i]; i++)
        if (i >= text.len || text.ptr[i] != (uint8_t)prefix[i])
            return 0;
    return i;
}

static assay_verdict check(assay_str text, const void *inst) {
    uint8_t kept[9];
    size_t hyphened = prefix_length(text, "979-0-") + prefix_length(text, "M-");
    if (hyphened) {
        if (text.len != hyphened + 11)
            return assay_fail(FORMAT);
        if (!without_hyphens(text.ptr + hyphened, kept))
            return assay_fail(HYPHENS);
        return check_compact(kept);
    }
    size_t compact = prefix_length(text, "9790") + prefix_length(text, "M");
    if (!compact || text.len != compact + 9)
        return assay_fail(FORMAT);
    return assay_options(inst) ? assay_fail(HYPHENS) : check_compact(text.ptr + compact);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(
    ismn, "An International Standard Music Number (ISO 10957)", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "hyphen", "With optional, the hyphens may be left out",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("optional"), ASSAY_STR_LITERAL("required")),
                        ASSAY_DEFAULT_TEXT("optional"))),
    ASSAY_CODES(ASSAY_CODE("ismn.format", "must be an ISMN, like 979-0-2306-7118-7"),
                ASSAY_CODE("ismn.hyphens", "must have hyphens after the prefix, the publisher and the item"),
                ASSAY_CODE("ismn.checkDigit", "must end with the right check digit")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"979-0-2306-7118-7\"", "ismn"), ASSAY_VALID("\"9790060115615\"", "ismn"),
                   ASSAY_VALID("\"M-2306-7118-7\"", "ismn(hyphen=required)"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"9790060115614\"", "ismn"),
                   ASSAY_INVALID(HYPHENS, "\"979-0-23067-118-7\"", "ismn"),
                   ASSAY_INVALID(HYPHENS, "\"9790060115615\"", "ismn(hyphen=required)"),
                   ASSAY_INVALID(FORMAT, "\"9783161484100\"", "ismn")),
    .create = create);
