/* SPDX-License-Identifier: Apache-2.0
 *
 * ean(length: 8 | 13 | 14?)
 *
 * A Global Trade Item Number by the GS1 General Specifications as printed below a bar code: EAN-8
 * (GTIN-8), EAN-13 (GTIN-13) or GTIN-14. Digits only; from the right the digits have the weights 1
 * and 3 in turn, and the sum is a multiple of 10. Without `length` each of the three is accepted.
 * The prefix of the issuing organization is not checked. Cost: at most 14 characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };

#define ANY_LENGTH (1u << 8 | 1u << 13 | 1u << 14)

static inline assay_verdict check(assay_str text, const void *inst) {
    if (!are_digits(text.ptr, text.len))
        return assay_fail(CHARACTERS);
    if (text.len > 14 || !(assay_options(inst) >> text.len & 1))
        return assay_fail(LENGTH);
    return assay_pass_if(gs1_sum(text.ptr, text.len) % 10 == 0, CHECK_DIGIT);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uintptr_t lengths = ANY_LENGTH;
    if (assay_is_given(&params[0]))
        lengths &= params[0].as.i64 >= 0 && params[0].as.i64 <= 14 ? (uintptr_t)1 << params[0].as.i64 : 0;
    if (!lengths)
        return ASSAY_REJECT(call, "length must be 8, 13 or 14");
    *inst = (void *)lengths;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(ean, "An article number (EAN, GTIN)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "length",
                                                 "The number of digits: 8, 13 or 14; by default any of these",
                                                 ASSAY_BETWEEN(8, 14))),
                ASSAY_CODES(ASSAY_CODE("ean.characters", "must contain only digits"),
                            ASSAY_CODE("ean.length", "must have {length:8=8|13=13|14=14|8, 13 or 14} digits"),
                            ASSAY_CODE("ean.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"4006381333931\"", "ean"), ASSAY_VALID("\"73513537\"", "ean(8)"),
                               ASSAY_VALID("\"10012345678902\"", "ean(length=14)"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"4006381333932\"", "ean"),
                               ASSAY_INVALID(LENGTH, "\"4006381333931\"", "ean(8)"),
                               ASSAY_INVALID(CHARACTERS, "\"400638133393 \"", "ean")),
                .create = create);
