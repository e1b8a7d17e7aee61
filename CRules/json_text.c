/* SPDX-License-Identifier: Apache-2.0 */
#include "json_text.h"

#include "characters.h"

/* What the next byte is part of. */
enum {
    VALUE,         /* a value, or white space before it */
    FIRST_ELEMENT, /* a value or "]" */
    FIRST_KEY,     /* a key or "}" */
    KEY,           /* a key */
    COLON,         /* ":" */
    AFTER_VALUE,   /* ",", a closing bracket or the end */
    IN_KEY,        /* a string that is a key */
    IN_STRING,     /* a string that is a value */
    IN_WORD,       /* true, false or null: `word` is the rest */
    AFTER_MINUS,   /* a digit */
    AFTER_ZERO,    /* no digit */
    IN_INTEGER,    /* digits */
    AFTER_POINT,   /* a digit */
    IN_FRACTION,   /* digits */
    AFTER_E,       /* a sign or a digit */
    AFTER_SIGN,    /* a digit */
    IN_EXPONENT,   /* digits */
};

enum { PLAIN, ESCAPE, HEX }; /* `hex` counts up from HEX to HEX + 3 within \uXXXX */

static void fail(assay_json *json) { json->state = JSON_BAD; }

static bool in_object(const assay_json *json) {
    uint32_t level = json->depth - 1;
    return json->depth > 0 && (json->objects[level / 8] >> level % 8 & 1);
}

static void open_bracket(assay_json *json, bool object) {
    if (json->depth == JSON_DEEPEST) {
        json->state = JSON_TOO_DEEP;
        return;
    }
    uint8_t bit = (uint8_t)(1u << json->depth % 8), *byte = &json->objects[json->depth / 8];
    *byte = (uint8_t)(object ? *byte | bit : *byte & ~bit);
    json->depth++;
    json->expects = object ? FIRST_KEY : FIRST_ELEMENT;
}

static void close_bracket(assay_json *json, uint8_t byte) {
    if (json->depth == 0 || in_object(json) != (byte == '}')) {
        fail(json);
        return;
    }
    json->depth--;
    json->expects = AFTER_VALUE;
}

static void begin_word(assay_json *json, const char *rest) {
    json->word = rest;
    json->expects = IN_WORD;
}

static void begin_value(assay_json *json, uint8_t byte) {
    if (!json->first)
        json->first = byte;
    if (json->depth == 1 && in_object(json))
        json->value = byte;
    switch (byte) {
    case '{':
    case '[':
        open_bracket(json, byte == '{');
        break;
    case '"':
        json->expects = IN_STRING;
        break;
    case '-':
        json->expects = AFTER_MINUS;
        break;
    case '0':
        json->expects = AFTER_ZERO;
        break;
    case 't':
        begin_word(json, "rue");
        break;
    case 'f':
        begin_word(json, "alse");
        break;
    case 'n':
        begin_word(json, "ull");
        break;
    default:
        if (is_digit(byte))
            json->expects = IN_INTEGER;
        else
            fail(json);
    }
}

static void after_value(assay_json *json, uint8_t byte) {
    if (byte == ',' && json->depth > 0)
        json->expects = in_object(json) ? KEY : VALUE;
    else if (byte == '}' || byte == ']')
        close_bracket(json, byte);
    else
        fail(json);
}

/* The second byte of UTF-8 after `lead` is in a range of its own, so that no code point has two forms. */
static bool is_second(uint8_t lead, uint8_t byte) {
    switch (lead) {
    case 0xE0:
        return byte >= 0xA0 && byte <= 0xBF;
    case 0xED:
        return byte >= 0x80 && byte <= 0x9F;
    case 0xF0:
        return byte >= 0x90 && byte <= 0xBF;
    case 0xF4:
        return byte >= 0x80 && byte <= 0x8F;
    default:
        return byte >= 0x80 && byte <= 0xBF;
    }
}

/* A byte of UTF-8 beyond ASCII: `rest` is the lead byte at first, then the number of bytes to come. */
static void take_wide(assay_json *json, uint8_t byte) {
    if (json->rest == 0) {
        if (byte < 0xC2 || byte > 0xF4)
            fail(json);
        json->rest = byte;
        return;
    }
    if (!is_second(json->rest, byte))
        fail(json);
    else if (json->rest >= 0xF0)
        json->rest = 2;
    else if (json->rest >= 0xE0)
        json->rest = 1;
    else
        json->rest = json->rest >= 0xC2 ? 0 : json->rest - 1;
}

