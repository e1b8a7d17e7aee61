/* SPDX-License-Identifier: Apache-2.0
 *
 * vat(country: string?)
 *
 * A VAT identification number of a member state of the European Union, as VIES writes it, or of Great
 * Britain and Northern Ireland, Switzerland or Norway, with the country's check digits.
 *
 *     value = prefix number      prefix = two letters: ISO 3166-1, but EL for Greece, XI for Northern Ireland
 *
 * Upper case, no spaces; numbers of Switzerland have their printed form too (CHE-123.456.788 MWST), those
 * of Norway may end with MVA. With `country` (GR is EL) the prefix is optional. That a number is assigned
 * cannot be seen; VIES tells. Cost: a text of more than 20 bytes is rejected by its length.
 */
#include "assay_plugin_c.h"
#include "vat_numbers.h"

#include <string.h>

enum { COUNTRY, FORMAT, CHECK_DIGIT };

#define LONGEST 20u

static assay_verdict check_number(assay_vat_check check, const uint8_t *number, size_t length) {
    switch (check(number, length)) {
    case VAT_RIGHT:
        return assay_pass();
    case VAT_FORMAT:
        return assay_fail(FORMAT);
    default:
        return assay_fail(CHECK_DIGIT);
    }
}

/* An instance is the two letters of its country, or 0. */
static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t wanted = assay_options(inst);
    uint8_t country[] = {(uint8_t)(wanted >> 8), (uint8_t)wanted};
    if (text.len < 2 || text.len > LONGEST)
        return assay_fail(FORMAT);
    if (wanted && memcmp(text.ptr, country, 2) != 0) {
        assay_verdict verdict = check_number(assay_vat_check_of(country), text.ptr, text.len);
        return verdict.status != ASSAY_PASS && assay_vat_check_of(text.ptr) ? assay_fail(COUNTRY) : verdict;
    }
    assay_vat_check checks = assay_vat_check_of(text.ptr);
    return checks ? check_number(checks, text.ptr + 2, text.len - 2) : assay_fail(COUNTRY);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint8_t letters[2] = {0};
    *inst = NULL;
    if (!assay_is_given(&params[0]))
        return ASSAY_OK;
    if (params[0].len == 2)
        memcpy(letters, params[0].as.ptr, 2);
    if (memcmp(letters, "GR", 2) == 0)
        memcpy(letters, "EL", 2);
    if (!assay_vat_check_of(letters))
        return ASSAY_REJECT(call, "country must be the code of a member state of the EU, CH, GB, NO or XI");
    *inst = (void *)((uintptr_t)letters[0] << 8 | letters[1]);
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(vat, "A European VAT identification number (VIES)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(
                    ASSAY_PARAM_STRING, "country",
                    "The country, whose prefix may then be left out; by default any", ASSAY_OPTIONAL)),
                ASSAY_CODES(ASSAY_CODE("vat.country", "must begin with the prefix of an accepted country"),
                            ASSAY_CODE("vat.format", "must be a VAT number of its country"),
                            ASSAY_CODE("vat.checkDigit", "must have the right check digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"DE136695976\"", "vat"), ASSAY_VALID("\"ATU13585627\"", "vat"),
                               ASSAY_VALID("\"136695976\"", "vat(country=\"DE\")"),
                               ASSAY_VALID("\"CHE-107.787.577 IVA\"", "vat(country=\"CH\")"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"DE136695978\"", "vat"),
                               ASSAY_INVALID(FORMAT, "\"DE13669597\"", "vat"),
                               ASSAY_INVALID(COUNTRY, "\"US136695976\"", "vat"),
                               ASSAY_INVALID(COUNTRY, "\"ATU13585627\"", "vat(country=\"DE\")")),
                .create = create);
