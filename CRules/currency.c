/* SPDX-License-Identifier: Apache-2.0
 *
 * currency(form: alpha | numeric = alpha, ignoreCase: bool = false, withdrawn: bool = false)
 *
 * A code of the list of ISO 4217: three letters in upper case, or three digits. Codes of funds, of metals,
 * for tests and for no currency are in the list. `ignoreCase`: letters in any case. `withdrawn`: codes that
 * were in the list too. Cost: two binary searches.
 */
#include "code_rule.h"
#include "iso_codes_table.h"
#include "table_dates.h"

static inline assay_verdict check(const assay_value *value, const assay_row *row) {
    static const assay_code_list *const lists[] = {&assay_currencies_alpha, &assay_currencies_numeric};
    uintptr_t options = assay_options(row->inst);
    return assay_check_code(value, row, lists[options >> CODE_OPTION_BITS], options, CODES_UPPER);
}

ASSAY_CREATE_OPTIONS(create,
                     (uintptr_t)params[0].as.i64 << CODE_OPTION_BITS | CODE_OPTIONS(params[1], params[2]))

ASSAY_ROW_RULE(
    currency, "A currency code (ISO 4217, as of " CURRENCIES_DATE ")", ASSAY_KIND_BIT(ASSAY_STR), check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "form", "The form of the code",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("alpha"), ASSAY_STR_LITERAL("numeric")),
                                     ASSAY_DEFAULT_TEXT("alpha")),
                     IGNORE_CASE_PARAMETER, WITHDRAWN_PARAMETER),
    ASSAY_CODES(ASSAY_CODE("currency.unknown",
                           "must be a currency code (ISO 4217): {form:numeric=three digits, like 978|three "
                           "{ignoreCase:true=|upper-case }letters, like EUR}"),
                WITHDRAWN_CODE("currency.withdrawn")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"EUR\"", "currency"), ASSAY_VALID("\"978\"", "currency(numeric)"),
                   ASSAY_VALID("\"HRK\"", "currency(withdrawn=true)"),
                   ASSAY_INVALID(WITHDRAWN, "\"HRK\"", "currency"),
                   ASSAY_INVALID(UNKNOWN, "\"eur\"", "currency")),
    .create = create);