static void take_escape(assay_json *json, uint8_t byte) {
    if (json->hex >= HEX) {
        if (!is_class(byte, CLASS_HEX))
            fail(json);
        json->hex = json->hex == HEX + 3 ? PLAIN : json->hex + 1;
    } else if (byte == 'u') {
        json->hex = HEX;
    } else if (byte == '"' || byte == '\\' || byte == '/' || byte == 'b' || byte == 'f' || byte == 'n' ||
               byte == 'r' || byte == 't') {
        json->hex = PLAIN;
    } else {
        fail(json);
    }
}

static void keep_key(assay_json *json, uint8_t byte) {
    if (byte == '\\' || json->key_length >= JSON_KEY_BYTES)
        json->key_length = JSON_KEY_BYTES + 1;
    else
        json->key[json->key_length++] = byte;
}

static void take_string(assay_json *json, uint8_t byte) {
    bool is_key = json->expects == IN_KEY;
    if (is_key && (byte != '"' || json->hex) && json->key_length <= JSON_KEY_BYTES)
        keep_key(json, byte);
    if (json->hex)
        take_escape(json, byte);
    else if (json->rest || byte >= 0x80)
        take_wide(json, byte);
    else if (byte == '"')
        json->expects = is_key ? COLON : AFTER_VALUE;
    else if (byte == '\\')
        json->hex = ESCAPE;
    else if (byte < 0x20)
        fail(json);
}

/* A byte that cannot go on with a number ends it. */
static void take_number(assay_json *json, uint8_t byte) {
    uint8_t state = json->expects;
    bool digit = is_digit(byte), whole = state == AFTER_ZERO || state == IN_INTEGER;
    if (digit && state != AFTER_ZERO) {
        if (state == AFTER_MINUS)
            json->expects = byte == '0' ? AFTER_ZERO : IN_INTEGER;
        else if (state == AFTER_POINT)
            json->expects = IN_FRACTION;
        else if (state == AFTER_E || state == AFTER_SIGN)
            json->expects = IN_EXPONENT;
    } else if (byte == '.' && whole) {
        json->expects = AFTER_POINT;
    } else if ((byte | 0x20) == 'e' && (whole || state == IN_FRACTION)) {
        json->expects = AFTER_E;
    } else if ((byte == '+' || byte == '-') && state == AFTER_E) {
        json->expects = AFTER_SIGN;
    } else if (whole || state == IN_FRACTION || state == IN_EXPONENT) {
        json->expects = AFTER_VALUE;
        assay_json_take(json, byte);
    } else {
        fail(json);
    }
}

static void take_word(assay_json *json, uint8_t byte) {
    if ((uint8_t)*json->word != byte)
        fail(json);
    else if (!*++json->word)
        json->expects = AFTER_VALUE;
}

static void take_key_quote(assay_json *json, uint8_t byte) {
    json->key_length = 0;
    if (byte == '"')
        json->expects = IN_KEY;
    else if (byte == '}' && json->expects == FIRST_KEY)
        close_bracket(json, byte);
    else
        fail(json);
}

/* Between tokens, where white space may be. */
static void take_between(assay_json *json, uint8_t byte) {
    if (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r')
        return;
    switch (json->expects) {
    case FIRST_ELEMENT:
        if (byte == ']') {
            close_bracket(json, byte);
            return;
        }
        begin_value(json, byte);
        return;
    case VALUE:
        begin_value(json, byte);
        return;
    case FIRST_KEY:
    case KEY:
        take_key_quote(json, byte);
        return;
    case COLON:
        json->expects = VALUE;
        if (byte != ':')
            fail(json);
        return;
    default:
        after_value(json, byte);
    }
}

void assay_json_take(assay_json *json, uint8_t byte) {
    json->value = 0;
    if (json->state != JSON_GOOD)
        return;
    if (json->expects <= AFTER_VALUE)
        take_between(json, byte);
    else if (json->expects <= IN_STRING)
        take_string(json, byte);
    else if (json->expects == IN_WORD)
        take_word(json, byte);
    else
        take_number(json, byte);
}

bool assay_json_ends(assay_json *json) {
    assay_json_take(json, ' '); /* ends a number */
    return json->state == JSON_GOOD && json->depth == 0 && json->expects == AFTER_VALUE;
}
