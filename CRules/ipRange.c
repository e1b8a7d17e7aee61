/* SPDX-License-Identifier: Apache-2.0
 *
 * ipRange(version: 4 | 6?)
 *
 *     value = first "-" last
 *
 * Two IP addresses of one version, as the rule `ip` has them, without zones; the first is not above the
 * last. White space around the hyphen is not allowed. Cost: one pass over at most 91 characters.
 */
#include "assay_plugin_c.h"
#include "ip_address.h"
#include "ip_version.h"

#include <string.h>

enum { FORMAT, VERSION, ORDER };

static assay_verdict check(assay_str text, const void *inst) {
    uint32_t version = (uint32_t)assay_options(inst);
    ip_address first, last;
    size_t hyphen = 0;
    while (hyphen < text.len && hyphen < 46 && text.ptr[hyphen] != '-')
        hyphen++;
    if (hyphen == text.len || text.ptr[hyphen] != '-' || !assay_read_ip(text.ptr, hyphen, &first) ||
        !assay_read_ip(text.ptr + hyphen + 1, text.len - hyphen - 1, &last) || first.version != last.version)
        return assay_fail(FORMAT);
    if (version != 0 && first.version != version)
        return assay_fail(VERSION);
    return assay_pass_if(memcmp(first.bytes, last.bytes, sizeof first.bytes) <= 0, ORDER);
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    uint32_t version = 0;
    if (!read_ip_version(&params[0], &version))
        return ASSAY_REJECT(call, "version must be 4 or 6");
    *inst = (void *)(uintptr_t)version;
    return ASSAY_OK;
}

ASSAY_TEXT_RULE(
    ipRange, "A range of IP addresses", check,
    ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "version",
                                     "The IP version, 4 or 6; by default either", ASSAY_BETWEEN(4, 6))),
    ASSAY_CODES(ASSAY_CODE("ipRange.format",
                           "must be two IP addresses of the same version with a hyphen between them"),
                ASSAY_CODE("ipRange.version", "must be a range of IPv{version} addresses"),
                ASSAY_CODE("ipRange.order", "must begin with the lower of its two addresses")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"192.0.2.1-192.0.2.9\"", "ipRange"),
                   ASSAY_VALID("\"2001:db8::-2001:db8::ffff\"", "ipRange(6)"),
                   ASSAY_VALID("\"10.0.0.0-10.0.0.0\"", "ipRange"),
                   ASSAY_INVALID(FORMAT, "\"192.0.2.1\"", "ipRange"),
                   ASSAY_INVALID(FORMAT, "\"192.0.2.1-::1\"", "ipRange"),
                   ASSAY_INVALID(VERSION, "\"::1-::2\"", "ipRange(4)"),
                   ASSAY_INVALID(ORDER, "\"192.0.2.9-192.0.2.1\"", "ipRange")),
    .create = create);
