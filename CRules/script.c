/* SPDX-License-Identifier: Apache-2.0
 *
 * script(ignoreCase: bool = false)
 *
 * A code of ISO 15924: four letters, the first one in upper case; Qaaa to Qabx are for private use.
 * `ignoreCase`: letters in any case.
 * Cost: a binary search.
 */
#include "code_rule.h"
#include "iso_codes_table.h"
#include "table_dates.h"

static inline assay_verdict check(assay_str text, const void *inst) {
    return assay_pass_if(assay_is_code(&assay_scripts.current, text, assay_options(inst), CODES_TITLE),
                         UNKNOWN);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(script, "A script code (ISO 15924, as of " SCRIPTS_DATE ")", check,
                ASSAY_PARAMETERS(IGNORE_CASE_PARAMETER),
                ASSAY_CODES(ASSAY_CODE("script.unknown", "must be a script code (ISO 15924), like Latn")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"Latn\"", "script"),
                               ASSAY_VALID("\"LATN\"", "script(ignoreCase=true)"),
                               ASSAY_INVALID(UNKNOWN, "\"latn\"", "script"),
                               ASSAY_INVALID(UNKNOWN, "\"Xxxx\"", "script")),
                .create = create);
