/* SPDX-License-Identifier: Apache-2.0
 *
 * imsi
 *
 * An International Mobile Subscription Identity by ITU-T E.212.
 *
 *     imsi = country network subscriber      country = 3digit, network = 2*3digit
 *
 * Six to fifteen digits in all. The country code is in a range that E.212 hands out: 001 for tests, 2xx
 * to 7xx for the regions of the world, 9xx for networks without a country; neither the country nor the
 * network is looked up. Cost: at most fifteen characters.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT, COUNTRY };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len < 6 || text.len > 15 || !are_digits(text.ptr, text.len))
        return assay_fail(FORMAT);
    bool test = text.ptr[0] == '0' && text.ptr[1] == '0' && text.ptr[2] == '1';
    bool region = text.ptr[0] >= '2' && text.ptr[0] != '8';
    return assay_pass_if(test || region, COUNTRY);
}

ASSAY_TEXT_RULE(imsi, "An International Mobile Subscription Identity (ITU-T E.212)", check,
                ASSAY_CODES(ASSAY_CODE("imsi.format", "must have 6 to 15 digits"),
                            ASSAY_CODE("imsi.country", "must begin with a mobile country code")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"310150123456789\"", "imsi"),
                               ASSAY_VALID("\"001010123456789\"", "imsi"),
                               ASSAY_INVALID(COUNTRY, "\"110150123456789\"", "imsi"),
                               ASSAY_INVALID(FORMAT, "\"3101501234567890\"", "imsi")));
