/* SPDX-License-Identifier: Apache-2.0
 *
 * numericText(allowSymbols: bool = true)
 *
 * A text that writes a number in ASCII digits, of any size.
 *
 *     value = [ "+" / "-" ] ( 1*digit / *digit "." 1*digit )       1*digit with allowSymbols = false
 *
 * Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "number_text.h"

enum { FORMAT };

static inline assay_verdict check(assay_str text, const void *inst) {
    bool symbols = assay_options(inst);
    size_t start = symbols ? sign_length(text.ptr, text.len) : 0;
    size_t at = skip_digits(text.ptr, text.len, start);
    if (symbols && at < text.len && text.ptr[at] == '.') {
        start = at + 1;
        at = skip_digits(text.ptr, text.len, start);
    }
    return assay_pass_if(at == text.len && at > start, FORMAT);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(numericText, "A number written as text", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "allowSymbols",
                                                 "A sign and a decimal point are allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(true))),
                ASSAY_CODES(ASSAY_CODE("numericText.format", "must be a number written in digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"-4.2\"", "numericText"), ASSAY_VALID("\".5\"", "numericText"),
                               ASSAY_VALID("\"007\"", "numericText(allowSymbols=false)"),
                               ASSAY_INVALID(FORMAT, "\"5.\"", "numericText"),
                               ASSAY_INVALID(FORMAT, "\"1e3\"", "numericText"),
                               ASSAY_INVALID(FORMAT, "\"-4\"", "numericText(allowSymbols=false)")),
                .create = create);
