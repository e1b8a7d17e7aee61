/* SPDX-License-Identifier: Apache-2.0
 *
 * isni(hyphen: optional | required = optional)
 *
 * An International Standard Name Identifier by ISO 27729, and so an ORCID iD without its URL.
 *
 *     isni = 4digit sep 4digit sep 4digit sep 3digit ( digit / "X" )      sep = "-" / " "
 *
 * The same separator three times or, with hyphen = optional, none. The last character is the check
 * character of ISO 7064, MOD 11-2; "X" is upper case. Cost: at most nineteen characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECK_DIGIT };

static assay_verdict check_compact(const uint8_t *text) {
    if (!are_digits(text, 15) || !(is_digit(text[15]) || text[15] == 'X'))
        return assay_fail(FORMAT);
    return assay_pass_if(mod_11_2_holds(text, 16), CHECK_DIGIT);
}

static assay_verdict check(assay_str text, const void *inst) {
    if (text.len == 16 && !assay_options(inst))
        return check_compact(text.ptr);
    if (text.len != 19 || (text.ptr[4] != '-' && text.ptr[4] != ' ') || text.ptr[9] != text.ptr[4] ||
        text.ptr[14] != text.ptr[4])
        return assay_fail(FORMAT);
    uint8_t kept[16];
    for (size_t group = 0; group < 4; group++)
        memcpy(kept + 4 * group, text.ptr + 5 * group, 4);
    return check_compact(kept);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(isni, "An International Standard Name Identifier (ISO 27729), or ORCID iD", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(
                    ASSAY_PARAM_CHOICE, "hyphen",
                    "With optional, the hyphens or spaces between groups of four may be left out",
                    ASSAY_CHOICES(ASSAY_STR_LITERAL("optional"), ASSAY_STR_LITERAL("required")),
                    ASSAY_DEFAULT_TEXT("optional"))),
                ASSAY_CODES(ASSAY_CODE("isni.format", "must be an ISNI, like 0000-0001-2281-955X"),
                            ASSAY_CODE("isni.checkDigit", "must end with the right check character")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"000000012281955X\"", "isni"),
                               ASSAY_VALID("\"0000 0001 2281 955X\"", "isni"),
                               ASSAY_VALID("\"0000-0002-1825-0097\"", "isni(hyphen=required)"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"0000-0002-1825-0098\"", "isni"),
                               ASSAY_INVALID(FORMAT, "\"000000012281955X\"", "isni(hyphen=required)"),
                               ASSAY_INVALID(FORMAT, "\"0000-0002 1825-0097\"", "isni")),
                .create = create);
