/* SPDX-License-Identifier: Apache-2.0
 *
 * cve
 *
 * A CVE identifier of a vulnerability, by the syntax of CVE identifiers from 2014 on.
 *
 *     cve = "CVE-" year "-" sequence      year = "1999" ... ; sequence = 4*19digit
 *
 * A sequence of four digits may begin with zeros but is not 0000; a longer one has no leading zero.
 * Upper case. That the identifier is assigned is not looked up. Cost: at most 28 characters.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT, YEAR, SEQUENCE };

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len < 13 || text.len > 28 || memcmp(text.ptr, "CVE-", 4) != 0 || text.ptr[8] != '-' ||
        !are_digits(text.ptr + 4, 4) || !are_digits(text.ptr + 9, text.len - 9))
        return assay_fail(FORMAT);
    if (memcmp(text.ptr + 4, "1999", 4) < 0)
        return assay_fail(YEAR);
    bool good = text.len == 13 ? memcmp(text.ptr + 9, "0000", 4) != 0 : text.ptr[9] != '0';
    return assay_pass_if(good, SEQUENCE);
}

ASSAY_TEXT_RULE(
    cve, "A CVE identifier of a vulnerability", check,
    ASSAY_CODES(ASSAY_CODE("cve.format", "must be a CVE identifier, like CVE-2014-0160"),
                ASSAY_CODE("cve.year", "must have the year 1999 or later"),
                ASSAY_CODE("cve.sequence", "must have a sequence number without unnecessary zeros")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"CVE-2014-0160\"", "cve"), ASSAY_VALID("\"CVE-2021-44228\"", "cve"),
                   ASSAY_INVALID(FORMAT, "\"CVE-2014-160\"", "cve"),
                   ASSAY_INVALID(YEAR, "\"CVE-1998-0160\"", "cve"),
                   ASSAY_INVALID(SEQUENCE, "\"CVE-2014-0000\"", "cve"),
                   ASSAY_INVALID(SEQUENCE, "\"CVE-2014-00160\"", "cve")));
