/* SPDX-License-Identifier: Apache-2.0
 *
 * currency(form: alpha | numeric = alpha, ignoreCase: bool = false)
 *
 * A code of the list of ISO 4217: three letters in upper case, or three digits. Codes of funds, of metals,
 * for tests and for no currency are in the list. `ignoreCase`: letters in any case. Cost: a binary search.
 */
#include "code_rule.h"
#include "iso_codes_table.h"

enum { UNKNOWN };

static inline assay_verdict check(assay_str text, const void *inst) {
    static const assay_code_table *const tables[] = {&assay_currencies_alpha, &assay_currencies_numeric};
    uintptr_t options = assay_options(inst);
    return assay_pass_if(is_code(tables[options >> 1], text, options & 1, CODES_UPPER), UNKNOWN);
}

ASSAY_CREATE_OPTIONS(create, (uintptr_t)params[0].as.i64 << 1 | (params[1].as.i64 ? 1u : 0u))

ASSAY_TEXT_RULE(
    currency, "A currency code (ISO 4217)", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "form", "The form of the code",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("alpha"), ASSAY_STR_LITERAL("numeric")),
                                     ASSAY_DEFAULT_TEXT("alpha")),
                     IGNORE_CASE_PARAMETER),
    ASSAY_CODES(ASSAY_CODE("currency.unknown", "must be a currency code")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"EUR\"", "currency"), ASSAY_VALID("\"978\"", "currency(numeric)"),
                   ASSAY_INVALID(UNKNOWN, "\"DEM\"", "currency"),
                   ASSAY_INVALID(UNKNOWN, "\"eur\"", "currency")),
    .create = create);
