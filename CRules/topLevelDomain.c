/* SPDX-License-Identifier: Apache-2.0
 *
 * topLevelDomain
 *
 * A top-level domain of IANA's root zone, without a dot, in either case: as A-label or U-label (RFC
 * 5890). Cost: a binary search among some 1,500 names.
 */
#include "assay_plugin_c.h"
#include "hosts.h"
#include "top_level_domains.h"

#include <string.h>

enum { SYNTAX, UNKNOWN };

/* As memcmp, a name that begins another one before it. */
static int order(const assay_read_host *host, uint32_t index) {
    const uint16_t *offsets = assay_top_level_domain_offsets + index;
    size_t length = (size_t)(offsets[1] - offsets[0]), common = length < host->length ? length : host->length;
    int order = memcmp(host->name, assay_top_level_domains + offsets[0], common);
    return order != 0 ? order : (host->length > length) - (host->length < length);
}

static bool is_known(const assay_read_host *host) {
    uint32_t low = 0, high = assay_top_level_domain_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int found = order(host, middle);
        if (found == 0)
            return true;
        if (found > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    assay_read_host host;
    if (!assay_read_name(text.ptr, text.len, ASSAY_HOST_INTERNATIONAL | ASSAY_HOST_A_LABELS, &host) ||
        host.labels != 1)
        return assay_fail(SYNTAX);
    return assay_pass_if(is_known(&host), UNKNOWN);
}

ASSAY_TEXT_RULE(topLevelDomain, "A top-level domain", check,
                ASSAY_CODES(ASSAY_CODE("topLevelDomain.syntax", "must be a single label of a host name"),
                            ASSAY_CODE("topLevelDomain.unknown", "must be an existing top-level domain")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"com\"", "topLevelDomain"),
                               ASSAY_VALID("\"DE\"", "topLevelDomain"),
                               ASSAY_VALID("\"xn--p1ai\"", "topLevelDomain"),
                               ASSAY_INVALID(SYNTAX, "\".com\"", "topLevelDomain"),
                               ASSAY_INVALID(SYNTAX, "\"co.uk\"", "topLevelDomain"),
                               ASSAY_INVALID(UNKNOWN, "\"localhost\"", "topLevelDomain")));
