/* SPDX-License-Identifier: Apache-2.0
 *
 * decimalText(minPlaces: int?, maxPlaces: int?, separator: string = ".")
 *
 * A text that writes a decimal number in ASCII digits, of any size.
 *
 *     value = [ "+" / "-" ] ( 1*digit [ separator 1*digit ] / separator 1*digit )
 *
 * `minPlaces` and `maxPlaces` limit the digits after the separator, one character. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "number_text.h"

#include <stdlib.h>

enum { FORMAT, TOO_FEW, TOO_MANY };

typedef struct {
    uint64_t least, most;
    size_t separator_length;
    uint8_t separator[4];
} decimal_options;

static assay_verdict check(assay_str text, const void *inst) {
    const decimal_options *options = inst;
    size_t start = sign_length(text.ptr, text.len), at = skip_digits(text.ptr, text.len, start), places = 0;
    size_t width = options->separator_length;
    bool digits = at > start;
    if (text.len - at > width && memcmp(text.ptr + at, options->separator, width) == 0) {
        start = at + width;
        at = skip_digits(text.ptr, text.len, start);
        places = at - start;
        digits = places > 0;
    }
    if (at != text.len || !digits)
        return assay_fail(FORMAT);
    if (places < options->least)
        return assay_fail(TOO_FEW);
    return assay_pass_if(places <= options->most, TOO_MANY);
}

/* One character of UTF-8 that is no digit and no sign. */
static bool is_separator(const assay_value *text) {
    if (text->len == 0 || text->len > 4)
        return false;
    uint8_t first = text->as.ptr[0];
    uint64_t width = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return text->len == width && !is_digit(first) && first != '+' && first != '-';
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    if (!is_separator(&params[2]))
        return ASSAY_REJECT(call, "separator must be one character other than a digit or a sign");
    decimal_options options = {.most = UINT64_MAX, .separator_length = params[2].len};
    memcpy(options.separator, params[2].as.ptr, params[2].len);
    if (assay_is_given(&params[0]))
        options.least = (uint64_t)params[0].as.i64;
    if (assay_is_given(&params[1]))
        options.most = (uint64_t)params[1].as.i64;
    if (options.least > options.most)
        return ASSAY_REJECT(call, "minPlaces must not be greater than maxPlaces");
    decimal_options *kept = malloc(sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    *kept = options;
    *inst = kept;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    decimalText, "A decimal number written as text", check,
    ASSAY_PARAMETERS(
        ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "minPlaces", "The minimum number of digits after the separator",
                        ASSAY_BETWEEN(0, 1000000)),
        ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "maxPlaces", "The maximum number of digits after the separator",
                        ASSAY_BETWEEN(0, 1000000)),
        ASSAY_PARAMETER(ASSAY_PARAM_STRING, "separator", "The decimal separator", ASSAY_DEFAULT_TEXT("."))),
    ASSAY_CODES(ASSAY_CODE("decimalText.format", "must be a decimal number like 12{separator}50"),
                ASSAY_CODE("decimalText.tooFewPlaces",
                           "must have at least {minPlaces} {minPlaces:decimal place|decimal places}"),
                ASSAY_CODE("decimalText.tooManyPlaces",
                           "must have at most {maxPlaces} {maxPlaces:decimal place|decimal places}")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"-12.50\"", "decimalText"), ASSAY_VALID("\"12\"", "decimalText"),
                   ASSAY_VALID("\"12,5\"", "decimalText(separator=\",\")"),
                   ASSAY_INVALID(FORMAT, "\"12.\"", "decimalText"),
                   ASSAY_INVALID(FORMAT, "\"1e3\"", "decimalText"),
                   ASSAY_INVALID(TOO_FEW, "\"12.5\"", "decimalText(minPlaces=2)"),
                   ASSAY_INVALID(TOO_MANY, "\"12.505\"", "decimalText(maxPlaces=2)")),
    .create = create, .destroy = free);
