/* SPDX-License-Identifier: Apache-2.0
 *
 * luhn(separators: bool = false)
 *
 * A number whose last digit is the check digit of ISO/IEC 7812-1 annex B ("Luhn", "modulus 10"):
 * from the right every second digit is doubled, the decimal digits of the products are added to the
 * other digits, and the sum is a multiple of 10.
 *
 *     value = digit 1*( [separator] digit )      separator = " " / "-", only with separators = true
 *
 * At least two digits, the number and its check digit; no upper limit. Only ASCII digits.
 * Finds every single wrong digit and every swap of neighbors except 09 and 90.
 * Cost: linear, eight digits a step; with separators one character a step.
 */
#include "luhn.h"
#include "text_check.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };

/* Right to left, so that the first digit met is the check digit. */
static assay_verdict check_separated(assay_str text) {
    uint64_t sum = 0, count = 0;
    bool after_separator = true;
    for (uint64_t i = text.len; i > 0; i--) {
        uint8_t byte = text.ptr[i - 1];
        bool separator = byte == ' ' || byte == '-';
        if (separator ? after_separator : !is_digit(byte))
            return assay_fail(CHARACTERS);
        after_separator = separator;
        if (separator)
            continue;
        unsigned digit = byte & 0x0Fu;
        sum += count++ % 2 == 0 ? digit : 2 * digit - (digit > 4 ? 9 : 0);
    }
    if (after_separator && count > 0)
        return assay_fail(CHARACTERS);
    return count < 2 ? assay_fail(LENGTH) : assay_pass_if(sum % 10 == 0, CHECK_DIGIT);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    if (!are_digits(text.ptr, text.len))
        return assay_options(inst) ? check_separated(text) : assay_fail(CHARACTERS);
    if (text.len < 2)
        return assay_fail(LENGTH);
    return assay_pass_if(luhn_holds(text.ptr, text.len), CHECK_DIGIT);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_CHECK(luhn, check)

ASSAY_TEXT_RULE(luhn, "A number with a Luhn check digit", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "separators",
                                                 "Single spaces and hyphens between digits are allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(false))),
                ASSAY_CODES(ASSAY_CODE("luhn.characters", "must contain only digits"),
                            ASSAY_CODE("luhn.length", "must have at least two digits"),
                            ASSAY_CODE("luhn.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"79927398713\"", "luhn"),
                               ASSAY_VALID("\"4111 1111-1111 1111\"", "luhn(separators=true)"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"79927398710\"", "luhn"),
                               ASSAY_INVALID(CHARACTERS, "\"7992 7398 713\"", "luhn"),
                               ASSAY_INVALID(CHARACTERS, "\"7992--7398-713\"", "luhn(separators=true)"),
                               ASSAY_INVALID(LENGTH, "\"0\"", "luhn")),
                .create = create);
