/* SPDX-License-Identifier: Apache-2.0
 *
 * isan(hyphen: optional | required = optional)
 *
 * An International Standard Audiovisual Number by ISO 15706, with its check characters.
 *
 *     isan = 4hex "-" 4hex "-" 4hex "-" 4hex "-" check [ "-" 4hex "-" 4hex "-" check ]
 *
 * All hyphens or, with hyphen = optional, none. Root and episode have one check character, and with
 * the version (ISO 15706-2) a second one for all digits: ISO 7064, MOD 37,36. Upper case.
 * Cost: at most 33 characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECK_DIGIT };

/* The length without and with a version, and their hyphens. */
enum { SHORT = 17, LONG = 26, SHORT_HYPHENS = 4, LONG_HYPHENS = 7 };

/* Copies the characters of a form with hyphens; 0 where one is elsewhere. */
static size_t without_hyphens(assay_str text, uint8_t *kept) {
    static const char form[] = "xxxx-xxxx-xxxx-xxxx-x-xxxx-xxxx-x";
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        if ((form[i] == '-') != (text.ptr[i] == '-'))
            return 0;
        if (form[i] != '-')
            kept[count++] = text.ptr[i];
    }
    return count;
}

static assay_verdict check_compact(const uint8_t *text, size_t count) {
    uint8_t digits[25]; /* all without the first check character */
    for (size_t i = 0; i < count; i++) {
        unsigned value = assay_base36[text[i]];
        bool is_check = i == SHORT - 1 || i == LONG - 1;
        if (value == NOT_BASE36 || (!is_check && value > 15))
            return assay_fail(FORMAT);
        if (i != SHORT - 1)
            digits[i < SHORT ? i : i - 1] = text[i];
    }
    bool good = mod_37_36_holds(text, SHORT) && (count == SHORT || mod_37_36_holds(digits, LONG - 1));
    return assay_pass_if(good, CHECK_DIGIT);
}

static assay_verdict check(assay_str text, const void *inst) {
    uint8_t kept[LONG];
    if (text.len == SHORT + SHORT_HYPHENS || text.len == LONG + LONG_HYPHENS) {
        size_t count = without_hyphens(text, kept);
        return count ? check_compact(kept, count) : assay_fail(FORMAT);
    }
    if ((text.len == SHORT || text.len == LONG) && !assay_options(inst))
        return check_compact(text.ptr, text.len);
    return assay_fail(FORMAT);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(isan, "An International Standard Audiovisual Number (ISO 15706)", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(
                    ASSAY_PARAM_CHOICE, "hyphen", "With optional, the hyphens may be left out",
                    ASSAY_CHOICES(ASSAY_STR_LITERAL("optional"), ASSAY_STR_LITERAL("required")),
                    ASSAY_DEFAULT_TEXT("optional"))),
                ASSAY_CODES(ASSAY_CODE("isan.format", "must be an ISAN, like 0000-0000-D07A-0090-Q"),
                            ASSAY_CODE("isan.checkDigit", "must have the right check characters")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"0000-0000-D07A-0090-Q\"", "isan"),
                               ASSAY_VALID("\"00000000D07A0090Q00000000X\"", "isan"),
                               ASSAY_VALID("\"0000-0000-D07A-0090-Q-0000-0000-X\"", "isan(hyphen=required)"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"0000-0000-D07A-0090-R\"", "isan"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"0000-0000-D07A-0090-Q-0000-0000-Y\"", "isan"),
                               ASSAY_INVALID(FORMAT, "\"00000000D07A0090Q\"", "isan(hyphen=required)"),
                               ASSAY_INVALID(FORMAT, "\"0000-0000-D07A-0090\"", "isan")),
                .create = create);
