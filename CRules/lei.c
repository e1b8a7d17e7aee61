/* SPDX-License-Identifier: Apache-2.0
 *
 * lei
 *
 * A Legal Entity Identifier by ISO 17442.
 *
 *     lei = 18( "A"-"Z" / digit ) check      check = "02" ... "98"
 *
 * With A to Z as 10 to 35 the number is 1 modulo 97 (ISO 7064, MOD 97-10). Upper case. Whether the
 * issuer, the first four characters, exists is not looked up. Cost: twenty characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, CHECKSUM };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len != 20 || !are_base36(text.ptr, 18) || !are_digits(text.ptr + 18, 2))
        return assay_fail(FORMAT);
    return assay_pass_if(is_modulo_97_pair(text.ptr + 18) && modulo_97(0, text.ptr, 20) == 1, CHECKSUM);
}

ASSAY_TEXT_RULE(lei, "A Legal Entity Identifier (ISO 17442)", check,
                ASSAY_CODES(ASSAY_CODE("lei.format",
                                       "must have 18 letters A to Z and digits, followed by two digits"),
                            ASSAY_CODE("lei.checksum", "must end with the right check digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"213800KUD8LAJWSQ9D15\"", "lei"),
                               ASSAY_VALID("\"5493001KJTIIGC8Y1R12\"", "lei"),
                               ASSAY_INVALID(CHECKSUM, "\"213800KUD8LXJWSQ9D15\"", "lei"),
                               ASSAY_INVALID(FORMAT, "\"213800kud8lajwsq9d15\"", "lei")));
