/* SPDX-License-Identifier: Apache-2.0
 *
 * issn(hyphen: optional | required = optional)
 *
 * An International Standard Serial Number by ISO 3297: seven digits and a check digit ("X" for 10),
 * weights 8 ... 1, modulus 11.
 *
 *     issn = 4digit [ "-" ] 3digit ( digit / "X" )
 *
 * "X" is upper case. Cost: at most nine characters.
 */
#include "characters.h"
#include "rule.h"

enum { FORMAT, CHECK_DIGIT };
static const assay_code *const codes[] = {
    CODE("issn.format", "must have the form of an ISSN, like 0378-5955"),
    CODE("issn.checkDigit", "must end with the right check digit"),
};
static const assay_str hyphens[] = {STR("optional"), STR("required")};
static const assay_parameter *const parameters[] = {
    CHOICE("hyphen", hyphens, "optional", "whether the hyphen may be left out"),
};
static const assay_example *const examples[] = {
    VALID("\"0378-5955\"", "issn"),
    VALID("\"2434561X\"", "issn"),
    INVALID(CHECK_DIGIT, "\"0378-5954\"", "issn"),
    INVALID(FORMAT, "\"03785955\"", "issn(hyphen=required)"),
    INVALID(FORMAT, "\"0378 5955\"", "issn"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    bool hyphen = text.len == 9;
    if (!(hyphen ? text.ptr[4] == '-' : text.len == 8 && options_of(inst) == 0))
        return fail(FORMAT);
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint8_t byte = text.ptr[i + (hyphen && i >= 4)];
        bool ten = i == 7 && byte == 'X';
        if (!ten && !is_digit(byte))
            return fail(FORMAT);
        sum += (8 - i) * (ten ? 10u : byte & 0x0Fu);
    }
    return pass_if(sum % 11 == 0, CHECK_DIGIT);
}
EVALUATE_EACH(judge)

CREATE_OPTIONS(params[0].as.i64)
OPTION_RULE(issn, "An International Standard Serial Number");
