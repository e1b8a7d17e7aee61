/* SPDX-License-Identifier: Apache-2.0
 *
 * The rule taxId.de of Plugins/TaxId in C: as the plugin `taxIdC`, and as a function to be called without the
 * engine. */
#include "assay_plugin_c.h"

#include <string.h>

enum { FORMAT, DIGITS, CHECK };
enum { BATCH = 1024 };

/* Whether among the first ten digits one occurs twice or three times, not three times in a row, and
 * every other at most once. */
static int has_one_repeated_digit(const uint8_t *text) {
    uint64_t counts = 0; /* of each digit, in four bits each */
    int has_run_of_three = 0;
    for (int index = 0; index < 10; index++) {
        counts += UINT64_C(1) << ((text[index] - (unsigned)'0') * 4);
        has_run_of_three |= index > 1 && text[index] == text[index - 1] && text[index] == text[index - 2];
    }
    uint64_t twice_or_more = counts & UINT64_C(0x2222222222), four_or_more = counts & UINT64_C(0xCCCCCCCCCC);
    return !has_run_of_three && four_or_more == 0 && __builtin_popcountll(twice_or_more) == 1;
}

static unsigned iso_check_digit(const uint8_t *text) {
    unsigned product = 10;
    for (int index = 0; index < 10; index++) {
        unsigned sum = (product + text[index] - '0') % 10;
        product = (sum == 0 ? 10 : sum) * 2 % 11;
    }
    return (11 - product) % 10;
}

static assay_verdict check_value(const assay_value *value) {
    const uint8_t *text = value->as.ptr;
    if (value->len != 11 || text[0] == '0')
        return assay_fail(FORMAT);
    for (int index = 0; index < 11; index++)
        if (text[index] < '0' || text[index] > '9')
            return assay_fail(FORMAT);
    if (!has_one_repeated_digit(text))
        return assay_fail(DIGITS);
    return assay_pass_if(iso_check_digit(text) == text[10] - (unsigned)'0', CHECK);
}

ASSAY_RULE(de, "A German tax identification number", ASSAY_KIND_BIT(ASSAY_STR), check_value,
           ASSAY_CODES(ASSAY_CODE("de.format", "must be 11 digits that do not start with 0"),
                       ASSAY_CODE("de.digits", "must have one repeated digit"),
                       ASSAY_CODE("de.check", "must end with the right check digit")));

ASSAY_PLUGIN("taxIdC", "1.0.0", ASSAY_RULES(&assay_rule_de));

/* Checks `count` values in batches of at most `batch`, 1 to 1024, and returns how many fail. */
ASSAY_EXPORT uint64_t tax_id_failures(const assay_value *values, uint64_t count, uint64_t batch) {
    assay_verdict verdicts[BATCH];
    uint64_t failures = 0;
    for (uint64_t start = 0; start < count; start += batch) {
        uint32_t rows = (uint32_t)(count - start < batch ? count - start : batch);
        memset(verdicts, 0, rows * sizeof *verdicts);
        const assay_value *column = values + start;
        assay_evaluate_de(0, 0, &(const assay_batch){sizeof(assay_batch), rows, 1, 0, &column}, verdicts);
        for (uint32_t row = 0; row < rows; row++)
            failures += verdicts[row].status != ASSAY_PASS;
    }
    return failures;
}
