/* SPDX-License-Identifier: Apache-2.0
 *
 * bic
 *
 * A Business Identifier Code by ISO 9362:2022.
 *
 *     bic = 4alnum 2("A"-"Z") 2alnum [ 3alnum ]      alnum = "A"-"Z" / digit
 *
 * Party prefix, country, party suffix, branch; upper case only. The country is not looked up.
 * Cost: at most eleven characters.
 */
#include "characters.h"
#include "rule.h"

enum { LENGTH, FORMAT };
static const assay_code *const codes[] = {
    CODE("bic.length", "must have 8 or 11 characters"),
    CODE("bic.format", "must have the form of a BIC, like DEUTDEFF500"),
};
static const assay_example *const examples[] = {
    VALID("\"DEUTDEFF\"", "bic"),
    VALID("\"DEUTDEFF500\"", "bic"),
    INVALID(LENGTH, "\"DEUTDEFF5\"", "bic"),
    INVALID(FORMAT, "\"DEUT12FF\"", "bic"),
    INVALID(FORMAT, "\"deutdeff\"", "bic"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    if (text.len != 8 && text.len != 11)
        return fail(LENGTH);
    bool good = is_upper(text.ptr[4]) && is_upper(text.ptr[5]);
    for (uint64_t i = 0; i < text.len; i++)
        good &= assay_base36[text.ptr[i]] != NOT_BASE36;
    return pass_if(good, FORMAT);
}
EVALUATE_EACH(judge)
PLAIN_RULE(bic, "A Business Identifier Code");
