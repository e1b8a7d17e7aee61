/* SPDX-License-Identifier: Apache-2.0
 *
 * currencyAmount(symbol: string = "$", requireSymbol: bool = false, thousands: string = ",",
 *                decimal: string = ".", allowNegative: bool = true, places: int = 2,
 *                requirePlaces: bool = false, symbolPosition: before | after = before,
 *                allowSpace: bool = false, negative: first | beforeDigits | afterDigits | parentheses =
 * first)
 *
 * An amount of money as people write it, in ASCII digits.
 *
 *     amount = whole [ decimal places ] / decimal places        places = so many digits
 *     whole  = "0" / digit19 *digit / digit19 *2digit 1*( thousands 3digit )
 *
 * The symbol is before or after it, with at most one space between them. The minus sign of a negative amount
 * is the first character, or right before or right after the digits, or there are parentheses around all in
 * its place. Without `thousands` there are no groups, with `places` of 0 no decimal separator. Cost: one
 * pass.
 */
#include "assay_plugin_c.h"
#include "number_text.h"

#include <stdlib.h>
#include <string.h>

enum { FORMAT, SYMBOL, NEGATIVE, PLACES };

enum { LONGEST_SYMBOL = 16, LONGEST_SEPARATOR = 4 };

typedef enum { SIGN_FIRST, SIGN_BEFORE_DIGITS, SIGN_AFTER_DIGITS, PARENTHESES } sign_place;

typedef struct {
    uint8_t symbol[LONGEST_SYMBOL], thousands[LONGEST_SEPARATOR], decimal[LONGEST_SEPARATOR];
    size_t symbol_length, thousands_length, decimal_length, places;
    sign_place sign;
    bool require_symbol, allow_negative, require_places, symbol_after, allow_space;
} amount_options;

typedef struct {
    const uint8_t *at, *end;
    const amount_options *options;
    bool symbol, negative;
    size_t places;
} reader;

