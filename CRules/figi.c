/* SPDX-License-Identifier: Apache-2.0
 *
 * figi
 *
 * A Financial Instrument Global Identifier by ANSI X9.145.
 *
 *     figi = 2consonant "G" 8( consonant / digit ) check      consonant = "B"-"Z" without E, I, O and U
 *
 * The first two are not BS, BM, GG, GB, GH, KY or VG, so that no ISIN is a FIGI. Letters are 10 to 35;
 * the check digit is that of "modulus 10 double add double". Cost: twelve characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, PREFIX, CHECK_DIGIT };

static bool is_consonant(uint8_t byte) {
    return is_upper(byte) && byte != 'A' && byte != 'E' && byte != 'I' && byte != 'O' && byte != 'U';
}

static bool is_prefix_of_isin(const uint8_t *text) {
    static const char prefixes[] = "BSBMGGGBGHKYVG";
    for (size_t i = 0; prefixes[i]; i += 2)
        if (text[0] == (uint8_t)prefixes[i] && text[1] == (uint8_t)prefixes[i + 1])
            return true;
    return false;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 12 || !is_consonant(text.ptr[0]) || !is_consonant(text.ptr[1]) || text.ptr[2] != 'G' ||
        !is_digit(text.ptr[11]))
        return assay_fail(FORMAT);
    unsigned sum = digit_value(text.ptr[11]);
    for (size_t i = 0; i < 11; i++) {
        if (!is_consonant(text.ptr[i]) && !is_digit(text.ptr[i]))
            return assay_fail(FORMAT);
        sum = double_add_double(sum, i, assay_base36[text.ptr[i]]);
    }
    if (is_prefix_of_isin(text.ptr))
        return assay_fail(PREFIX);
    return assay_pass_if(sum % 10 == 0, CHECK_DIGIT);
}

ASSAY_TEXT_RULE(figi, "A Financial Instrument Global Identifier (ANSI X9.145)", check,
                ASSAY_CODES(ASSAY_CODE("figi.format", "must be a FIGI, like BBG000BLNQ16"),
                            ASSAY_CODE("figi.prefix", "must not begin with BS, BM, GG, GB, GH, KY or VG"),
                            ASSAY_CODE("figi.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"BBG000BLNQ16\"", "figi"),
                               ASSAY_VALID("\"BBG000B9XRY4\"", "figi"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"BBG000BLNQ14\"", "figi"),
                               ASSAY_INVALID(PREFIX, "\"GBG000BLNQ16\"", "figi"),
                               ASSAY_INVALID(FORMAT, "\"BBG000BLNA16\"", "figi")));
