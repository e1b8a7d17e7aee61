/* SPDX-License-Identifier: Apache-2.0
 *
 * dataURI
 *
 *     value     = "data:" [ mediatype ] [ ";base64" ] "," data
 *     mediatype = [ type "/" subtype ] *( ";" attribute "=" value )
 *
 * RFC 2397, with the names of RFC 6838. Attributes and values are tokens, values also percent-encoded
 * bytes. Data are the characters of URLs (RFC 3986: unreserved, reserved but "#", "[" and "]", and
 * percent-encoded bytes); after ";base64" whole groups of Base64 (RFC 4648), "+", "/" and "=" also
 * percent-encoded. The scheme and "base64" are read in either case. Cost: one pass.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "media_type.h"

#include <string.h>

enum { SCHEME, MEDIA_TYPE, DATA, BASE64 };

static bool has_word(assay_str text, size_t at, const char *word) {
    size_t length = strlen(word);
    if (length > text.len - at)
        return false;
    for (size_t i = 0; i < length; i++)
        if (is_upper(text.ptr[at + i]) ? (text.ptr[at + i] | 0x20u) != (uint8_t)word[i]
                                       : text.ptr[at + i] != (uint8_t)word[i])
            return false;
    return true;
}

static bool is_encoded(assay_str text, size_t at) {
    return text.len - at >= 3 && text.ptr[at] == '%' && is_class(text.ptr[at + 1], CLASS_HEX) &&
           is_class(text.ptr[at + 2], CLASS_HEX);
}

/* Tokens hold "%" as RFC 9110 has them; each one here begins an encoded byte. */
static bool has_stray_percent(assay_str text, size_t from, size_t to) {
    for (size_t at = from; at < to; at++)
        if (text.ptr[at] == '%' && !is_encoded(text, at))
            return true;
    return false;
}

/* Reads what precedes the comma; returns its place, or SIZE_MAX. */
static size_t read_media_type(assay_str text, bool *base64) {
    size_t at = 5, end = assay_read_media_type(text.ptr + at, text.len - at);
    if (end != SIZE_MAX)
        at += end;
    while (at < text.len && text.ptr[at] == ';') {
        if (has_word(text, at, ";base64,")) {
            *base64 = true;
            return at + 7;
        }
        end = assay_read_token(text.ptr, text.len, at + 1);
        if (end == SIZE_MAX || end == text.len || text.ptr[end] != '=')
            return SIZE_MAX;
        end = assay_read_token(text.ptr, text.len, end + 1);
        if (end == SIZE_MAX || has_stray_percent(text, at, end))
            return SIZE_MAX;
        at = end;
    }
    return at < text.len && text.ptr[at] == ',' ? at : SIZE_MAX;
}

static bool is_data(assay_str text, size_t at) {
    while (at < text.len) {
        uint8_t byte = text.ptr[at];
        if (is_encoded(text, at))
            at += 3;
        else if (is_class(byte, CLASS_ALPHANUMERIC) ||
                 (byte != 0 && byte < 0x80 && strchr("-._~!$&'()*+,;=:@/?", byte)))
            at++;
        else
            return false;
    }
    return true;
}

static unsigned hex_value(uint8_t byte) { return is_digit(byte) ? byte & 0x0Fu : (byte & 0x07u) + 9; }

static bool is_base64(assay_str text, size_t at) {
    size_t count = 0, padding = 0;
    while (at < text.len) {
        uint8_t byte = text.ptr[at];
        bool encoded = is_encoded(text, at);
        if (encoded)
            byte = (uint8_t)(hex_value(text.ptr[at + 1]) << 4 | hex_value(text.ptr[at + 2]));
        at += encoded ? 3 : 1;
        if (byte == '=')
            padding++;
        else if (padding > 0 || !is_class(byte, CLASS_ALPHANUMERIC | CLASS_BASE64))
            return false;
        count++;
    }
    return count % 4 == 0 && padding <= 2;
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    bool base64 = false;
    if (text.len < 5 || !has_word(text, 0, "data") || text.ptr[4] != ':')
        return assay_fail(SCHEME);
    size_t comma = read_media_type(text, &base64);
    if (comma == SIZE_MAX)
        return assay_fail(MEDIA_TYPE);
    if (base64)
        return assay_pass_if(is_base64(text, comma + 1), BASE64);
    return assay_pass_if(is_data(text, comma + 1), DATA);
}

ASSAY_TEXT_RULE(dataURI, "A data URI", check,
                ASSAY_CODES(ASSAY_CODE("dataURI.scheme", "must begin with data:"),
                            ASSAY_CODE("dataURI.mediaType", "must have a media type before its comma"),
                            ASSAY_CODE("dataURI.data", "must have only URI characters after its comma"),
                            ASSAY_CODE("dataURI.base64", "must have base64 data after its comma")),
                ASSAY_EXAMPLES(ASSAY_VALID("\"data:,A%20brief%20note\"", "dataURI"),
                               ASSAY_VALID("\"data:image/png;base64,iVBORw0KGgo=\"", "dataURI"),
                               ASSAY_VALID("\"data:text/plain;charset=iso-8859-7,%be%f6\"", "dataURI"),
                               ASSAY_INVALID(SCHEME, "\"http://example.com\"", "dataURI"),
                               ASSAY_INVALID(MEDIA_TYPE, "\"data:text/plain\"", "dataURI"),
                               ASSAY_INVALID(DATA, "\"data:,a b\"", "dataURI"),
                               ASSAY_INVALID(BASE64, "\"data:;base64,abc\"", "dataURI")));
