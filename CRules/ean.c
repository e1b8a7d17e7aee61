/* SPDX-License-Identifier: Apache-2.0
 *
 * ean(length: 8 | 13 | 14?)
 *
 * A Global Trade Item Number by the GS1 General Specifications as it stands below a bar code: EAN-8
 * (GTIN-8), EAN-13 (GTIN-13) or GTIN-14. Digits only; from the right the digits have the weights 1
 * and 3 in turn, and the sum is a multiple of 10. Without `length` each of the three is accepted.
 * The prefix of the issuing organisation is not checked. Cost: at most 14 characters.
 */
#include "digits.h"
#include "rule.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };
static const assay_code *const codes[] = {
    CODE("ean.characters", "must contain only digits"),
    CODE("ean.length", "must have as many digits as an EAN"),
    CODE("ean.checkDigit", "must end with the right check digit"),
};
static const assay_parameter *const parameters[] = {
    INTEGER("length", 8, 14, "8, 13 or 14 digits; any of these when not given"),
};
static const assay_example *const examples[] = {
    VALID("\"4006381333931\"", "ean"),
    VALID("\"73513537\"", "ean(8)"),
    VALID("\"10012345678902\"", "ean(length=14)"),
    INVALID(CHECK_DIGIT, "\"4006381333932\"", "ean"),
    INVALID(LENGTH, "\"4006381333931\"", "ean(8)"),
    INVALID(CHARACTERS, "\"400638133393 \"", "ean"),
};

#define ANY_LENGTH (1u << 8 | 1u << 13 | 1u << 14)

static inline assay_verdict judge(const void *inst, assay_str text) {
    if (!are_digits(text.ptr, text.len))
        return fail(CHARACTERS);
    if (text.len > 14 || !(options_of(inst) >> text.len & 1))
        return fail(LENGTH);
    unsigned sum = 0, weight = 1;
    for (uint64_t i = text.len; i > 0; i--, weight ^= 2)
        sum += weight * (text.ptr[i - 1] & 0x0Fu);
    return pass_if(sum % 10 == 0, CHECK_DIGIT);
}
EVALUATE_EACH(judge)

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uintptr_t lengths = ANY_LENGTH;
    if (is_given(&params[0]))
        lengths &= params[0].as.i64 >= 0 && params[0].as.i64 <= 14 ? (uintptr_t)1 << params[0].as.i64 : 0;
    if (!lengths)
        return REFUSE(call, "length must be 8, 13 or 14");
    *inst = (void *)lengths;
    return ASSAY_OK;
}
OPTION_RULE(ean, "An article number (EAN, GTIN)");
