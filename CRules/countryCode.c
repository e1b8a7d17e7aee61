/* SPDX-License-Identifier: Apache-2.0
 *
 * countryCode(form: alpha2 | alpha3 | numeric = alpha2, ignoreCase: bool = false)
 *
 * An officially assigned code of ISO 3166-1: two or three letters in upper case, or three digits.
 * `ignoreCase`: letters in any case.
 * Cost: a binary search.
 */
#include "code_rule.h"
#include "iso_codes_table.h"

enum { UNKNOWN };

static inline assay_verdict check(assay_str text, const void *inst) {
    static const assay_code_table *const tables[] = {&assay_countries_alpha2, &assay_countries_alpha3,
                                                     &assay_countries_numeric};
    uintptr_t options = assay_options(inst);
    return assay_pass_if(is_code(tables[options >> 1], text, options & 1, CODES_UPPER), UNKNOWN);
}

ASSAY_CREATE_OPTIONS(create, (uintptr_t)params[0].as.i64 << 1 | (params[1].as.i64 ? 1u : 0u))

ASSAY_TEXT_RULE(
    countryCode, "A country code (ISO 3166-1)", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "form", "The form of the code",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("alpha2"), ASSAY_STR_LITERAL("alpha3"),
                                                   ASSAY_STR_LITERAL("numeric")),
                                     ASSAY_DEFAULT_TEXT("alpha2")),
                     IGNORE_CASE_PARAMETER),
    ASSAY_CODES(ASSAY_CODE("countryCode.unknown", "must be a country code")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"DE\"", "countryCode"), ASSAY_VALID("\"DEU\"", "countryCode(alpha3)"),
                   ASSAY_VALID("\"276\"", "countryCode(form=numeric)"),
                   ASSAY_INVALID(UNKNOWN, "\"UK\"", "countryCode"),
                   ASSAY_INVALID(UNKNOWN, "\"de\"", "countryCode")),
    .create = create);
