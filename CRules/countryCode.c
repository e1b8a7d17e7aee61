/* SPDX-License-Identifier: Apache-2.0
 *
 * countryCode(form: alpha2 | alpha3 | numeric = alpha2, ignoreCase: bool = false, withdrawn: bool = false)
 *
 * An officially assigned code of ISO 3166-1: two or three letters in upper case, or three digits.
 * `ignoreCase`: letters in any case. `withdrawn`: codes of former countries (ISO 3166-3) too, unless another
 * country has the code now.
 * Cost: two binary searches.
 */
#include "code_rule.h"
#include "iso_codes_table.h"
#include "table_dates.h"

static inline assay_verdict check(const assay_value *value, const assay_row *row) {
    static const assay_code_list *const lists[] = {&assay_countries_alpha2, &assay_countries_alpha3,
                                                   &assay_countries_numeric};
    uintptr_t options = assay_options(row->inst);
    return assay_check_code(value, row, lists[options >> CODE_OPTION_BITS], options, CODES_UPPER);
}

ASSAY_CREATE_OPTIONS(create,
                     (uintptr_t)params[0].as.i64 << CODE_OPTION_BITS | CODE_OPTIONS(params[1], params[2]))

ASSAY_ROW_RULE(
    countryCode, "A country code (ISO 3166-1, as of " COUNTRIES_DATE ")", ASSAY_KIND_BIT(ASSAY_STR), check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "form", "The form of the code",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("alpha2"), ASSAY_STR_LITERAL("alpha3"),
                                                   ASSAY_STR_LITERAL("numeric")),
                                     ASSAY_DEFAULT_TEXT("alpha2")),
                     IGNORE_CASE_PARAMETER, WITHDRAWN_PARAMETER),
    ASSAY_CODES(
        ASSAY_CODE(
            "countryCode.unknown",
            "must be a country code (ISO 3166): {form:alpha3=three {ignoreCase:true=|upper-case }letters, "
            "like DEU|numeric=three digits, like 276|two {ignoreCase:true=|upper-case }letters, like DE}"),
        WITHDRAWN_CODE("countryCode.withdrawn")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"DE\"", "countryCode"), ASSAY_VALID("\"DEU\"", "countryCode(alpha3)"),
                   ASSAY_VALID("\"276\"", "countryCode(form=numeric)"),
                   ASSAY_VALID("\"YU\"", "countryCode(withdrawn=true)"),
                   ASSAY_INVALID(UNKNOWN, "\"UK\"", "countryCode"),
                   ASSAY_INVALID(WITHDRAWN, "\"YU\"", "countryCode"),
                   ASSAY_INVALID(UNKNOWN, "\"de\"", "countryCode")),
    .create = create);
