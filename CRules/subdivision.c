/* SPDX-License-Identifier: Apache-2.0
 *
 * subdivision(country: string?, ignoreCase: bool = false, withdrawn: bool = false)
 *
 * The code of a subdivision of a country by ISO 3166-2, with the code of the country: DE-BY. `country` limits
 * the country; `ignoreCase`: letters in any case. `withdrawn`: codes that were deleted or replaced by others
 * too. Cost: two binary searches.
 */
#include "code_rule.h"
#include "iso_codes_table.h"
#include "table_dates.h"

enum { COUNTRY = WITHDRAWN + 1 };

/* Options: those of all codes, then the two letters of the country or 0. */
static inline assay_verdict check(const assay_value *value, const assay_row *row) {
    uintptr_t options = assay_options(row->inst), country = options >> CODE_OPTION_BITS;
    assay_verdict verdict = assay_check_code(value, row, &assay_subdivisions, options, CODES_UPPER);
    if (verdict.status != ASSAY_PASS || country == 0)
        return verdict;
    const uint8_t *text = value->as.ptr;
    return assay_pass_if(country == ((uintptr_t)(text[0] & 0xDFu) << 8 | (text[1] & 0xDFu)), COUNTRY);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uintptr_t options = CODE_OPTIONS(params[1], params[2]);
    if (assay_is_given(&params[0])) {
        if (params[0].len != 2 || !assay_has_code(&assay_countries_alpha2.current, params[0].as.ptr, 2))
            return ASSAY_REJECT(call, "country must be an ISO 3166-1 code, like \"DE\"");
        options |= ((uintptr_t)params[0].as.ptr[0] << 8 | params[0].as.ptr[1]) << CODE_OPTION_BITS;
    }
    *inst = (void *)options;
    return ASSAY_OK;
}

ASSAY_ROW_RULE(subdivision, "A country subdivision code (ISO 3166-2, as of " SUBDIVISIONS_DATE ")",
               ASSAY_KIND_BIT(ASSAY_STR), check,
               ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "country",
                                                "The country, by ISO 3166-1 code; by default any",
                                                ASSAY_OPTIONAL),
                                IGNORE_CASE_PARAMETER, WITHDRAWN_PARAMETER),
               ASSAY_CODES(ASSAY_CODE("subdivision.unknown", "must be a subdivision code, like DE-BY"),
                           WITHDRAWN_CODE("subdivision.withdrawn"),
                           ASSAY_CODE("subdivision.country", "must be a subdivision code of {country}")),
               ASSAY_EXAMPLES(ASSAY_VALID("\"DE-BY\"", "subdivision"),
                              ASSAY_VALID("\"US-CA\"", "subdivision(\"US\")"),
                              ASSAY_VALID("\"FR-75\"", "subdivision(withdrawn=true)"),
                              ASSAY_INVALID(UNKNOWN, "\"DE-XX\"", "subdivision"),
                              ASSAY_INVALID(WITHDRAWN, "\"FR-75\"", "subdivision"),
                              ASSAY_INVALID(UNKNOWN, "\"BY\"", "subdivision(country=\"DE\")"),
                              ASSAY_INVALID(COUNTRY, "\"FR-IDF\"", "subdivision(country=\"DE\")")),
               .create = create);
