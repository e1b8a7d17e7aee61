/* SPDX-License-Identifier: Apache-2.0
 *
 * hslColor(allowSpaces: bool = true, alpha: allowed | forbidden | required = allowed, percent: bool = true)
 *
 * A color by hue, saturation and lightness in the functional notation of CSS Color 4.
 *
 *     color  = ( "hsl(" / "hsla(" ) parts ")"
 *     parts  = hue "," percentage "," percentage [ "," alpha ] / hue part part [ "/" alpha ]
 *     hue    = number [ "deg" / "grad" / "rad" / "turn" ]      part, alpha = number [ "%" ]
 *
 * In the form without commas hue, parts and alpha may be "none".
 * Any hue, since it is an angle; CSS clips saturation, lightness and alpha that are out of range. Names in
 * any case; with allowSpaces = false there is no white space. `percent`: false rejects an alpha value in
 * percent. Cost: a text of more than 256 bytes is rejected by its length.
 */
#include "color_text.h"

enum { FORMAT, ALPHA };

#define LONGEST 256u

static bool takes_hue(color_reader *reader, bool *none) {
    color_number hue = assay_read_color_part(reader);
    *none = hue.none;
    if (!hue.found || hue.percent)
        return false;
    bool unit = !hue.none && (takes_word(reader, "deg") || takes_word(reader, "grad") ||
                              takes_word(reader, "rad") || takes_word(reader, "turn"));
    return !unit || reader->at == reader->end || !is_name_byte(*reader->at);
}

static bool takes_parts(color_reader *reader, bool *comma) {
    bool none = false;
    if (!skip_spaces(reader) || !takes_hue(reader, &none) || !skip_spaces(reader))
        return false;
    *comma = reader->at < reader->end && *reader->at == ',';
    if (*comma && none)
        return false;
    for (size_t i = 0; i < 2; i++) {
        if (!takes_separator(reader, *comma))
            return false;
        color_number part = *comma ? assay_read_color_number(reader) : assay_read_color_part(reader);
        if (!part.found || (*comma && !part.percent))
            return false;
    }
    return skip_spaces(reader);
}

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    color_reader reader = {text.ptr, text.ptr + text.len, options & COLOR_SPACES};
    color_number alpha = {0};
    bool comma = false;
    if (text.len > LONGEST || !takes_word(&reader, "hsl"))
        return assay_fail(FORMAT);
    takes_word(&reader, "a");
    if (!takes_byte(&reader, '(') || !takes_parts(&reader, &comma))
        return assay_fail(FORMAT);
    if (takes_byte(&reader, comma ? ',' : '/')) {
        if (!skip_spaces(&reader))
            return assay_fail(FORMAT);
        alpha = comma ? assay_read_color_number(&reader) : assay_read_color_part(&reader);
        if (!alpha.found || !skip_spaces(&reader) || (alpha.percent && !(options & COLOR_PERCENT)))
            return assay_fail(FORMAT);
    }
    if (!takes_byte(&reader, ')') || reader.at != reader.end)
        return assay_fail(FORMAT);
    return assay_pass_if(COLOR_ALPHA(options) != (alpha.found ? ALPHA_FORBIDDEN : ALPHA_REQUIRED), ALPHA);
}

ASSAY_CREATE_OPTIONS(create, COLOR_OPTIONS(params))

ASSAY_TEXT_RULE(
    hslColor, "A color by hue, saturation and lightness (CSS Color 4)", check, COLOR_PARAMETERS,
    ASSAY_CODES(
        ASSAY_CODE("hslColor.format", "must be a color, like hsl(210, 100%, 50%)"),
        ASSAY_CODE("hslColor.alpha",
                   "must be a color {alpha:required=with|forbidden=without|with or without} an alpha value")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"hsl(210, 100%, 50%)\"", "hslColor"),
                   ASSAY_VALID("\"hsl(.75turn 60% 70% / 15%)\"", "hslColor(alpha=required)"),
                   ASSAY_INVALID(FORMAT, "\"hsl(210, 100, 50)\"", "hslColor"),
                   ASSAY_INVALID(FORMAT, "\"hsl(210,100%,50%,15%)\"", "hslColor(percent=false)"),
                   ASSAY_INVALID(ALPHA, "\"hsl(210, 100%, 50%)\"", "hslColor(alpha=required)")),
    .create = create);
