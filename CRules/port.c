/* SPDX-License-Identifier: Apache-2.0
 *
 * port
 *
 * A port number as text: 0 to 65535 (RFC 9293, RFC 768), decimal, without sign and leading zeros.
 * Cost: at most five characters.
 */
#include "digits.h"
#include "rule.h"

enum { FORMAT, RANGE };
static const assay_code *const codes[] = {
    CODE("port.format", "must be a number without sign and leading zeros"),
    CODE("port.range", "must be at most 65535"),
};
static const assay_example *const examples[] = {
    VALID("\"443\"", "port"),
    VALID("\"0\"", "port"),
    INVALID(RANGE, "\"65536\"", "port"),
    INVALID(FORMAT, "\"080\"", "port"),
    INVALID(FORMAT, "\"+80\"", "port"),
};

static inline assay_verdict judge(const void *inst, assay_str text) {
    (void)inst;
    if (text.len == 0 || !are_digits(text.ptr, text.len) || (text.len > 1 && text.ptr[0] == '0'))
        return fail(FORMAT);
    uint32_t number = 0;
    for (uint64_t i = 0; i < text.len && i < 6; i++)
        number = number * 10 + (text.ptr[i] & 0x0Fu);
    return pass_if(number <= 65535, RANGE);
}
EVALUATE_EACH(judge)
PLAIN_RULE(port, "A port number");
