/* SPDX-License-Identifier: Apache-2.0
 *
 * bic
 *
 * A Business Identifier Code by ISO 9362:2022.
 *
 *     bic = 4alnum 2("A"-"Z") 2alnum [ 3alnum ]      alnum = "A"-"Z" / digit
 *
 * Party prefix, country (ISO 3166-1, and XK), party suffix, branch; upper case only.
 * Cost: at most eleven characters.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "iso_codes_table.h"

#include <string.h>

enum { LENGTH, FORMAT, COUNTRY };

/* XK, user-assigned, is Kosovo: SWIFT issues BICs with it. */
static bool is_country(const uint8_t *code) {
    return assay_has_code(&assay_countries_alpha2, code, 2) || memcmp(code, "XK", 2) == 0;
}

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 8 && text.len != 11)
        return assay_fail(LENGTH);
    bool good = is_upper(text.ptr[4]) && is_upper(text.ptr[5]);
    for (uint64_t i = 0; i < text.len; i++)
        good &= assay_base36[text.ptr[i]] != NOT_BASE36;
    if (!good)
        return assay_fail(FORMAT);
    return assay_pass_if(is_country(text.ptr + 4), COUNTRY);
}

ASSAY_TEXT_RULE(
    bic, "A Business Identifier Code", check,
    ASSAY_CODES(ASSAY_CODE("bic.length", "must have 8 or 11 characters"),
                ASSAY_CODE("bic.format", "must be a BIC, like DEUTDEFF500"),
                ASSAY_CODE("bic.country", "must have a country code as its fifth and sixth letters")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"DEUTDEFF\"", "bic"), ASSAY_VALID("\"DEUTDEFF500\"", "bic"),
                   ASSAY_INVALID(LENGTH, "\"DEUTDEFF5\"", "bic"),
                   ASSAY_INVALID(FORMAT, "\"DEUT12FF\"", "bic"), ASSAY_INVALID(FORMAT, "\"deutdeff\"", "bic"),
                   ASSAY_INVALID(COUNTRY, "\"PASSWORD\"", "bic")));
