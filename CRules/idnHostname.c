/* SPDX-License-Identifier: Apache-2.0
 *
 * idnHostname
 *
 * An internationalized host name by IDNA 2008 (RFC 5890 to 5893): labels of ASCII letters, digits and
 * inner hyphens, none of them third and fourth, A-labels, and U-labels in normalization form C whose A-label
 * has at most 63 characters. The full stops of East Asia (RFC 3490 section 3.1) separate labels too; nothing
 * else is mapped. At most 253 characters as A-labels; the last of several labels is not all digits. In a name
 * with a label from right to left every label obeys the Bidi rule. Cost: binary searches for each of at most
 * 253 code points.
 */
#include "assay_plugin_c.h"
#include "hosts.h"

enum { SYNTAX };

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    assay_read_host host;
    const uint32_t options =
        ASSAY_HOST_INTERNATIONAL | ASSAY_HOST_A_LABELS | ASSAY_HOST_DOTS | ASSAY_HOST_NO_RESERVED;
    return assay_pass_if(assay_read_name(text.ptr, text.len, options, &host) &&
                             (host.labels == 1 || host.ends_with_name),
                         SYNTAX);
}

ASSAY_TEXT_RULE(idnHostname, "An internationalized host name", check,
                ASSAY_CODES(ASSAY_CODE("idnHostname.syntax", "must be an internationalized host name")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"b\xc3\xbc"
                                           "cher.example\"",
                                           "idnHostname"),
                               ASSAY_VALID("\"xn--bcher-kva.example\"", "idnHostname"),
                               ASSAY_VALID("\"www.example.com\"", "idnHostname"),
                               ASSAY_INVALID(SYNTAX, "\"a b.example\"", "idnHostname"),
                               ASSAY_INVALID(SYNTAX, "\"xn--X\"", "idnHostname"),
                               ASSAY_INVALID(SYNTAX, "\"-a.example\"", "idnHostname")));
