/* SPDX-License-Identifier: Apache-2.0
 *
 * mimeType
 *
 *     value     = type "/" subtype *( OWS ";" OWS [ parameter ] )
 *     parameter = token "=" ( token / quoted-string )
 *
 * A media type: its names by RFC 6838 section 4.2, which is stricter than RFC 2045, its parameters by RFC
 * 9110 section 8.3.1. Whether it is registered is not looked up; no wild cards. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "media_type.h"

enum { NAME, PARAMETER };

static size_t skip_spaces(assay_str text, size_t at) {
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

/* From the opening quote. Bytes above 0x7F are obs-text. */
static size_t read_quoted(assay_str text, size_t at) {
    for (at++; at < text.len && text.ptr[at] != '"'; at++) {
        if (text.ptr[at] == '\\')
            at++;
        if (at == text.len || (text.ptr[at] < 0x20 && text.ptr[at] != '\t') || text.ptr[at] == 0x7F)
            return SIZE_MAX;
    }
    return at < text.len ? at + 1 : SIZE_MAX;
}

static size_t read_parameter(assay_str text, size_t at) {
    at = assay_read_token(text.ptr, text.len, at);
    if (at == SIZE_MAX || at == text.len || text.ptr[at] != '=')
        return SIZE_MAX;
    at++;
    return at < text.len && text.ptr[at] == '"' ? read_quoted(text, at)
                                                : assay_read_token(text.ptr, text.len, at);
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    size_t at = assay_read_media_type(text.ptr, text.len);
    if (at == SIZE_MAX)
        return assay_fail(NAME);
    while (at < text.len) {
        at = skip_spaces(text, at);
        if (at == text.len || text.ptr[at] != ';')
            return assay_fail(NAME);
        at = skip_spaces(text, at + 1);
        if (at == text.len || text.ptr[at] == ';')
            continue;
        at = read_parameter(text, at);
        if (at == SIZE_MAX)
            return assay_fail(PARAMETER);
    }
    return assay_pass();
}

ASSAY_TEXT_RULE(mimeType, "A media type", check,
                ASSAY_CODES(ASSAY_CODE("mimeType.name", "must be a media type, like text/html"),
                            ASSAY_CODE("mimeType.parameter",
                                       "must have parameters of the form ; name=value after the type")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"application/ld+json\"", "mimeType"),
                               ASSAY_VALID("\"text/html; charset=utf-8\"", "mimeType"),
                               ASSAY_VALID("\"text/html;; charset=utf-8\"", "mimeType"),
                               ASSAY_INVALID(NAME, "\"text\"", "mimeType"),
                               ASSAY_INVALID(NAME, "\"*/*\"", "mimeType"),
                               ASSAY_INVALID(PARAMETER, "\"text/html; charset\"", "mimeType")));
