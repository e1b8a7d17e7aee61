/* SPDX-License-Identifier: Apache-2.0
 *
 * iso7064(scheme: mod11_2 | mod37_2 | mod97_10 | mod11_10 | mod37_36)
 *
 * A text that ends with the check characters of a system of ISO/IEC 7064.
 *
 *     scheme      characters               check characters
 *     mod11_2     digits                   one: a digit or "X"
 *     mod37_2     digits, "A"-"Z"          one: a digit, "A"-"Z" or "*"
 *     mod97_10    digits, "A"-"Z"          two digits
 *     mod11_10    digits                   one digit
 *     mod37_36    digits, "A"-"Z"          one digit or letter
 *
 * Letters are 10 to 35; mod97_10 writes them as two digits, as IBAN and LEI do. At least one character
 * before the check characters, and at most 4,096 in all. All systems find every single wrong character
 * and, but for MOD 11,10 and MOD 37,36 in rare cases, every swap of neighbors. Cost: linear.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { CHARACTERS, LENGTH, CHECK_DIGIT };
enum { MOD11_2, MOD37_2, MOD97_10, MOD11_10, MOD37_36, SCHEMES };

#define LONGEST 4096u

static bool are_pure_37(const uint8_t *text, size_t count) {
    return are_base36(text, count - 1) && (are_base36(text + count - 1, 1) || text[count - 1] == '*');
}

static bool has_characters(uintptr_t scheme, const uint8_t *text, size_t count) {
    switch (scheme) {
    case MOD11_2:
        return are_digits(text, count - 1) && (is_digit(text[count - 1]) || text[count - 1] == 'X');
    case MOD37_2:
        return are_pure_37(text, count);
    case MOD97_10:
        return are_base36(text, count - 2) && are_digits(text + count - 2, 2);
    case MOD11_10:
        return are_digits(text, count);
    default:
        return are_base36(text, count);
    }
}

static bool mod_37_2_holds(const uint8_t *text, size_t count) {
    unsigned remainder = 0;
    for (size_t i = 0; i < count; i++)
        remainder = iso7064_pure(remainder, text[i] == '*' ? 36 : assay_base36[text[i]], 37);
    return remainder == 1;
}

static bool holds(uintptr_t scheme, const uint8_t *text, size_t count) {
    switch (scheme) {
    case MOD11_2:
        return mod_11_2_holds(text, count);
    case MOD37_2:
        return mod_37_2_holds(text, count);
    case MOD97_10:
        return modulo_97(0, text, count) == 1 && is_modulo_97_pair(text + count - 2);
    case MOD11_10:
        return mod_11_10_holds(text, count);
    default:
        return mod_37_36_holds(text, count);
    }
}

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t scheme = assay_options(inst);
    if (text.len < (scheme == MOD97_10 ? 3 : 2) || text.len > LONGEST)
        return assay_fail(LENGTH);
    if (!has_characters(scheme, text.ptr, text.len))
        return assay_fail(CHARACTERS);
    return assay_pass_if(holds(scheme, text.ptr, text.len), CHECK_DIGIT);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(
    iso7064, "A text with ISO 7064 check characters", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "scheme", "The system of check characters",
                                     ASSAY_CHOICES(ASSAY_STR_LITERAL("mod11_2"), ASSAY_STR_LITERAL("mod37_2"),
                                                   ASSAY_STR_LITERAL("mod97_10"),
                                                   ASSAY_STR_LITERAL("mod11_10"),
                                                   ASSAY_STR_LITERAL("mod37_36")),
                                     ASSAY_REQUIRED)),
    ASSAY_CODES(ASSAY_CODE("iso7064.characters", "must contain only the characters of {scheme}"),
                ASSAY_CODE("iso7064.length",
                           "must have a character before its check characters, and at most 4,096 in all"),
                ASSAY_CODE("iso7064.checkDigit", "must end with the right check characters")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"079X\"", "iso7064(mod11_2)"),
                   ASSAY_VALID("\"G123489654321Y\"", "iso7064(mod37_2)"),
                   ASSAY_VALID("\"79444\"", "iso7064(mod97_10)"),
                   ASSAY_VALID("\"07945\"", "iso7064(mod11_10)"),
                   ASSAY_VALID("\"A12425GABC1234002M\"", "iso7064(mod37_36)"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"0790\"", "iso7064(mod11_2)"),
                   ASSAY_INVALID(CHECK_DIGIT, "\"79445\"", "iso7064(mod97_10)"),
                   ASSAY_INVALID(CHARACTERS, "\"a12425GABC1234002M\"", "iso7064(mod37_36)"),
                   ASSAY_INVALID(LENGTH, "\"1\"", "iso7064(mod11_10)")),
    .create = create);
