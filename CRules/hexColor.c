/* SPDX-License-Identifier: Apache-2.0
 *
 * hexColor(alpha: allowed | forbidden | required = allowed)
 *
 * A color in the hexadecimal notation of CSS Color 4: "#" and three or six digits or, with an alpha value,
 * four or eight. Cost: at most nine characters.
 */
#include "color_text.h"

enum { FORMAT, ALPHA };

static inline assay_verdict check(assay_str text, const void *inst) {
    uint64_t digits = text.len - 1;
    bool alpha = digits == 4 || digits == 8;
    if (text.len == 0 || text.ptr[0] != '#' || !(alpha || digits == 3 || digits == 6))
        return assay_fail(FORMAT);
    for (uint64_t i = 1; i < text.len; i++)
        if (!is_class(text.ptr[i], CLASS_HEX))
            return assay_fail(FORMAT);
    return assay_pass_if(assay_options(inst) != (alpha ? ALPHA_FORBIDDEN : ALPHA_REQUIRED), ALPHA);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(
    hexColor, "A color in hexadecimal digits (CSS Color 4)", check, ASSAY_PARAMETERS(COLOR_ALPHA_PARAMETER),
    ASSAY_CODES(
        ASSAY_CODE("hexColor.format", "must be a color, like #1e90ff"),
        ASSAY_CODE("hexColor.alpha",
                   "must be a color {alpha:required=with|forbidden=without|with or without} an alpha value")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"#1e90ff\"", "hexColor"), ASSAY_VALID("\"#FFFA\"", "hexColor"),
                   ASSAY_INVALID(FORMAT, "\"1e90ff\"", "hexColor"),
                   ASSAY_INVALID(FORMAT, "\"#1e90f\"", "hexColor"),
                   ASSAY_INVALID(ALPHA, "\"#1e90ff80\"", "hexColor(alpha=forbidden)"),
                   ASSAY_INVALID(ALPHA, "\"#1e90ff\"", "hexColor(alpha=required)")),
    .create = create);
