/* SPDX-License-Identifier: Apache-2.0
 *
 * subdivision(country: string?, ignoreCase: bool = false)
 *
 * The code of a subdivision of a country by ISO 3166-2, with the code of the country: DE-BY. `country` limits
 * the country; `ignoreCase`: letters in any case. Cost: a binary search.
 */
#include "code_rule.h"
#include "iso_codes_table.h"

enum { UNKNOWN, COUNTRY };

/* Options: whether to ignore the case, then the two letters of the country or 0. */
static inline assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    if (!is_code(&assay_subdivisions, text, options & 1, CODES_UPPER))
        return assay_fail(UNKNOWN);
    uintptr_t country = (uintptr_t)(text.ptr[0] & 0xDFu) << 8 | (text.ptr[1] & 0xDFu);
    return assay_pass_if(options >> 1 == 0 || options >> 1 == country, COUNTRY);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uintptr_t options = params[1].as.i64 ? 1u : 0u;
    if (assay_is_given(&params[0])) {
        if (params[0].len != 2 || !assay_has_code(&assay_countries_alpha2, params[0].as.ptr, 2))
            return ASSAY_REJECT(call, "country must be an ISO 3166-1 code, like \"DE\"");
        options |= ((uintptr_t)params[0].as.ptr[0] << 8 | params[0].as.ptr[1]) << 1;
    }
    *inst = (void *)options;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(subdivision, "A country subdivision code (ISO 3166-2)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_STRING, "country",
                                                 "The country, by ISO 3166-1 code; by default any",
                                                 ASSAY_OPTIONAL),
                                 IGNORE_CASE_PARAMETER),
                ASSAY_CODES(ASSAY_CODE("subdivision.unknown", "must be a subdivision code, like DE-BY"),
                            ASSAY_CODE("subdivision.country", "must be a subdivision code of {country}")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"DE-BY\"", "subdivision"),
                               ASSAY_VALID("\"US-CA\"", "subdivision(\"US\")"),
                               ASSAY_INVALID(UNKNOWN, "\"DE-XX\"", "subdivision"),
                               ASSAY_INVALID(UNKNOWN, "\"BY\"", "subdivision(country=\"DE\")"),
                               ASSAY_INVALID(COUNTRY, "\"FR-IDF\"", "subdivision(country=\"DE\")")),
                .create = create);
