/* SPDX-License-Identifier: Apache-2.0
 *
 * passwordStrength(length: int = 8, lowercase: int = 1, uppercase: int = 1, digits: int = 1,
 *                  symbols: int = 1)
 *
 * A text with at least so many code points and, among them, so many of each class: a-z, A-Z, 0-9, and
 * symbols, which are the other printable characters of ASCII, the space among them, and U+00A1 to U+00BF.
 * Characters of other scripts count for the length alone. Nothing is said of how easily the text is guessed.
 * Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "code_points.h"

#include <stdlib.h>

enum { LENGTH, LOWERCASE, UPPERCASE, DIGITS, SYMBOLS };

typedef struct {
    uint64_t least[5];
} strength_options;

static unsigned class_of(const uint8_t *at, uint64_t count) {
    if (is_class(*at, CLASS_LOWER))
        return LOWERCASE;
    if (is_class(*at, CLASS_UPPER))
        return UPPERCASE;
    if (is_digit(*at))
        return DIGITS;
    bool printable = *at >= ' ' && *at < 0x7F;
    bool latin = *at == 0xC2 && count > 1 && at[1] >= 0xA1 && at[1] != 0xAA && at[1] != 0xBA;
    return printable || latin ? SYMBOLS : LENGTH;
}

static assay_verdict check(assay_str text, const void *inst) {
    const strength_options *options = inst;
    uint64_t counts[5] = {0};
    for (uint64_t i = 0; i < text.len; i++)
        counts[class_of(text.ptr + i, text.len - i)]++;
    counts[LENGTH] = assay_code_points(text.ptr, text.len);
    for (uint32_t i = 0; i < 5; i++)
        if (counts[i] < options->least[i])
            return assay_fail(i);
    return assay_pass();
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state, (void)call;
    strength_options *kept = malloc(sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    for (size_t i = 0; i < 5; i++)
        kept->least[i] = (uint64_t)params[i].as.i64;
    *inst = kept;
    return ASSAY_OK;
}

#define AT_LEAST(name, summary, number)                                                                      \
    ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, name, summary, ASSAY_BETWEEN(0, 1000000),                           \
                    ASSAY_DEFAULT_INTEGER(number))

ASSAY_TEXT_RULE(
    passwordStrength, "A password with enough characters of each class", check,
    ASSAY_PARAMETERS(AT_LEAST("length", "The minimum number of characters", 8),
                     AT_LEAST("lowercase", "The minimum number of letters a to z", 1),
                     AT_LEAST("uppercase", "The minimum number of letters A to Z", 1),
                     AT_LEAST("digits", "The minimum number of digits", 1),
                     AT_LEAST("symbols", "The minimum number of symbols", 1)),
    ASSAY_CODES(
        ASSAY_CODE("passwordStrength.length", "must have at least {length} {length:character|characters}"),
        ASSAY_CODE("passwordStrength.lowercase",
                   "must have at least {lowercase} lower-case {lowercase:letter|letters} (a to z)"),
        ASSAY_CODE("passwordStrength.uppercase",
                   "must have at least {uppercase} upper-case {uppercase:letter|letters} (A to Z)"),
        ASSAY_CODE("passwordStrength.digits", "must have at least {digits} {digits:digit|digits} (0 to 9)"),
        ASSAY_CODE("passwordStrength.symbols",
                   "must have at least {symbols} {symbols:symbol|symbols}, such as ! or #")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"%2%k{7BsL\\\"M%Kd6e\"", "passwordStrength"),
                   ASSAY_VALID("\"correct horse\"", "passwordStrength(length=12, uppercase=0, digits=0)"),
                   ASSAY_INVALID(LENGTH, "\"Ab1!\"", "passwordStrength"),
                   ASSAY_INVALID(LOWERCASE, "\"ABCDEF1!\"", "passwordStrength"),
                   ASSAY_INVALID(UPPERCASE, "\"abcdef1!\"", "passwordStrength"),
                   ASSAY_INVALID(DIGITS, "\"Abcdefg!\"", "passwordStrength"),
                   ASSAY_INVALID(SYMBOLS, "\"Abcdefg1\"", "passwordStrength")),
    .create = create, .destroy = free);
