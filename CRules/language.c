/* SPDX-License-Identifier: Apache-2.0
 *
 * language(form: alpha2 | alpha3 = alpha2, ignoreCase: bool = false)
 *
 * A code of ISO 639-1 (two letters) or of ISO 639-2, -3 or -5 (three; both codes where 639-2 has two, and qaa
 * to qtz for private use), in lower case. `ignoreCase`: letters in any case.
 * Cost: a binary search.
 */
#include "code_rule.h"
#include "iso_codes_table.h"

enum { UNKNOWN };

static inline assay_verdict check(assay_str text, const void *inst) {
    static const assay_code_table *const tables[] = {&assay_languages_alpha2, &assay_languages_alpha3};
    uintptr_t options = assay_options(inst);
    return assay_pass_if(is_code(tables[options >> 1], text, options & 1, CODES_LOWER), UNKNOWN);
}

ASSAY_CREATE_OPTIONS(create, (uintptr_t)params[0].as.i64 << 1 | (params[1].as.i64 ? 1u : 0u))

ASSAY_TEXT_RULE(language, "A language code (ISO 639)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "form", "The form of the code",
                                                 ASSAY_CHOICES(ASSAY_STR_LITERAL("alpha2"),
                                                               ASSAY_STR_LITERAL("alpha3")),
                                                 ASSAY_DEFAULT_TEXT("alpha2")),
                                 IGNORE_CASE_PARAMETER),
                ASSAY_CODES(ASSAY_CODE("language.unknown", "must be a language code")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"de\"", "language"), ASSAY_VALID("\"ger\"", "language(alpha3)"),
                               ASSAY_VALID("\"EN\"", "language(ignoreCase=true)"),
                               ASSAY_INVALID(UNKNOWN, "\"xx\"", "language"),
                               ASSAY_INVALID(UNKNOWN, "\"deu\"", "language")),
                .create = create);
