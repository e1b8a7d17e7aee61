/* SPDX-License-Identifier: Apache-2.0
 *
 * creditorReference
 *
 * A structured creditor reference by ISO 11649, in its electronic form.
 *
 *     reference = "RF" check 1*21( "A"-"Z" / digit )      check = "02" ... "98"
 *
 * With "RF" and the check digits moved to the end, and A to Z as 10 to 35, the number is 1 modulo 97
 * (ISO 7064, MOD 97-10). Upper case, no spaces. Cost: at most 25 characters.
 */
#include "assay_plugin_c.h"
#include "check_digits.h"

enum { FORMAT, LENGTH, CHECKSUM };

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len < 5 || text.len > 25)
        return assay_fail(LENGTH);
    if (text.ptr[0] != 'R' || text.ptr[1] != 'F' || !are_digits(text.ptr + 2, 2) ||
        !are_base36(text.ptr + 4, text.len - 4))
        return assay_fail(FORMAT);
    unsigned remainder = modulo_97(modulo_97(0, text.ptr + 4, text.len - 4), text.ptr, 4);
    return assay_pass_if(is_modulo_97_pair(text.ptr + 2) && remainder == 1, CHECKSUM);
}

ASSAY_TEXT_RULE(creditorReference, "A creditor reference (ISO 11649)", check,
                ASSAY_CODES(ASSAY_CODE("creditorReference.format",
                                       "must be a creditor reference, like RF18539007547034"),
                            ASSAY_CODE("creditorReference.length", "must have 5 to 25 characters"),
                            ASSAY_CODE("creditorReference.checksum", "must have the right check digits")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"RF18539007547034\"", "creditorReference"),
                               ASSAY_VALID("\"RF712348231\"", "creditorReference"),
                               ASSAY_INVALID(CHECKSUM, "\"RF19539007547034\"", "creditorReference"),
                               ASSAY_INVALID(FORMAT, "\"rf18539007547034\"", "creditorReference"),
                               ASSAY_INVALID(LENGTH, "\"RF18\"", "creditorReference")));
