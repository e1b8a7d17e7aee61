/* SPDX-License-Identifier: Apache-2.0
 *
 * isbn(version: 10 | 13?, hyphens: bool = true)
 *
 * An International Standard Book Number by ISO 2108: ISBN-13 (prefix 978 or 979, check digit with
 * weights 1 and 3, modulus 10) or the older ISBN-10 (weights 10 ... 1, modulus 11, "X" for 10).
 *
 *     isbn-13 = ( "978" / "979" ) 10digit        isbn-10 = 9digit ( digit / "X" )
 *
 * 979-0 is the prefix of music: such a number is an ISMN (ISO 10957) and no ISBN.
 * With hyphens = true single hyphens or spaces may separate characters; where is not checked,
 * for that depends on the ranges that the registration agencies hand out.
 * Without `version` both are accepted. "X" is upper case. Cost: at most 25 characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { CHARACTERS, LENGTH, PREFIX, CHECK_DIGIT, MUSIC };

#define TEN 1u
#define THIRTEEN 2u
#define HYPHENS 4u

static assay_verdict check_ten(const uint8_t *text) {
    if (!are_digits(text, 9) || !(is_digit(text[9]) || text[9] == 'X'))
        return assay_fail(CHARACTERS);
    unsigned sum = text[9] == 'X' ? 10 : text[9] & 0x0Fu;
    for (unsigned i = 0; i < 9; i++)
        sum += (10 - i) * (text[i] & 0x0Fu);
    return assay_pass_if(sum % 11 == 0, CHECK_DIGIT);
}

static assay_verdict check_thirteen(const uint8_t *text) {
    if (!are_digits(text, 13))
        return assay_fail(CHARACTERS);
    if (text[0] != '9' || text[1] != '7' || (text[2] != '8' && text[2] != '9'))
        return assay_fail(PREFIX);
    if (text[2] == '9' && text[3] == '0')
        return assay_fail(MUSIC);
    return assay_pass_if(gs1_sum(text, 13) % 10 == 0, CHECK_DIGIT);
}

static assay_verdict check_compact(uintptr_t options, const uint8_t *text, size_t length) {
    if (length == 13 && (options & THIRTEEN))
        return check_thirteen(text);
    if (length == 10 && (options & TEN))
        return check_ten(text);
    for (size_t i = 0; i < length && length <= 25; i++)
        if (!is_digit(text[i]) && !(text[i] == 'X' && i == 9))
            return assay_fail(CHARACTERS);
    return assay_fail(LENGTH);
}

static inline assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    if (!(options & HYPHENS) || text.len <= 10)
        return check_compact(options, text.ptr, text.len);
    uint8_t kept[25]; /* thirteen digits and a hyphen in each gap */
    if (text.len > sizeof kept)
        return assay_fail(LENGTH);
    size_t count = without_separators(text.ptr, text.len, kept, sizeof kept);
    return count == SIZE_MAX ? assay_fail(CHARACTERS) : check_compact(options, kept, count);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    int64_t version = assay_is_given(&params[0]) ? params[0].as.i64 : 0;
    if (version != 0 && version != 10 && version != 13)
        return ASSAY_REJECT(call, "version must be 10 or 13");
    uintptr_t versions = version == 10 ? TEN : version == 13 ? THIRTEEN : TEN | THIRTEEN;
    *inst = (void *)(versions | (params[1].as.i64 ? HYPHENS : 0));
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(isbn, "An International Standard Book Number", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "version",
                                                 "The number of digits, 10 or 13; by default either",
                                                 ASSAY_BETWEEN(10, 13)),
                                 ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "hyphens",
                                                 "Single hyphens and spaces between digits are allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(true))),
                ASSAY_CODES(ASSAY_CODE("isbn.characters", "must contain only the characters of an ISBN"),
                            ASSAY_CODE("isbn.length", "must have {version:10=10|13=13|10 or 13} digits"),
                            ASSAY_CODE("isbn.prefix", "must begin with 978 or 979"),
                            ASSAY_CODE("isbn.checkDigit", "must end with the right check digit"),
                            ASSAY_CODE("isbn.music", "must not begin with 979-0, the prefix of an ISMN")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"978-3-16-148410-0\"", "isbn"),
                               ASSAY_VALID("\"080442957X\"", "isbn"),
                               ASSAY_VALID("\"9783161484100\"", "isbn(13, hyphens=false)"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"9783161484101\"", "isbn"),
                               ASSAY_INVALID(LENGTH, "\"080442957X\"", "isbn(13)"),
                               ASSAY_INVALID(CHARACTERS, "\"978-3-16-148410-0\"", "isbn(hyphens=false)"),
                               ASSAY_INVALID(PREFIX, "\"4006381333931\"", "isbn"),
                               ASSAY_INVALID(MUSIC, "\"979-0-2600-0043-8\"", "isbn")),
                .create = create);
