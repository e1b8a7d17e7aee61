/* SPDX-License-Identifier: Apache-2.0
 *
 * topLevelDomain(withdrawn: bool = false)
 *
 * A top-level domain of IANA's root zone, without a dot, in either case: as A-label or U-label (RFC
 * 5890). `withdrawn`: domains that were in the root zone too. Cost: two binary searches, among some
 * 1,400 names and among some 100.
 */
#include "assay_plugin_c.h"
#include "hosts.h"
#include "table_dates.h"
#include "top_level_domains.h"

enum { SYNTAX, UNKNOWN, WITHDRAWN };

static assay_verdict check(assay_str text, const void *inst) {
    assay_read_host host;
    if (!assay_read_name(text.ptr, text.len, ASSAY_HOST_INTERNATIONAL | ASSAY_HOST_A_LABELS, &host) ||
        host.labels != 1)
        return assay_fail(SYNTAX);
    if (assay_has_domain(&assay_top_level_domains, host.name, host.length))
        return assay_pass();
    if (!assay_has_domain(&assay_withdrawn_top_level_domains, host.name, host.length))
        return assay_fail(UNKNOWN);
    return assay_pass_if(assay_options(inst) != 0, WITHDRAWN);
}

ASSAY_CREATE_OPTIONS(create, params[0].as.i64 != 0)

ASSAY_TEXT_RULE(topLevelDomain, "A top-level domain (IANA, as of " TOP_LEVEL_DOMAINS_DATE ")", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "withdrawn",
                                                 "Withdrawn domains are allowed too",
                                                 ASSAY_DEFAULT_BOOLEAN(false))),
                ASSAY_CODES(ASSAY_CODE("topLevelDomain.syntax", "must be a single label of a host name"),
                            ASSAY_CODE("topLevelDomain.unknown", "must be an existing top-level domain"),
                            ASSAY_CODE("topLevelDomain.withdrawn",
                                       "must be a current top-level domain; this one was withdrawn")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"com\"", "topLevelDomain"),
                               ASSAY_VALID("\"DE\"", "topLevelDomain"),
                               ASSAY_VALID("\"xn--p1ai\"", "topLevelDomain"),
                               ASSAY_VALID("\"fiat\"", "topLevelDomain(withdrawn=true)"),
                               ASSAY_INVALID(SYNTAX, "\".com\"", "topLevelDomain"),
                               ASSAY_INVALID(SYNTAX, "\"co.uk\"", "topLevelDomain"),
                               ASSAY_INVALID(UNKNOWN, "\"localhost\"", "topLevelDomain"),
                               ASSAY_INVALID(WITHDRAWN, "\"fiat\"", "topLevelDomain")),
                .create = create);
