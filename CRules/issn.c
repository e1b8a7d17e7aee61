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
#include "assay_plugin_c.h"
#include "characters.h"

enum { FORMAT, CHECK_DIGIT };

static inline assay_verdict check(assay_str text, const void *inst) {
    bool hyphen = text.len == 9;
    if (!(hyphen ? text.ptr[4] == '-' : text.len == 8 && assay_options(inst) == 0))
        return assay_fail(FORMAT);
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint8_t byte = text.ptr[i + (hyphen && i >= 4)];
        bool ten = i == 7 && byte == 'X';
        if (!ten && !is_digit(byte))
            return assay_fail(FORMAT);
        sum += (8 - i) * (ten ? 10u : byte & 0x0Fu);
    }
    return assay_pass_if(sum % 11 == 0, CHECK_DIGIT);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64)

ASSAY_TEXT_RULE(issn, "An International Standard Serial Number", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(
                    ASSAY_PARAM_CHOICE, "hyphen", "With optional, the hyphen may be left out",
                    ASSAY_CHOICES(ASSAY_STR_LITERAL("optional"), ASSAY_STR_LITERAL("required")),
                    ASSAY_DEFAULT_TEXT("optional"))),
                ASSAY_CODES(ASSAY_CODE("issn.format", "must be an ISSN, like 0378-5955"),
                            ASSAY_CODE("issn.checkDigit", "must end with the right check digit")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"0378-5955\"", "issn"), ASSAY_VALID("\"2434561X\"", "issn"),
                               ASSAY_INVALID(CHECK_DIGIT, "\"0378-5954\"", "issn"),
                               ASSAY_INVALID(FORMAT, "\"03785955\"", "issn(hyphen=required)"),
                               ASSAY_INVALID(FORMAT, "\"0378 5955\"", "issn")),
                .create = create);
