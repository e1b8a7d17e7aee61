/* SPDX-License-Identifier: Apache-2.0
 *
 * fleet-c.listed: one of the words of the settings. */
#include "fleet.h"

enum { UNKNOWN };

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)call, (void)params;
    *inst = state;
    return ASSAY_OK;
}

static assay_verdict check(const assay_value *value, const assay_row *row) {
    const words *words = row->inst;
    if (words_have(words, (assay_str){value->as.ptr, value->len}))
        return assay_pass();
    const assay_value count = integer_value((int64_t)words->count);
    return assay_fail_with(row, UNKNOWN, &count, 1);
}

ASSAY_ROW_RULE(listed, "One of the words of the settings", ASSAY_KIND_BIT(ASSAY_STR), check, .create = create,
               ASSAY_CODES(ASSAY_CODE_WITH("listed.unknown", "must be one of {count} {count:word|words}",
                                           ASSAY_ARGUMENTS(STR("count")),
                                           GERMAN("muss eines von {count} {count:Wort|Wörtern} sein"))),
               ASSAY_EXAMPLES(ASSAY_VALID("\"van\"", "listed"), ASSAY_INVALID(UNKNOWN, "\"Van\"", "listed"),
                              ASSAY_INVALID(UNKNOWN, "\"\"", "listed"),
                              ASSAY_VALID_WITH("\"Van\"", "listed",
                                               ASSAY_SETTINGS("{\"caseSensitive\": false}")),
                              ASSAY_INVALID_WITH(UNKNOWN, "\"van\"", "listed",
                                                 ASSAY_SETTINGS("{\"words\": \"tram bus\"}"))));
