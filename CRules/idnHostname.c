/* SPDX-License-Identifier: Apache-2.0
 *
 * idnHostname(trailingDot: bool = false, knownTLD: bool = false)
 *
 * An internationalized host name by IDNA 2008 (RFC 5890 to 5893): labels of ASCII letters, digits and
 * inner hyphens, none of them third and fourth, A-labels, and U-labels in normalization form C whose A-label
 * has at most 63 characters. The full stops of East Asia (RFC 3490 section 3.1) separate labels too; nothing
 * else is mapped. At most 253 characters as A-labels; the last of several labels is not all digits. In a name
 * with a label from right to left every label obeys the Bidi rule. `trailingDot`: one final dot, the root, is
 * allowed. `knownTLD`: there are several labels, and the last one is a top-level domain of IANA's root zone.
 * Cost: binary searches for each of at most 253 code points.
 */
#include "assay_plugin_c.h"
#include "hosts.h"
#include "known_tld.h"

enum { SYNTAX, TOP_LEVEL };

#define TRAILING_DOT 1u
#define KNOWN_TLD 2u

static assay_verdict check(assay_str text, const void *inst) {
    uintptr_t options = assay_options(inst);
    assay_read_host host;
    uint32_t forms = ASSAY_HOST_INTERNATIONAL | ASSAY_HOST_A_LABELS | ASSAY_HOST_DOTS |
                     ASSAY_HOST_NO_RESERVED | (options & TRAILING_DOT ? ASSAY_HOST_TRAILING_DOT : 0);
    if (!assay_read_name(text.ptr, text.len, forms, &host) || !(host.labels == 1 || host.ends_with_name))
        return assay_fail(SYNTAX);
    return assay_pass_if(!(options & KNOWN_TLD) || assay_has_known_domain(&host), TOP_LEVEL);
}

ASSAY_CREATE_OPTIONS(create, (params[0].as.i64 ? TRAILING_DOT : 0u) | (params[1].as.i64 ? KNOWN_TLD : 0u))

ASSAY_TEXT_RULE(idnHostname, "An internationalized host name", check,
                ASSAY_PARAMETERS(ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, "trailingDot", "A final dot is allowed",
                                                 ASSAY_DEFAULT_BOOLEAN(false)),
                                 KNOWN_TLD_PARAMETER("name")),
                ASSAY_CODES(ASSAY_CODE("idnHostname.syntax", "must be an internationalized host name"),
                            ASSAY_CODE("idnHostname.unknownTopLevelDomain",
                                       "must end with an existing top-level domain")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"b\xc3\xbc"
                                           "cher.example\"",
                                           "idnHostname"),
                               ASSAY_VALID("\"xn--bcher-kva.example\"", "idnHostname"),
                               ASSAY_VALID("\"www.example.com\"", "idnHostname"),
                               ASSAY_VALID("\"www.example.com.\"", "idnHostname(trailingDot=true)"),
                               ASSAY_VALID("\"пример.рф\"", "idnHostname(knownTLD=true)"),
                               ASSAY_INVALID(TOP_LEVEL, "\"www.example.cmo\"", "idnHostname(knownTLD=true)"),
                               ASSAY_INVALID(SYNTAX, "\"www.example.com.\"", "idnHostname"),
                               ASSAY_INVALID(SYNTAX, "\"a b.example\"", "idnHostname"),
                               ASSAY_INVALID(SYNTAX, "\"xn--X\"", "idnHostname"),
                               ASSAY_INVALID(SYNTAX, "\"-a.example\"", "idnHostname")),
                .create = create);