static bool takes(reader *reader, const uint8_t *text, size_t length) {
    if (length == 0 || (size_t)(reader->end - reader->at) < length || memcmp(reader->at, text, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static bool takes_byte(reader *reader, uint8_t byte) { return takes(reader, &byte, 1); }

static size_t take_digits(reader *reader) {
    const uint8_t *start = reader->at;
    while (reader->at < reader->end && is_digit(*reader->at))
        reader->at++;
    return (size_t)(reader->at - start);
}

/* A sign where it may be; once. */
static void take_sign(reader *reader, sign_place place) {
    if (reader->options->sign == place)
        reader->negative |= takes_byte(reader, '-');
}

static void take_space(reader *reader) {
    if (reader->options->allow_space)
        takes_byte(reader, ' ');
}

static void take_symbol_before(reader *reader) {
    const amount_options *options = reader->options;
    if (options->symbol_after)
        return;
    reader->symbol = takes(reader, options->symbol, options->symbol_length);
    if (reader->symbol)
        take_space(reader);
}

static void take_symbol_after(reader *reader) {
    const amount_options *options = reader->options;
    const uint8_t *start = reader->at;
    if (!options->symbol_after)
        return;
    take_space(reader);
    reader->symbol = takes(reader, options->symbol, options->symbol_length);
    if (!reader->symbol)
        reader->at = start;
}

/* `*any`: there are digits. */
static bool takes_whole(reader *reader, bool *any) {
    const amount_options *options = reader->options;
    const uint8_t *start = reader->at;
    size_t digits = take_digits(reader);
    *any = digits > 0;
    if (digits > 1 && *start == '0')
        return false;
    for (size_t group = 0;; group++) {
        const uint8_t *end = reader->at;
        if (!takes(reader, options->thousands, options->thousands_length))
            return true;
        size_t more = take_digits(reader);
        if (more == 0) { /* a space before the symbol, not one between groups */
            reader->at = end;
            return true;
        }
        if (*start == '0' || (group == 0 && (digits == 0 || digits > 3)) || more != 3)
            return false;
    }
}

static bool takes_amount(reader *reader) {
    const amount_options *options = reader->options;
    bool any = false;
    if (!takes_whole(reader, &any))
        return false;
    if (!takes(reader, options->decimal, options->decimal_length))
        return any;
    reader->places = take_digits(reader);
    return reader->places > 0;
}

static assay_verdict check(assay_str text, const void *inst) {
    reader reader = {.at = text.ptr, .end = text.ptr + text.len, .options = inst};
    const amount_options *options = inst;
    if (text.len == 0)
        return assay_fail(FORMAT);
    bool open = options->sign == PARENTHESES && takes_byte(&reader, '(');
    take_sign(&reader, SIGN_FIRST);
    take_symbol_before(&reader);
    take_sign(&reader, SIGN_BEFORE_DIGITS);
    if (!takes_amount(&reader))
        return assay_fail(FORMAT);
    take_sign(&reader, SIGN_AFTER_DIGITS);
    take_symbol_after(&reader);
    if ((open && !takes_byte(&reader, ')')) || reader.at != reader.end)
        return assay_fail(FORMAT);
    if (options->require_symbol && !reader.symbol)
        return assay_fail(SYMBOL);
    if ((reader.negative || open) && !options->allow_negative)
        return assay_fail(NEGATIVE);
    bool none = reader.places == 0 && !options->require_places;
    return assay_pass_if(none || reader.places == options->places, PLACES);
}

static bool is_of_numbers(uint8_t byte) {
    return is_digit(byte) || byte == '+' || byte == '-' || byte == '(' || byte == ')';
}

/* One character of UTF-8 that is no digit, sign or parenthesis. */
static bool is_separator(const assay_value *text) {
    if (text->len == 0 || text->len > LONGEST_SEPARATOR)
        return false;
    uint8_t first = text->as.ptr[0];
    uint64_t width = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return text->len == width && !is_of_numbers(first);
}

static bool is_symbol(const assay_value *text) {
    for (uint64_t i = 0; i < text->len; i++)
        if (is_of_numbers(text->as.ptr[i]))
            return false;
    return text->len > 0 && text->len <= LONGEST_SYMBOL;
}

static bool is_same(const assay_value *a, const assay_value *b) {
    return a->len == b->len && memcmp(a->as.ptr, b->as.ptr, a->len) == 0;
}

static assay_rc create(void *state, const assay_call *call, const assay_value *params, void **inst) {
    (void)state;
    const assay_value *symbol = &params[0], *thousands = &params[2], *decimal = &params[3];
    if (!is_symbol(symbol))
        return ASSAY_REJECT(call, "symbol must be at most 16 bytes without digits, signs and parentheses");
    if (thousands->len > 0 && !is_separator(thousands))
        return ASSAY_REJECT(call, "thousands must be empty or one character other than a digit or a sign");
    if (!is_separator(decimal) || is_same(decimal, thousands))
        return ASSAY_REJECT(call, "decimal must be one character other than a digit, a sign and thousands");
    amount_options *kept = calloc(1, sizeof *kept);
    if (!kept)
        return ASSAY_E_NOMEM;
    memcpy(kept->symbol, symbol->as.ptr, symbol->len);
    kept->symbol_length = symbol->len;
    if (thousands->len > 0)
        memcpy(kept->thousands, thousands->as.ptr, thousands->len);
    kept->thousands_length = thousands->len;
    memcpy(kept->decimal, decimal->as.ptr, decimal->len);
    kept->decimal_length = decimal->len;
    kept->require_symbol = params[1].as.i64 != 0;
    kept->allow_negative = params[4].as.i64 != 0;
    kept->places = (size_t)params[5].as.i64;
    kept->require_places = params[6].as.i64 != 0 && kept->places > 0;
    kept->symbol_after = params[7].as.i64 != 0;
    kept->allow_space = params[8].as.i64 != 0;
    kept->sign = (sign_place)params[9].as.i64;
    *inst = kept;
    return ASSAY_OK;
}

#define SWITCH(name, summary, state)                                                                         \
    ASSAY_PARAMETER(ASSAY_PARAM_BOOLEAN, name, summary, ASSAY_DEFAULT_BOOLEAN(state))
#define WORDS(name, summary, text)                                                                           \
    ASSAY_PARAMETER(ASSAY_PARAM_STRING, name, summary, ASSAY_DEFAULT_TEXT(text))

ASSAY_TEXT_RULE(
    currencyAmount, "An amount of money as people write it", check,
    ASSAY_PARAMETERS(
        WORDS("symbol", "The symbol or code of the currency", "$"),
        SWITCH("requireSymbol", "The symbol is required", false),
        WORDS("thousands",
              "The separator between groups of three digits; with an empty text, there are no groups", ","),
        WORDS("decimal", "The decimal separator", "."),
        SWITCH("allowNegative", "Negative amounts are allowed", true),
        ASSAY_PARAMETER(ASSAY_PARAM_INTEGER, "places", "The number of decimal places, if there are any",
                        ASSAY_BETWEEN(0, 1000), ASSAY_DEFAULT_INTEGER(2)),
        SWITCH("requirePlaces", "The decimal places are required", false),
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "symbolPosition", "The position of the symbol",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("before"), ASSAY_STR_LITERAL("after")),
                        ASSAY_DEFAULT_TEXT("before")),
        SWITCH("allowSpace", "One space between the symbol and the digits is allowed", false),
        ASSAY_PARAMETER(ASSAY_PARAM_CHOICE, "negative",
                        "The place of the minus sign, or parentheses instead of it",
                        ASSAY_CHOICES(ASSAY_STR_LITERAL("first"), ASSAY_STR_LITERAL("beforeDigits"),
                                      ASSAY_STR_LITERAL("afterDigits"), ASSAY_STR_LITERAL("parentheses")),
                        ASSAY_DEFAULT_TEXT("first"))),
    ASSAY_CODES(
        ASSAY_CODE("currencyAmount.format",
                   "must be an amount of money like {requireSymbol:true={symbolPosition:after=|{symbol}}|}"
                   "1{thousands}234{places:1={decimal}5|2={decimal}50|3={decimal}500|4={decimal}5000|}"
                   "{requireSymbol:true={symbolPosition:after={symbol}|}|}"),
        ASSAY_CODE("currencyAmount.symbol", "must have the symbol {symbol}"),
        ASSAY_CODE("currencyAmount.negative", "must not be negative"),
        ASSAY_CODE("currencyAmount.places", "must have {places} {places:decimal place|decimal places}")),
    ASSAY_EXAMPLES(ASSAY_VALID("\"-$10,123.45\"", "currencyAmount"),
                   ASSAY_VALID("\"1234\"", "currencyAmount"),
                   ASSAY_VALID("\"1.234,50 €\"",
                               "currencyAmount(symbol=\"€\", thousands=\".\", decimal=\",\", "
                               "symbolPosition=after, allowSpace=true)"),
                   ASSAY_VALID("\"($5.00)\"", "currencyAmount(negative=parentheses)"),
                   ASSAY_INVALID(FORMAT, "\"$1,23.45\"", "currencyAmount"),
                   ASSAY_INVALID(FORMAT, "\"$ 1.00\"", "currencyAmount"),
                   ASSAY_INVALID(SYMBOL, "\"1.00\"", "currencyAmount(requireSymbol=true)"),
                   ASSAY_INVALID(NEGATIVE, "\"-1.00\"", "currencyAmount(allowNegative=false)"),
                   ASSAY_INVALID(PLACES, "\"1.5\"", "currencyAmount")),
    .create = create, .destroy = free);
