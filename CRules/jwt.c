/* SPDX-License-Identifier: Apache-2.0
 *
 * jwt
 *
 * A JSON Web Token by RFC 7519, as a JSON Web Signature in compact form (RFC 7515).
 *
 *     token = header "." claims "." signature      each in base 64 for URLs, without padding
 *
 * Header and claims are JSON objects. The header names its algorithm, `alg`, as a string; a signature may be
 * empty, as that of "none" is. Of the registered claims that are there, `iss`, `sub` and `jti` are strings,
 * `aud` is a string or an array, and `exp`, `nbf` and `iat` are numbers. The signature is not verified, nor
 * is the time. Cost: one pass, constant memory.
 */
#include "assay_plugin_c.h"
#include "characters.h"
#include "json_text.h"

#include <string.h>

enum { FORMAT, HEADER, CLAIMS };

enum { NOT_BASE64 = 64 };

static unsigned base64_value(uint8_t byte) {
    if (is_class(byte, CLASS_UPPER))
        return byte - 65u;
    if (is_class(byte, CLASS_LOWER))
        return byte - 97u + 26u;
    if (is_digit(byte))
        return byte - 48u + 52u;
    return byte == '-' ? 62 : byte == '_' ? 63 : NOT_BASE64;
}

static bool is_base64(const uint8_t *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (base64_value(text[i]) == NOT_BASE64)
            return false;
    unsigned unused = length % 4 == 2 ? 0xFu : length % 4 == 3 ? 0x3u : 0;
    return length % 4 != 1 && !(unused && (base64_value(text[length - 1]) & unused));
}

static bool is_key(const assay_json *json, const char *key) {
    return json->key_length == strlen(key) && memcmp(json->key, key, json->key_length) == 0;
}

/* Whether the member that just began has a value of the kind that its name demands. */
static bool has_kind(const assay_json *json) {
    if (is_key(json, "iss") || is_key(json, "sub") || is_key(json, "jti"))
        return json->value == '"';
    if (is_key(json, "aud"))
        return json->value == '"' || json->value == '[';
    if (is_key(json, "exp") || is_key(json, "nbf") || is_key(json, "iat"))
        return json->value == '-' || is_digit(json->value);
    return true;
}

typedef struct {
    assay_json json;
    bool names_algorithm, has_claims;
} part_scan;

static void take(part_scan *scan, uint8_t byte) {
    assay_json_take(&scan->json, byte);
    if (!scan->json.value)
        return;
    scan->names_algorithm |= is_key(&scan->json, "alg") && scan->json.value == '"';
    scan->has_claims &= has_kind(&scan->json);
}

/* Decodes a part and reads it as a JSON object. */
static bool is_object(part_scan *scan, const uint8_t *text, size_t length) {
    uint32_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        bits = bits << 6 | base64_value(text[i]);
        if (i % 4)
            take(scan, (uint8_t)(bits >> (6 - 2 * (i % 4))));
    }
    return assay_json_ends(&scan->json) && scan->json.first == '{';
}

static assay_verdict check(assay_str text, const void *inst) {
    (void)inst;
    const uint8_t *end = text.ptr + text.len;
    const uint8_t *first = text.len ? memchr(text.ptr, '.', text.len) : NULL;
    const uint8_t *second = first ? memchr(first + 1, '.', (size_t)(end - first - 1)) : NULL;
    if (!second)
        return assay_fail(FORMAT);
    size_t header = (size_t)(first - text.ptr), claims = (size_t)(second - first - 1);
    if (!is_base64(text.ptr, header) || !is_base64(first + 1, claims) ||
        !is_base64(second + 1, (size_t)(end - second - 1)))
        return assay_fail(FORMAT);
    part_scan head = {.has_claims = true}, body = {.has_claims = true};
    if (!is_object(&head, text.ptr, header) || !head.names_algorithm)
        return assay_fail(HEADER);
    return assay_pass_if(is_object(&body, first + 1, claims) && body.has_claims, CLAIMS);
}

ASSAY_TEXT_RULE(
    jwt, "A JSON Web Token (RFC 7519)", check,
    ASSAY_CODES(ASSAY_CODE("jwt.format", "must have three base64url parts, separated by dots"),
                ASSAY_CODE("jwt.header", "must have a header that is a JSON object with an algorithm"),
                ASSAY_CODE("jwt.claims",
                           "must have a JSON object as its claims, with registered claims of the "
                           "right types")),
    ASSAY_EXAMPLES(
        ASSAY_VALID(
            "\"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9."
            "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk\"",
            "jwt"),
        ASSAY_VALID("\"eyJhbGciOiJub25lIn0.e30.\"", "jwt"),
        ASSAY_INVALID(FORMAT, "\"eyJhbGciOiJub25lIn0.e30\"", "jwt"),
        ASSAY_INVALID(HEADER, "\"e30.e30.\"", "jwt"),
        ASSAY_INVALID(CLAIMS, "\"eyJhbGciOiJub25lIn0.eyJleHAiOiJzb29uIn0.\"", "jwt")));
