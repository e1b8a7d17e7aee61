/* SPDX-License-Identifier: Apache-2.0
 *
 * port
 *
 * A port number as text: 0 to 65535 (RFC 9293, RFC 768), decimal, without sign and leading zeros.
 * Cost: at most five characters.
 */
#include "assay_plugin_c.h"
#include "digits.h"

enum { FORMAT, RANGE };

static inline assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    if (text.len == 0 || !are_digits(text.ptr, text.len) || (text.len > 1 && text.ptr[0] == '0'))
        return assay_fail(FORMAT);
    uint32_t number = 0;
    for (uint64_t i = 0; i < text.len && i < 6; i++)
        number = number * 10 + (text.ptr[i] & 0x0Fu);
    return assay_pass_if(number <= 65535, RANGE);
}

ASSAY_TEXT_RULE(port, "A port number", check,
                ASSAY_CODES(ASSAY_CODE("port.format", "must be a number without sign and leading zeros"),
                            ASSAY_CODE("port.range", "must be at most 65535")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"443\"", "port"), ASSAY_VALID("\"0\"", "port"),
                               ASSAY_INVALID(RANGE, "\"65536\"", "port"),
                               ASSAY_INVALID(FORMAT, "\"080\"", "port"),
                               ASSAY_INVALID(FORMAT, "\"+80\"", "port")));
