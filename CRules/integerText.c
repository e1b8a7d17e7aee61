/* SPDX-License-Identifier: Apache-2.0
 *
 * integerText(allowLeadingZeros: bool = true)
 *
 * A text that writes an integer in ASCII digits, of any size: [ "+" / "-" ] 1*digit. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "number_text.h"

enum { FORMAT, LEADING_ZERO };

static inline assay_verdict check(assay_str text, const void *inst) {
    size_t start = sign_length(text.ptr, text.len);
    if (start == text.len || skip_digits(text.ptr, text.len, start) != text.len)
        return assay_fail(FORMAT);
    return assay_pass_if(assay_options(inst) || text.ptr[start] != '0' || text.len == start + 1,
                         LEADING_ZERO);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(
    integerText, "An integer written as text", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "allowLeadingZeros",
                                     "Zeros before other digits are allowed", ASSAY_DEFAULT_BOOLEAN(true))),
    ASSAY_CODES(ASSAY_CODE("integerText.format", "must be an integer like -42"),
                ASSAY_CODE("integerText.leadingZero", "must not have leading zeros")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"-042\"", "integerText"),
                   ASSAY_VALID("\"0\"", "integerText(allowLeadingZeros=false)"),
                   ASSAY_INVALID(FORMAT, "\"4.2\"", "integerText"),
                   ASSAY_INVALID(FORMAT, "\"-\"", "integerText"),
                   ASSAY_INVALID(LEADING_ZERO, "\"-042\"", "integerText(allowLeadingZeros=false)")),
    .create = create);
