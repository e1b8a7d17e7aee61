/* SPDX-License-Identifier: Apache-2.0
 *
 * vat(country: string?, separators: bool = false)
 *
 * A VAT identification number of a member state of the European Union, as VIES writes it, or of Great
 * Britain and Northern Ireland, Switzerland or Norway, with the country's check digits.
 *
 *     value = prefix number      prefix = two letters: ISO 3166-1, but EL for Greece, XI for Northern Ireland
 *
 * Upper case, no spaces; numbers of Switzerland have their printed form too (CHE-123.456.788 MWST), those
 * of Norway may end with MVA. With `country` (GR is EL) the prefix is optional. With `separators` single
 * spaces (no-break spaces too), hyphens and dots may separate characters, as people write such numbers; where
 * is not checked. That a number is assigned cannot be seen; VIES tells. Cost: a text of more than 20
 * characters besides separators is rejected by its length.
 */
#include "assay_plugin_c.h"
#include "digits.h"
#include "vat_numbers.h"

#include <string.h>

enum { COUNTRY, FORMAT, CHECK_DIGIT };

#define LONGEST 20u

/* Options: the two letters of the country, or 0, then flags. */
#define COUNTRY_LETTERS 0xFFFFu
#define SEPARATORS (1u << 16)

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

static size_t separator_length(const uint8_t *text, size_t length) {
    return *text == '-' || *text == '.' ? 1 : space_length(text, length);
}

/* Copies the number without single separators between two of its characters. Returns its length, or SIZE_MAX
 * if it is longer than any number or separators are elsewhere. */
static size_t without_all_separators(assay_str text, uint8_t kept[LONGEST]) {
    size_t count = 0;
    bool after_separator = true;
    for (size_t at = 0; at < text.len;) {
        size_t separator = separator_length(text.ptr + at, text.len - at);
        if (separator ? after_separator : count == LONGEST)
            return SIZE_MAX;
        if (!separator)
            kept[count++] = text.ptr[at];
        after_separator = separator > 0;
        at += separator ? separator : 1;
    }
    return after_separator ? SIZE_MAX : count;
}

static assay_verdict check_compact(assay_str text, uintptr_t wanted) {
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

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst), wanted = options & COUNTRY_LETTERS;
    if (!(options & SEPARATORS))
        return check_compact(text, wanted);
    uint8_t kept[LONGEST];
    size_t count = without_all_separators(text, kept);
    return count == SIZE_MAX ? assay_fail(FORMAT) : check_compact((assay_str){kept, count}, wanted);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint8_t letters[2] = {0};
    uintptr_t separators = params[1].as.i64 ? SEPARATORS : 0;
    *inst = (void *)separators;
    if (!assay_is_given(&params[0]))
        return ASSAY_OK;
    if (params[0].len == 2)
        memcpy(letters, params[0].as.ptr, 2);
    if (memcmp(letters, "GR", 2) == 0)
        memcpy(letters, "EL", 2);
    if (!assay_vat_check_of(letters))
        return ASSAY_REJECT(call, "country must be the code of a member state of the EU, CH, GB, NO or XI");
    *inst = (void *)(separators | (uintptr_t)letters[0] << 8 | letters[1]);
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    vat, "A European VAT identification number (VIES)", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "country",
                                     "The country, whose prefix may then be left out; by default any",
                                     ASSAY_OPTIONAL),
                     ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "separators",
                                     "Single spaces, hyphens and dots between characters are allowed",
                                     ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("vat.country", "must begin with the prefix of an accepted country"),
                ASSAY_CODE("vat.format", "must be a VAT number of its country"),
                ASSAY_CODE("vat.checkDigit", "must have the right check digits")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"DE136695976\"", "vat"), ASSAY_VALID("\"ATU13585627\"", "vat"),
                   ASSAY_VALID("\"136695976\"", "vat(country=\"DE\")"),
                   ASSAY_VALID("\"CHE-107.787.577 IVA\"", "vat(country=\"CH\")"),
                   ASSAY_VALID("\"BE 0428.759.497\"", "vat(separators=true)"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"DE136695978\"", "vat"),
                   ASSAY_INVALID(FORMAT, "\"DE 136 695 976\"", "vat"),
                   ASSAY_INVALID(FORMAT, "\"DE 136  695976\"", "vat(separators=true)"),
                   ASSAY_INVALID(FORMAT, "\"DE13669597\"", "vat"),
                   ASSAY_INVALID(COUNTRY, "\"US136695976\"", "vat"),
                   ASSAY_INVALID(COUNTRY, "\"ATU13585627\"", "vat(country=\"DE\")")),
    .create = create);
