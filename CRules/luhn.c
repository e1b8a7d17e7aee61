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
 * Finds every single wrong digit and every swap of neighbours except 09 and 90.
 * Cost: linear, eight digits a step; with separators one character a step.
 */
#include "luhn.h"
#include "rule.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };
static const assay_code *const codes[] = {
    CODE("luhn.characters", "must contain only digits"),
    CODE("luhn.length", "must have at least two digits"),
    CODE("luhn.checkDigit", "must end with the right check digit"),
};
static const assay_parameter *const parameters[] = {
    BOOLEAN("separators", false, "single spaces and hyphens between digits are allowed"),
};
static const assay_example *const examples[] = {
    VALID("\"79927398713\"", "luhn"),
    VALID("\"4111 1111-1111 1111\"", "luhn(separators=true)"),
    INVALID(CHECK_DIGIT, "\"79927398710\"", "luhn"),
    INVALID(CHARACTERS, "\"7992 7398 713\"", "luhn"),
    INVALID(CHARACTERS, "\"7992--7398-713\"", "luhn(separators=true)"),
    INVALID(LENGTH, "\"0\"", "luhn"),
};

/* Right to left, so that the first digit met is the check digit. */
static assay_verdict judge_separated(assay_str text) {
    uint64_t sum = 0, count = 0;
    bool after_separator = true;
    for (uint64_t i = text.len; i > 0; i--) {
        uint8_t byte = text.ptr[i - 1];
        bool separator = byte == ' ' || byte == '-';
        if (separator ? after_separator : !is_digit(byte))
            return fail(CHARACTERS);
        after_separator = separator;
        if (separator)
            continue;
        unsigned digit = byte & 0x0Fu;
        sum += count++ % 2 == 0 ? digit : 2 * digit - (digit > 4 ? 9 : 0);
    }
    if (after_separator && count > 0)
        return fail(CHARACTERS);
    return count < 2 ? fail(LENGTH) : pass_if(sum % 10 == 0, CHECK_DIGIT);
}

static inline assay_verdict judge(const void *inst, assay_str text) {
    if (!are_digits(text.ptr, text.len))
        return options_of(inst) ? judge_separated(text) : fail(CHARACTERS);
    if (text.len < 2)
        return fail(LENGTH);
    return pass_if(luhn_holds(text.ptr, text.len), CHECK_DIGIT);
}
EVALUATE_EACH(judge)

CREATE_OPTIONS(params[0].as.i64 != 0)
OPTION_RULE(luhn, "A number with a check digit by Luhn");
