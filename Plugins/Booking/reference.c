/* SPDX-License-Identifier: Apache-2.0
 *
 * booking.reference
 *
 * A booking reference: the hotel's two letters, seven digits and a check letter.
 *
 *     reference = 2upper "-" 7digit "-" check       "AB-1234567-B"
 *
 * check: number the nine letters and digits from 2 to 10; multiply each number by the value of its
 * character (0-9 are 0...9, A-Z are 10...35); the sum modulo 23 picks a letter from
 * ABCDEFGHJKLMNPQRSTUVWXY (no I, no O, no Z). 23 is prime: each wrong digit and each swap of two
 * unlike digits changes the letter. Two letters of the hotel that are 23 apart are not told apart.
 */
#include "booking.h"

enum { FORMAT, CHECK };
static const assay_code *const codes[] = {
    &(const assay_code){.struct_size = sizeof(assay_code),
                        .id = STR("reference.format"),
                        .message = STR("must be a booking reference like AB-1234567-B")},
    &(const assay_code){.struct_size = sizeof(assay_code),
                        .id = STR("reference.check"),
                        .message = STR("must end with the right check letter")},
};
static const assay_example *const examples[] = {
    EXAMPLE(ASSAY_PASS, 0, "\"AB-1234567-B\"", "reference"),
    EXAMPLE(ASSAY_PASS, 0, "\"HX-0000042-F\"", "reference"),
    EXAMPLE(ASSAY_FAIL, FORMAT, "\"AB1234567B\"", "reference"),
    EXAMPLE(ASSAY_FAIL, CHECK, "\"AB-1234576-B\"", "reference"),
};

static assay_verdict failed(uint32_t code) { return (assay_verdict){.status = ASSAY_FAIL, .code = code}; }

static assay_verdict check(const assay_value *value) {
    static const char shape[] = "AA-0000000-A", letters[] = "ABCDEFGHJKLMNPQRSTUVWXY";
    const uint8_t *text = value->as.ptr;
    unsigned sum = 0, weight = 2;
    if (value->len != sizeof shape - 1)
        return failed(FORMAT);
    for (unsigned i = 0; i < sizeof shape - 1; i++) {
        unsigned digit = text[i] - (unsigned)'0', letter = text[i] - (unsigned)'A';
        if (shape[i] == '-' ? text[i] != '-' : shape[i] == '0' ? digit > 9 : letter > 25)
            return failed(FORMAT);
        if (shape[i] != '-' && weight <= 10)
            sum += weight++ * (shape[i] == '0' ? digit : letter + 10);
    }
    return text[11] == (uint8_t)letters[sum % 23] ? (assay_verdict){.status = ASSAY_PASS} : failed(CHECK);
}

static assay_rc evaluate(const void *inst, const assay_call *call, const assay_batch *batch,
                         assay_verdict *out) {
    (void)inst, (void)call;
    for (uint32_t row = 0; row < batch->count; row++)
        out[row] = check(&batch->columns[0][row]);
    return ASSAY_OK;
}

const assay_rule booking_reference = {
    .struct_size = sizeof(assay_rule),
    .flags = ASSAY_RULE_CONCURRENT | ASSAY_RULE_PURE,
    .id = STR("reference"),
    .summary = STR("A booking reference with its check letter"),
    .kinds = ASSAY_KIND_BIT(ASSAY_STR),
    .codes = codes,
    .code_count = COUNT_OF(codes),
    .examples = examples,
    .example_count = COUNT_OF(examples),
    .evaluate = evaluate,
};
