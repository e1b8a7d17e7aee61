/* SPDX-License-Identifier: Apache-2.0
 *
 * meid(hyphens: bool = false)
 *
 * A Mobile Equipment Identifier by 3GPP2 S.R0048-A.
 *
 *     hexadecimal = 14hex [ check ]        decimal = 18digit [ check ]
 *
 * The first two hexadecimal digits, the regional code, are A0 to FF; 99 is for devices whose MEID is an
 * IMEI, where all digits are decimal. Hexadecimal letters are upper case. The check digit, which is not
 * part of the MEID, is Luhn's: modulo 16 where a hexadecimal form has letters, modulo 10 in the other
 * forms. The decimal form writes the first eight hexadecimal digits as ten decimal digits and the last
 * six as eight. With hyphens = true the printed forms are accepted too, with hyphens between all groups:
 *
 *     hexadecimal = 2hex "-" 6hex "-" 6hex [ "-" check ]
 *     decimal     = 5digit "-" 5digit "-" 4digit "-" 4digit [ "-" check ]
 *
 * Cost: at most 23 characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"
#include "luhn.h"

enum { FORMAT, REGION, CHECK_DIGIT };

#define LONGEST 19u

/* Luhn's sum in base 16: the digits of products are those in base 16 too. */
static bool luhn_16_holds(const uint8_t *text) {
    unsigned sum = assay_base36[text[14]];
    for (size_t i = 0; i < 14; i++) {
        unsigned product = assay_base36[text[i]] * (i % 2 ? 2 : 1);
        sum += product / 16 + product % 16;
    }
    return sum % 16 == 0;
}

static assay_verdict check_hexadecimal(const uint8_t *text, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (assay_base36[text[i]] > 15)
            return assay_fail(FORMAT);
    bool decimal = are_digits(text, 14);
    bool region = text[0] >= 'A' || (decimal && text[0] == '9' && text[1] == '9');
    if (!region)
        return assay_fail(REGION);
    if (count == 14)
        return assay_pass();
    if (decimal)
        return assay_pass_if(is_digit(text[14]) && luhn_holds(text, 15), CHECK_DIGIT);
    return assay_pass_if(luhn_16_holds(text), CHECK_DIGIT);
}

static uint64_t number_in(const uint8_t *digits, size_t count) {
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++)
        number = number * 10 + digit_value(digits[i]);
    return number;
}

static assay_verdict check_decimal(const uint8_t *text, size_t count) {
    if (!are_digits(text, count))
        return assay_fail(FORMAT);
    uint64_t maker = number_in(text, 10), serial = number_in(text + 10, 8);
    if (maker > UINT32_MAX || serial > 0xFFFFFF)
        return assay_fail(FORMAT);
    if (maker >> 24 < 0xA0 && maker >> 24 != 0x99)
        return assay_fail(REGION);
    return assay_pass_if(count == 18 || luhn_holds(text, 19), CHECK_DIGIT);
}

static assay_verdict check_compact(const uint8_t *text, size_t length) {
    if (length == 14 || length == 15)
        return check_hexadecimal(text, length);
    if (length == 18 || length == 19)
        return check_decimal(text, length);
    return assay_fail(FORMAT);
}

static assay_verdict check(assay_str text, const void *inst) {
    static const uint8_t hexadecimal[] = {2, 6, 6, 1}, decimal[] = {5, 5, 4, 4, 1};
    if (!assay_options(inst) || text.len < 3 || (text.ptr[2] != '-' && text.len < 21))
        return check_compact(text.ptr, text.len);
    uint8_t kept[LONGEST];
    /* The check digit is the last group, which may be left out. */
    bool is_hexadecimal = text.ptr[2] == '-';
    const uint8_t *groups = is_hexadecimal ? hexadecimal : decimal;
    size_t count = is_hexadecimal ? 3 + (text.len > 16) : 4 + (text.len > 21);
    return check_compact(kept, without_group_hyphens(text.ptr, text.len, groups, count, kept));
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(
    meid, "A Mobile Equipment Identifier (3GPP2 S.R0048)", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "hyphens",
                                     "Hyphens between the groups are allowed: AA-BBBBBB-CCCCCC",
                                     ASSAY_DEFAULT_BOOLEAN(false))),
    ASSAY_CODES(ASSAY_CODE("meid.format", "must have 14 hexadecimal or 18 decimal digits"),
                ASSAY_CODE("meid.region", "must begin with a MEID regional code, A0 to FF or 99"),
                ASSAY_CODE("meid.checkDigit", "must end with the right check digit, if it has one")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"AF0123450ABCDE\"", "meid"), ASSAY_VALID("\"AF0123450ABCDEC\"", "meid"),
                   ASSAY_VALID("\"293608736500703710\"", "meid"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"AF0123450ABCDED\"", "meid"),
                   ASSAY_INVALID(REGION, "\"490154203237518\"", "meid"),
                   ASSAY_VALID("\"AF-012345-0ABCDE-C\"", "meid(hyphens=true)"),
                   ASSAY_VALID("\"29360-87365-0070-3710\"", "meid(hyphens=true)"),
                   ASSAY_INVALID(FORMAT, "\"AF0123450ABCD\"", "meid"),
                   ASSAY_INVALID(FORMAT, "\"AF-012345-0ABCDE\"", "meid"),
                   ASSAY_INVALID(FORMAT, "\"AF-0123450ABCDE\"", "meid(hyphens=true)")),
    .create = create);
