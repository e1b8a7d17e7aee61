/* SPDX-License-Identifier: Apache-2.0
 *
 * language(form: alpha2 | alpha3 = alpha2, ignoreCase: bool = false, withdrawn: bool = false)
 *
 * A code of ISO 639-1 (two letters) or of ISO 639-2, -3 or -5 (three; both codes where 639-2 has two, and qaa
 * to qtz for private use), in lower case. `ignoreCase`: letters in any case. `withdrawn`: codes that were in
 * ISO 639-1 or -3 too.
 * Cost: two binary searches.
 */
#include "code_rule.h"
#include "iso_codes_table.h"
#include "table_dates.h"

static inline assay_verdict check(const assay_value *value, const assay_row *row) {
    static const assay_code_list *const lists[] = {&assay_languages_alpha2, &assay_languages_alpha3};
    uintptr_t options = assay_options(row->inst);
    return assay_check_code(value, row, lists[options >> CODE_OPTION_BITS], options, CODES_LOWER);
}

ASSAY_CREATE_OPTIONS(create,
                     (uintptr_t)params[0].as.i64 << CODE_OPTION_BITS | CODE_OPTIONS(params[1], params[2]))

ASSAY_ROW_RULE(
    language, "A language code (ISO 639, as of " LANGUAGES_DATE ")", ASSAY_KIND_BIT(ASSAY_STR), check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "form", "The form of the code",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("alpha2"), ASSAY_STR_LITERAL("alpha3")),
                                     ASSAY_DEFAULT_TEXT("alpha2")),
                     IGNORE_CASE_PARAMETER, WITHDRAWN_PARAMETER),
    ASSAY_CODES(
        ASSAY_CODE("language.unknown",
                   "must be a language code (ISO 639): {form:alpha3=three {ignoreCase:true=|lower-case "
                   "}letters, like deu|two {ignoreCase:true=|lower-case }letters, like de}"),
        WITHDRAWN_CODE("language.withdrawn")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"de\"", "language"), ASSAY_VALID("\"ger\"", "language(alpha3)"),
                   ASSAY_VALID("\"EN\"", "language(ignoreCase=true)"),
                   ASSAY_VALID("\"iw\"", "language(withdrawn=true)"),
                   ASSAY_INVALID(UNKNOWN, "\"xx\"", "language"),
                   ASSAY_INVALID(WITHDRAWN, "\"iw\"", "language"),
                   ASSAY_INVALID(UNKNOWN, "\"deu\"", "language")),
    .create = create);
