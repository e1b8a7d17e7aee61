/* SPDX-License-Identifier: Apache-2.0
 *
 * port
 *
 * A port number as text: 0 to 65535 (RFC 9293, RFC 768), decimal, without sign and leading zeros.
 * Cost: at most five characters.
 */
#include "port.h"
#include "assay_plugin_c.h"

enum { FORMAT, RANGE };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    uint32_t port = read_port(text.ptr, text.len);
    if (port == NO_PORT)
        return assay_fail(FORMAT);
    return assay_pass_if(port <= LAST_PORT, RANGE);
}

ASSAY_TEXT_RULE(port, "A port number", check,
                ASSAY_CODES(ASSAY_CODE("port.format", "must be a number without a sign or leading zeros"),
                            ASSAY_CODE("port.range", "must be at most 65535")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"443\"", "port"), ASSAY_VALID("\"0\"", "port"),
                               ASSAY_INVALID(RANGE, "\"65536\"", "port"),
                               ASSAY_INVALID(FORMAT, "\"080\"", "port"),
                               ASSAY_INVALID(FORMAT, "\"+80\"", "port")));
