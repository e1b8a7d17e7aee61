/* SPDX-License-Identifier: Apache-2.0
 *
 * rgbColor(allowSpaces: bool = true, alpha: allowed | forbidden | required = allowed, percent: bool = true)
 *
 * A color in the functional notation of CSS, with parts that are in the range of sRGB.
 *
 *     legacy = "rgb(" part "," part "," part ")" / "rgba(" part "," part "," part "," alpha ")"
 *     modern = ( "rgb(" / "rgba(" ) part part part [ "/" alpha ] ")"
 *     part   = number from 0 to 255, or from 0% to 100%      alpha = 0 to 1, or 0% to 100%
 *
 * In the form with commas all three parts are numbers or all are percentages; in the one without, a part and
 * the alpha value may be "none". CSS Color 4 clips parts that are out of range and takes rgb and rgba for the
 * same; here a part out of range fails and, in the form with commas, rgba has an alpha value and rgb none
 * (CSS Color 3). Names in any case; with allowSpaces = false there is no white space. `percent`: false
 * rejects percentages. Cost: a text of more than 256 bytes is rejected by its length.
 */
#include "color_text.h"

enum { FORMAT, RANGE, ALPHA };

#define LONGEST 256u

static bool is_within(color_number number, uint32_t most) {
    bool zero = number.whole == 0 && !number.fraction;
    return (!number.negative || zero) && (number.whole < most || (number.whole == most && !number.fraction));
}

/* Three parts; `comma` says how the first two are separated. */
static bool read_parts(color_reader *reader, color_number *parts, bool *comma) {
    for (size_t i = 0; i < 3; i++) {
        if (i == 1) {
            if (!skip_spaces(reader))
                return false;
            *comma = reader->at < reader->end && *reader->at == ',';
            if (*comma && parts[0].none)
                return false;
        }
        if (i > 0 && !takes_separator(reader, *comma))
            return false;
        parts[i] = assay_read_color_part(reader);
        if (!parts[i].found || (*comma && (parts[i].percent != parts[0].percent || parts[i].none)))
            return false;
    }
    return skip_spaces(reader);
}

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    color_reader reader = {text.ptr, text.ptr + text.len, options & COLOR_SPACES};
    color_number parts[3], alpha = {0};
    bool comma = false, named = false;
    if (text.len < 8 || text.len > LONGEST || !takes_word(&reader, "rgb"))
        return assay_fail(FORMAT);
    named = takes_word(&reader, "a");
    if (!takes_byte(&reader, '(') || !skip_spaces(&reader) || !read_parts(&reader, parts, &comma))
        return assay_fail(FORMAT);
    if (takes_byte(&reader, comma ? ',' : '/')) {
        if (!skip_spaces(&reader))
            return assay_fail(FORMAT);
        alpha = comma ? assay_read_color_number(&reader) : assay_read_color_part(&reader);
        if (!alpha.found || !skip_spaces(&reader))
            return assay_fail(FORMAT);
    }
    if (!takes_byte(&reader, ')') || reader.at != reader.end || (comma && named != alpha.found))
        return assay_fail(FORMAT);
    bool percent = parts[0].percent || parts[1].percent || parts[2].percent || alpha.percent;
    if (percent && !(options & COLOR_PERCENT))
        return assay_fail(FORMAT);
    if (COLOR_ALPHA(options) == (alpha.found ? ALPHA_FORBIDDEN : ALPHA_REQUIRED))
        return assay_fail(ALPHA);
    bool good = is_within(alpha, alpha.percent ? 100 : 1);
    for (size_t i = 0; i < 3; i++)
        good &= is_within(parts[i], parts[i].percent ? 100 : 255);
    return assay_pass_if(good, RANGE);
}

ASSAY_CREATE_OPTIONS(create, COLOR_OPTIONS(params))

ASSAY_TEXT_RULE(
    rgbColor, "A color by its red, green and blue parts (CSS Color)", check, COLOR_PARAMETERS,
    ASSAY_CODES(
        ASSAY_CODE("rgbColor.format", "must be a color, like rgb(0, 128, 255)"),
        ASSAY_CODE("rgbColor.range",
                   "must have parts from 0 to 255 or 0% to 100%, and alpha from 0 to 1 or 0% to 100%"),
        ASSAY_CODE("rgbColor.alpha",
                   "must be a color {alpha:required=with|forbidden=without|with or without} an alpha value")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"rgb(0, 128, 255)\"", "rgbColor"),
                   ASSAY_VALID("\"rgba(5%,5%,5%,.3)\"", "rgbColor(alpha=required)"),
                   ASSAY_VALID("\"rgb(0 128 255 / 50%)\"", "rgbColor"),
                   ASSAY_INVALID(FORMAT, "\"rgb(0, 128)\"", "rgbColor"),
                   ASSAY_INVALID(FORMAT, "\"rgb(4,4,5%)\"", "rgbColor"),
                   ASSAY_INVALID(FORMAT, "\"rgb(0, 128, 255)\"", "rgbColor(allowSpaces=false)"),
                   ASSAY_INVALID(RANGE, "\"rgb(0,0,256)\"", "rgbColor"),
                   ASSAY_INVALID(ALPHA, "\"rgba(0,0,0,1)\"", "rgbColor(alpha=forbidden)")),
    .create = create);
